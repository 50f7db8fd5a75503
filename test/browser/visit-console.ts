/** Opens the merchant console of a local run in the browser, signs members in, and notes what the browser complains of. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { call, type Instance } from '#test/infra/local/local-instance.ts';

export type Role = 'viewer' | 'agent' | 'admin';

/** What pages asked of other hosts, and what the browser complained of. */
export const strays: string[] = [];
export const complaints: string[] = [];

type Opened = { browser: Browser; instance: Instance };

export async function openPage({ browser, instance }: Opened, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(instance.ready.baseUrl) && !request.url().startsWith('blob:'))
      strays.push(request.url());
  });
  page.on('console', (message) => complaints.push(`${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  return page;
}

/** A fresh link of the local run's own member, who is an administrator. */
export const adminLink = async ({ ready }: Instance): Promise<string> =>
  String((await call(`${ready.baseUrl}/_local/console-link`)).body['link']);

/** Uses a link as its reader would. */
export async function signIn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /^(Sign in|Se connecter)$/ }).click();
  await page.getByRole('heading', { level: 1, name: /^(Home|Accueil)$/ }).waitFor();
}

/** A call that the page makes with its cookie, as somebody could who does not use the buttons. */
export const callFrom = (
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; data: unknown }> =>
  page.evaluate(`fetch(${JSON.stringify(path)}, {
    method: '${method}',
    headers: { 'x-console': '1', 'content-type': 'application/json' },
    ${body === undefined ? '' : `body: ${JSON.stringify(JSON.stringify(body))},`}
  }).then(async (answer) => ({ status: answer.status, data: (await answer.json()).data }))`);

/** Adds a member as an administrator, whose page this is, and signs the member in on another. */
export async function addMember(admin: Page, page: Page, of: { name: string; role: Role }): Promise<{ id: string }> {
  const { data } = await callFrom(admin, 'POST', '/console/members', of);
  const { link, member } = data as { link: string; member: { id: string } };
  await signIn(page, link);
  return member;
}
