/** The workbench in a real browser with the real local run: the first payment, the keyboard, each screen, and the docs. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';
import { barriers, focused, overflow } from './measure.ts';
import { useBrowser } from './open-browser.ts';
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
  it('from the empty workbench a click creates a collection, and its plan is shown after the line of now', async () => {
    await button('Create the collection').click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    expect(await page.locator('.now ~ .entry').count()).toBeGreaterThan(3);
    await page.getByText('No messages yet.').waitFor();
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
    expect((await focused(page)).name).toBe('BUTTON');
  });

  it('a receipt changes the message and the timeline', async () => {
    const bubble = page.locator('.bubble').first();
    await bubble.locator('summary').click();
    await bubble.getByRole('button', { name: 'Send receipt' }).click();
    await page.locator('.timeline .status.delivered').waitFor();
  });

  it('a reply of the customer is shown on the phone and in the timeline', async () => {
    await button('I will pay on Friday').click();
    await page.locator('.bubble.mine').waitFor();
    await page.getByText('The customer wrote: “I will pay on Friday”').waitFor();
  });

  it('paying from a message is shown in the timeline, with the receipt and the verified webhook', async () => {
    const [pay] = await Promise.all([context.waitForEvent('page'), page.locator('.pay-now').last().click()]);
    await pay.getByRole('button', { name: /^Pay/ }).click();
    await pay.waitForURL('**/_local/sandbox/checkout/*');
    await pay.getByRole('button', { name: /^Pay/ }).click();
    await pay.waitForURL('**/pay/*');
    await pay.close();
    await page.getByText('Paid in full').waitFor();
    await page.locator('.ledger').getByText('Payment', { exact: true }).waitFor();
    const told = page.locator('.webhooks li', { hasText: 'collection.completed' });
    await told.waitFor();
    expect(await told.textContent()).toContain('signature right');
    await page.getByText('That is the whole life of a collection.').waitFor();
  });
});

const SCREENS = ['collections', 'collections/new', 'messages', 'schedules', 'webhooks', 'faults', 'account'];

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
    await page.locator('a[href^="#/collections/pay_"]').first().or(page.locator('.wordmark')).first().click();
    await page.locator('.list a[href*="pay_"]').first().click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize(WIDE);
  });

  it('markup in a name and in a reply stays text', async () => {
    const { baseUrl, apiKey } = instance.ready;
    const contact = { firstName: '<img src=x>', lastName: '<b>B</b>', phone: '+2348035550001', email: 'b@example.com' };
    const create = { reference: '<script>1</script>', amount: { value: 1, currency: 'NGN' }, contact };
    expect((await call(`${baseUrl}/public/collections`, 'POST', create, apiKey)).status).toBe(201);
    await page.goto(`${baseUrl}/#/collections/new`);
    await page.getByText('<script>1</script>').waitFor();
    expect(await page.locator('main img, main script, main b').count()).toBe(0);
  });

  it('a call that is refused is said, and the page goes on', async () => {
    await page.goto(`${instance.ready.baseUrl}/#/collections/new`);
    await page.getByLabel('Amount').fill('0');
    await button('Create the collection').click();
    expect(await page.getByRole('alert').textContent()).toContain('amount.value');
  });
});

it('with the keyboard alone a collection is created and a reminder is sent now', async () => {
  await page.goto(`${instance.ready.baseUrl}/#/collections/new`);
  // A form that is filled in stays so while only the address changes.
  await page.reload();
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
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await to('Remind now');
  // At night it is refused until the morning, and that is said.
  await page.getByText('A reminder will be sent.').or(page.getByRole('alert')).first().waitFor({ state: 'attached' });
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
    await docs.goto(`${instance.ready.baseUrl}/docs#code-not_now`);
    expect(await docs.locator('#code-not_now').isVisible()).toBe(true);
    await docs.getByRole('link', { name: 'Workbench' }).click();
    expect(new URL(docs.url()).pathname).toBe('/');
    await plain.close();
  });

  it('the docs have no barrier that axe finds, in light and dark mode', async () => {
    const { context: read, page: docs } = await open('/docs/follow-up-policy');
    expect(await barriers(docs)).toEqual([]);
    await read.close();
  });
});

it('no page asked another host for anything, and the browser complained of nothing but what the service refused', () => {
  expect(strays).toEqual([]);
  // A reminder asked for at night is refused until the morning.
  const refused = /status of 400 .*\/collections$|status of 409 .*\/follow-ups\/send$/;
  expect(complaints.filter((text) => !refused.test(text))).toEqual([]);
});
