/** A whole payment in a real browser with the real local run: link, page, provider, and page again. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  aCreate,
  call,
  type Instance,
  sharedDatabase,
  startInstance,
  useDataDir,
} from '#test/infra/local/local-instance.ts';
import { useBrowser } from './open-browser.ts';

const dataDir = useDataDir();
const browser = useBrowser();
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
});

/** Creates a collection and opens its page in a browser. */
async function customer({ javaScriptEnabled = true } = {}) {
  const { baseUrl, apiKey } = instance.ready;
  const command = { ...aCreate(randomUUID()), payable: { enabled: true, methods: ['payment_link'] } };
  const { status, body } = await call(`${baseUrl}/public/collections`, 'POST', command, apiKey);
  expect(status).toBe(201);
  const { id, payable } = body['data'] as { id: string; payable: { options: { link: string }[] } };
  const context = await browser.current.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(payable.options[0]?.link ?? '');
  const shown = async () => (await call(`${baseUrl}/public/collections/${id}`, 'GET', undefined, apiKey)).body['data'];
  return { page, shown };
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ }).click();
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

/** Clicks "Check again", as a person would, until the page contains the text. */
async function untilPageSays(page: Page, text: string): Promise<void> {
  for (let looked = 0; looked < 20 && !(await page.content()).includes(text); looked += 1) {
    await page.getByRole('link', { name: 'Check again' }).click();
  }
  expect(await page.content()).toContain(text);
}

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  it(`a customer opens the link, pays at the provider, and returns to a page that says so (JavaScript: ${javaScriptEnabled})`, async () => {
    const { page, shown } = await customer({ javaScriptEnabled });
    expect(await page.content()).toContain('Pay NGN&nbsp;10.00');
    await pay(page);
    await page.waitForURL('**/_local/sandbox/checkout/*');
    await pay(page);
    await page.waitForURL('**/pay/*?returned=1');
    await untilPageSays(page, 'Payment received');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await shown()).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
  });
});

it('a customer pays a part, is asked for the rest, and pays it', async () => {
  const { page, shown } = await customer();
  await pay(page);
  await page.getByLabel(/^Amount/).fill('4');
  await pay(page);
  await untilPageSays(page, 'Still to pay');
  expect(await shown()).toMatchObject({ status: 'pending' });
  expect(await page.content()).toContain('Pay NGN&nbsp;6.00');
  await pay(page);
  await pay(page);
  await page.waitForURL('**/pay/*?returned=1');
  await untilPageSays(page, 'Payment received');
  expect(await shown()).toMatchObject({ status: 'completed' });
});

it('a customer reads that the provider is down, and pays at the next click', async () => {
  const { page } = await customer();
  const { baseUrl } = instance.ready;
  // More than one: the first run of a new collection asks the provider, too.
  await call(`${baseUrl}/_local/faults`, 'POST', { service: 'sandbox', kind: 'error', times: 9 });
  await pay(page);
  expect(await page.getByRole('alert').textContent()).toContain('cannot take payments right now');
  await call(`${baseUrl}/_local/faults`, 'DELETE');
  await pay(page);
  await page.waitForURL('**/_local/sandbox/checkout/*');
  expect(await heading(page)).toMatch(/^Pay /);
});
