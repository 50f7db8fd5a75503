/** A browser for tests, what is measured of a page, and the console as a member sees it. */
import bundled from '@sparticuz/chromium';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { call, type Instance } from '#test/infra/local/local-instance.ts';
import { browserPath } from '#test/support/browser-path.ts';

const MISSING = 'The browser tests need Chromium or Google Chrome: install one, or name its program in CHROMIUM_PATH.';

async function launch(): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath !== undefined) return chromium.launch({ executablePath });
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(MISSING);
  // We do not use the flags that it recommends: they are for Lambda, and they weaken the browser's security rules.
  return chromium.launch({ executablePath: await bundled.executablePath() });
}

/** It only ends what hangs, as the time limits of vitest.config.ts do: a day of reminders takes a busy machine longer than the browser's half minute. */
const LIMIT_MS = 600_000;

/** Starts one browser for all tests of a file; `current` is set before they run. */
export function useBrowser(): { current: Browser } {
  const held = {} as { current: Browser };
  beforeAll(async () => {
    held.current = await launch();
    held.current.on('context', (context) => context.setDefaultTimeout(LIMIT_MS));
  });
  afterAll(async () => held.current?.close());
  return held;
}

/** The number of pixels by which the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** The texts with too little contrast, each with its ratio: https://www.w3.org/TR/WCAG22/#contrast-minimum. */
export const faintTexts = (page: Page): Promise<string[]> => page.evaluate(FAINT_TEXTS);

const FAINT_TEXTS = `(() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const element = texts.currentNode.parentElement;
    if (text === '') continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const isLarge = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
    const found = ratio(light(numbers(color)), light(behind(element)));
    if (found < (isLarge ? 3 : 4.5)) faint.push(text + ' ' + found.toFixed(2));
  }
  return faint;
})()`;

/** The element that has the focus; `outline` is its width in pixels, and 0 when none is visible. */
export const focused = (page: Page): Promise<{ name: string; text: string; outline: number }> =>
  page.evaluate(`(() => {
    const { tagName, textContent } = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return { name: tagName, text: textContent, outline: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) };
  })()`);

/** What axe finds in light and dark mode, as "rule: element"; only colours differ in dark mode. */
export async function barriers(at: Page): Promise<string[]> {
  // The policy of the page allows no script of ours: the browser's own channel does.
  if (!(await at.evaluate('"axe" in window'))) await at.evaluate(axe.source);
  const found = (options: string): Promise<string[]> =>
    at.evaluate(`axe.run(${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`);
  await at.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const inLight = await found('document');
  await at.emulateMedia({ colorScheme: 'dark' });
  return [...inLight, ...(await found("document, { runOnly: ['color-contrast'] }"))];
}

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
