/** The workbench in a real browser with the real local run: the first payment, the way to the console, each screen, and the docs. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';
import { barriers, focused, overflow, useBrowser } from './open-browser.ts';
import { serve } from './serve-pages.ts';

const dataDir = useDataDir();
const browser = useBrowser();
/** Another page of this machine, which may not drive the local run. */
const elsewhere = serve((_request, response) =>
  response.setHeader('content-type', 'text/html').end('<title>Elsewhere</title>'),
);
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 320, height: 640 };

let instance: Instance;
let context: BrowserContext;
let page: Page;
/** What the page asked of other hosts, and what the browser complained of. */
const strays: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
  ({ context, page } = await open('/', { viewport: WIDE }));
});
afterAll(() => context?.close());

async function open(path: string, options: BrowserContextOptions = {}) {
  const opened = await browser.current.newContext(options);
  const at = await opened.newPage();
  at.on('request', (request) => {
    if (!request.url().startsWith(instance.ready.baseUrl)) strays.push(request.url());
  });
  at.on('console', (message) => complaints.push(`${message.text()} ${message.location().url}`));
  at.on('pageerror', (error) => complaints.push(error.message));
  await at.goto(instance.ready.baseUrl + path);
  return { context: opened, page: at };
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const local = (path: string) => call(`${instance.ready.baseUrl}/_local/${path}`);

describe('the first payment', () => {
  it('from the empty workbench a click creates a collection, and shows the phone of its customer', async () => {
    await button('Create the collection').click();
    await page.getByRole('heading', { name: 'Ada Obi' }).waitFor();
    await page.getByText('No messages yet.').waitFor();
    expect(await page.locator('.ledger .status').textContent()).toBe('pending');
  });

  it('moving the clock by a day shows at least four messages, on the phone and in the mailbox', async () => {
    await button('+ 1 day').click();
    await page.locator('.moving').waitFor();
    await page.locator('.moving').waitFor({ state: 'detached' });
    const shown = (await page.locator('.bubble').count()) + (await page.locator('.mail').count());
    expect(shown).toBeGreaterThanOrEqual(4);
    expect(((await local('messages')).body as unknown as unknown[]).length).toBe(shown);
  });

  it('an email opens in a dialog as its reader sees it, and closing it gives the focus back', async () => {
    await page.locator('.mail').first().click();
    await page.frameLocator('iframe').getByText('Hello Ada').first().waitFor();
    const link = page.frameLocator('iframe').getByRole('link', { name: /Pay/ }).first();
    const [pay] = await Promise.all([context.waitForEvent('page'), link.click()]);
    // A page that were still in the sandbox of the email could not send its form.
    expect(await pay.evaluate('self.origin')).toBe(instance.ready.baseUrl);
    await pay.close();
    await button('Close').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => (await focused(page)).name).toBe('BUTTON');
  });

  it('a receipt changes the message', async () => {
    const bubble = page.locator('.bubble').first();
    await bubble.locator('summary').click();
    await bubble.getByRole('button', { name: 'Send receipt' }).click();
    await bubble.locator('.ticks.delivered').waitFor();
  });

  it('a reply of the customer is shown on the phone', async () => {
    await button('I will pay on Friday').click();
    await page.locator('.bubble.mine').waitFor();
  });

  it('paying from a message completes the collection, and its webhook is verified', async () => {
    const [pay] = await Promise.all([context.waitForEvent('page'), page.locator('.pay-now').last().click()]);
    await pay.getByRole('button', { name: /^Pay/ }).click();
    await pay.waitForURL('**/_local/sandbox/checkout/*');
    await pay.getByRole('button', { name: /^Pay/ }).click();
    await pay.waitForURL('**/pay/*');
    await pay.close();
    await page.locator('.ledger .status.completed').waitFor();
    await page.getByText('That is the whole life of a collection.').waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    const told = page.locator('.webhooks li', { hasText: 'collection.completed' });
    await told.waitFor();
    expect(await told.textContent()).toContain('signature right');
  });

  it('a refund at the sandbox provider reaches the service', async () => {
    await page.goto(`${instance.ready.baseUrl}/#/messages`);
    await page.getByText('At the sandbox provider').click();
    await page.getByLabel('What happens').selectOption('Its payment is refunded');
    await button('Let it happen').click();
    await page.getByText('Its payment is refunded: done.').waitFor({ state: 'attached' });
    await page.goto(`${instance.ready.baseUrl}/#/webhooks`);
    await page.locator('.webhooks li', { hasText: 'payment.refunded' }).waitFor();
  });

  it('the timeline of a collection is in the console, in a tab that is signed in without another click', async () => {
    await page.goto(`${instance.ready.baseUrl}/#/messages`);
    const openTab = async () => {
      const link = page.getByRole('link', { name: /^order-/ }).first();
      const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
      await tab.getByText('The customer wrote: “I will pay on Friday”').waitFor();
      await tab.close();
    };
    await openTab();
    // The second time there is a session.
    await openTab();
  });
});

const SCREENS = ['messages', 'schedules', 'webhooks', 'faults', 'account'];

describe('every screen', () => {
  it('no screen has a barrier that axe finds, in light and dark mode', async () => {
    expect(await barriers(page)).toEqual([]);
    for (const screen of SCREENS) {
      await page.goto(`${instance.ready.baseUrl}/#/${screen}`);
      await page.locator('main > *:not(h1)').first().waitFor();
      expect(await barriers(page)).toEqual([]);
    }
  });

  it('every screen fits a window of 320 pixels', async () => {
    await page.setViewportSize(NARROW);
    for (const screen of SCREENS) {
      await page.goto(`${instance.ready.baseUrl}/#/${screen}`);
      await page.locator('main > *:not(h1)').first().waitFor();
      expect(await overflow(page)).toBe(0);
    }
    await page.setViewportSize(WIDE);
  });

  it('markup in a name and in a reply stays text', async () => {
    const { baseUrl, apiKey } = instance.ready;
    const contact = { firstName: '<img src=x>', lastName: '<b>B</b>', phone: '+2348035550001', email: 'b@example.com' };
    const create = { reference: '<script>1</script>', amount: { value: 1, currency: 'NGN' }, contact };
    expect((await call(`${baseUrl}/public/collections`, 'POST', create, apiKey)).status).toBe(201);
    await page.goto(`${baseUrl}/#/messages/${encodeURIComponent(contact.phone)}`);
    await page.getByText('<script>1</script>').waitFor();
    expect(await page.locator('main img, main script, main b').count()).toBe(0);
  });

  it('a call that is refused is told, and the page goes on', async () => {
    await page.getByText('At the sandbox provider').click();
    await page.getByLabel('What happens').selectOption('Its payment is refunded');
    await button('Let it happen').click();
    expect(await page.getByRole('alert').textContent()).toContain('transaction must be what a payment answered');
  });
});

it('with the keyboard alone a collection is created and the clock is moved', async () => {
  await page.goto(`${instance.ready.baseUrl}/#/messages`);
  await button('Create the collection').waitFor();
  const to = async (name: string) => {
    for (let pressed = 0; pressed < 60; pressed += 1) {
      await page.keyboard.press('Tab');
      const { text, outline } = await focused(page);
      if (text.trim() !== name) continue;
      expect(outline).toBeGreaterThanOrEqual(2);
      return page.keyboard.press('Enter');
    }
    throw new Error(`The keyboard does not reach ${name}`);
  };
  await to('Create the collection');
  await page.getByText(/^Collection order-\w+ was created\.$/).waitFor({ state: 'attached' });
  await to('Next run');
  await page.getByText(/^The clock was moved to the next run\./).waitFor({ state: 'attached' });
});

describe('another page', () => {
  it('another page can neither read nor drive the local run, nor put the workbench in a frame', async () => {
    const { context: other, page: foreign } = await openElsewhere();
    const { baseUrl } = instance.ready;
    const before = Date.parse(String((await local('clock')).body['now']));
    const tried = await foreign.evaluate(`Promise.allSettled([
      fetch('${baseUrl}/_local/demo').then((answer) => answer.text()),
      fetch('${baseUrl}/_local/clock', { method: 'POST', body: '{"advanceMinutes": 100000}', mode: 'no-cors' }),
    ]).then((all) => all.map(({ status, value }) => status === 'fulfilled' ? String(value) : status))`);
    expect(JSON.stringify(tried)).not.toContain('ck_test_');
    expect(Date.parse(String((await local('clock')).body['now'])) - before).toBeLessThan(60_000_000);
    await foreign.evaluate(`new Promise((resolve) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.onload = resolve;
      frame.src = '${baseUrl}/';
    })`);
    expect(await foreign.frames().at(-1)?.locator('.wordmark').count()).toBe(0);
    await other.close();
  });

  async function openElsewhere() {
    const other = await browser.current.newContext();
    const at = await other.newPage();
    await at.goto(elsewhere.url.replace('127.0.0.1', 'localhost'));
    return { context: other, page: at };
  }
});

describe('the docs', () => {
  const PAGES = ['/docs', '/docs/first-payment'];

  it('the docs are readable without JavaScript, at 320 pixels, and on the way back to the workbench', async () => {
    const { context: plain, page: docs } = await open('/docs', { javaScriptEnabled: false, viewport: NARROW });
    for (const path of PAGES) {
      await docs.goto(instance.ready.baseUrl + path);
      expect(await overflow(docs)).toBe(0);
      expect(await docs.getByRole('heading', { level: 1 }).count()).toBe(1);
    }
    await docs.goto(`${instance.ready.baseUrl}/docs/codes#code-not_now`);
    expect(await docs.locator('#code-not_now').isVisible()).toBe(true);
    await docs.getByRole('link', { name: 'Workbench' }).click();
    expect(new URL(docs.url()).pathname).toBe('/');
    await plain.close();
  });

  it('the docs are searched by the keyboard, and a call runs on the page', async () => {
    const { context: read, page: docs } = await open('/docs#code-not_now');
    await docs.waitForURL(/\/docs\/codes#code-not_now$/);
    await docs.keyboard.press('/');
    await docs.keyboard.type('request to collect');
    await docs.keyboard.press('Enter');
    await docs.waitForURL(/\/docs\/api-collections#createCollection$/);
    const create = docs.locator('#createCollection');
    await create.getByText('Python').click();
    expect(await create.getByText('import requests').isVisible()).toBe(true);
    await create.getByText('Run it here').click();
    await create.getByLabel('Body').fill(JSON.stringify({ reference: 'from-the-docs' }));
    await create.getByRole('button', { name: 'Send POST' }).click();
    await create.getByText('"code": "validation_failed"').waitFor();
    expect(await barriers(docs)).toEqual([]);
    await read.close();
  });

  it('the docs have no barrier that axe finds, in light and dark mode', async () => {
    const { context: read, page: docs } = await open('/docs/follow-up-policy');
    expect(await barriers(docs)).toEqual([]);
    await read.close();
  });
});

it('no page asked another host for anything, and the browser complained of nothing but what the service refused', () => {
  expect(strays).toEqual([]);
  // What was never paid cannot be refunded, the first way to the console had no session yet, and a body in the docs was not complete.
  const refused =
    /status of 400 .*\/(?:_local\/sandbox\/refunds|public\/collections)$|status of 401 .*\/console\/session$/;
  expect(complaints.filter((text) => !refused.test(text))).toEqual([]);
});
