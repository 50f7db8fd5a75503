/** The payment page in a real browser: contrast, size, keyboard use, and the content security policy. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { disputed, received, refunded } from '#test/pages/payment/an-entry.ts';
import { aContact } from '#test/support/a-collection.ts';
import { captureLogs } from '#test/support/logs.ts';
import { faintTexts, focused, overflow, useBrowser } from './open-browser.ts';
import { serve, servePages } from './serve-pages.ts';

captureLogs();
const browser = useBrowser();
const pages = servePages();
const elsewhere = serve((_request, response) => response.end('<title>Elsewhere</title>'));
/** Redirects to the address in the query parameter `to`, if there is one. */
const provider = serve((request, response) => {
  const onwards = new URL(request.url ?? '', 'http://localhost').searchParams.get('to');
  if (onwards === null) response.end('<title>Provider</title><h1>Pay here</h1>');
  else response.writeHead(303, { location: onwards }).end();
});
beforeEach(() => {
  pages.hosts = [provider.url];
  pages.checkout = `${provider.url}/checkout`;
});

const PHONE = { width: 390, height: 844 };
const FRENCH = { contact: aContact({ phone: '+221771234567' }), amount: { minor: 4_500_000, currency: 'XOF' } };

/** Opens a page and records its requests and console messages. */
async function visit(url: string, options: BrowserContextOptions = {}) {
  const context = await browser.current.newContext({ viewport: PHONE, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, requests, complaints };
}

/** Opens every way to pay, although a reader opens one at a time. */
const unfold = (page: Page) =>
  page.evaluate(`for (const way of document.querySelectorAll('details')) {
    way.removeAttribute('name');
    way.open = true;
  }`);

const button = (page: Page) => page.getByRole('button');
const at = '2099-01-01T00:00:00.000Z';
const OPTIONS = [
  { method: 'virtual_account', bankName: 'Wema Bank', accountNumber: '9930001234', accountName: 'Acme', expiresAt: at },
  { method: 'mobile_money', provider: 'MTN', phone: '+1', instructions: 'Open https://mtn.example/a', expiresAt: at },
] as const;
const LONG = { reference: 'x'.repeat(255), metadata: JSON.stringify({ description: 'W'.repeat(300) }) };

const SUPPORT = { supportPhone: '+2348031112222', supportEmail: 'help@shop.example' };
/** Of Stripe, which has no mobile money. */
const EVERY_WAY = {
  amount: { minor: 4_500_000, currency: 'EUR' },
  payable: { enabled: true, methods: ['payment_link', 'card', 'bank_transfer'] },
  options: [OPTIONS[1]],
} as const;

const STATES = {
  open: () => pages.show({ metadata: '{"description":"School fees, second term"}' }),
  overdue: () => pages.show({ status: 'overdue' }),
  'part-paid, with other ways to pay': () => pages.show({ entries: [received(1_000_000)], options: OPTIONS }),
  'with every way to pay': () => pages.show({ ...EVERY_WAY, account: SUPPORT }),
  'with a code to enter': () => pages.show({ options: [{ ...OPTIONS[1], needsCode: true }] }),
  'just returned': () => `${pages.show()}?returned=1`,
  'just left': () => `${pages.show()}?cancelled=1`,
  paid: () => pages.show({ status: 'completed', entries: [received(4_500_000)], account: SUPPORT }),
  'paid too much': () => pages.show({ status: 'completed', entries: [received(5_000_000)] }),
  'refunded and disputed': () =>
    pages.show({
      status: 'completed',
      entries: [received(4_500_000), refunded(1_000_000), disputed(3_500_000)],
      account: SUPPORT,
    }),
  expired: () => pages.show({ status: 'expired', entries: [received(1_000_000)] }),
  'expired, and just returned': () => `${pages.show({ status: 'expired' })}?returned=1`,
  cancelled: () => pages.show({ status: 'cancelled' }),
  unknown: () => pages.show().slice(0, -1),
  'in French': () => pages.show({ ...FRENCH, options: OPTIONS }),
  'of several debts': () => pages.showDebts(25),
  'of several debts, and just returned': () => `${pages.showDebts(3)}?returned=${'0'.repeat(24)}1`,
  'of several debts, all of them paid': () => pages.showDebts(0),
  'with the longest words': () => pages.show({ ...LONG, merchant: 'M'.repeat(100), options: OPTIONS }),
  'with the largest amount': () => pages.show({ amount: { minor: 10 ** 14, currency: 'NGN' } }),
};

describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('the page: %s', (state) => {
  it(`the payment page (${state}) requests nothing but itself, and the browser reports no problem`, async () => {
    const url = STATES[state]();
    const { page, requests, complaints } = await visit(url);
    expect(requests).toEqual([url]);
    // The browser itself reports a 404.
    expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.title()).not.toBe('');
  });

  it(`the payment page (${state}) has enough contrast in light and dark mode`, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit(STATES[state](), { colorScheme });
      await unfold(page);
      expect(await faintTexts(page)).toEqual([]);
    }
  });

  it(`the payment page (${state}) fits a window of 320 pixels, with a button as large as a thumb`, async () => {
    const { page } = await visit(STATES[state](), { viewport: { width: 320, height: 480 } });
    await unfold(page);
    expect(await overflow(page)).toBe(0);
    for (const target of await page
      .locator('button:not([hidden]), a.go, select, summary, input:not([type=hidden], [type=checkbox])')
      .all()) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(200);
    }
  });
});

describe('the keyboard', () => {
  it('the keyboard reaches the Pay button first, shows the focus, and pays', async () => {
    const { page } = await visit(pages.show());
    await page.keyboard.press('Tab');
    expect(await focused(page)).toEqual({ name: 'BUTTON', text: 'Pay NGN\u00a045,000.00', outline: 3 });
    await page.keyboard.press('Enter');
    await page.waitForURL(`${provider.url}/**`);
  });

  it('the keyboard reaches the link to check again first when the payer has just returned', async () => {
    const { page } = await visit(`${pages.show()}?returned=1`);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatchObject({ name: 'A', text: 'Check again', outline: 3 });
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatchObject({ name: 'BUTTON', outline: 3 });
  });
});

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  it(`a payer who has returned can check again until the payment is received (JavaScript: ${javaScriptEnabled})`, async () => {
    const { page } = await visit(`${pages.show()}?returned=1`, { javaScriptEnabled });
    expect(await page.getByRole('status').textContent()).toContain('is being confirmed');
    await page.getByRole('link', { name: 'Check again' }).click();
    expect(await page.getByRole('status').count()).toBe(1);
    pages.show({ status: 'completed' });
    await page.getByRole('link', { name: 'Check again' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Payment received');
  });

  it(`a provider’s page that the policy does not name is reached by its own link (JavaScript: ${javaScriptEnabled})`, async () => {
    pages.checkout = 'https://elsewhere.example/pay';
    const { page, complaints } = await visit(pages.show(), { javaScriptEnabled });
    await button(page).click();
    const link = page.getByRole('link', { name: 'Continue to elsewhere.example' });
    expect(await link.getAttribute('href')).toBe(pages.checkout);
    expect(complaints).toEqual([]);
  });
});

describe('the policy', () => {
  it('the content security policy stops a form that the provider redirects to another host', async () => {
    pages.checkout = `${provider.url}/?to=${encodeURIComponent(elsewhere.url)}`;
    const url = pages.show();
    const { page, complaints } = await visit(url);
    await button(page).click();
    await expect.poll(() => complaints.join()).toContain('form-action');
    expect(page.url()).not.toContain(elsewhere.url);
    expect(await page.title()).not.toBe('Elsewhere');
  });

  it('the content security policy stops an injected script', async () => {
    const { page } = await visit(pages.show());
    const ran = page.evaluate(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'document.title = "Owned"';
      document.body.append(script);
    })`);
    expect(await ran).toMatch(/^script-src/);
    expect(await page.title()).toBe('Payment to Acme Stores');
  });
});

describe('the QR code', () => {
  it('the QR code is hidden on a phone, and shown on a wide screen and on paper', async () => {
    const { page } = await visit(pages.show());
    const code = page.getByRole('img', { name: 'Scan to open this page on a phone.', includeHidden: true });
    expect(await code.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1200, height: 800 });
    expect(await code.isVisible()).toBe(true);
    expect(await code.boundingBox()).toMatchObject({ width: 160, height: 160 });
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ media: 'print' });
    expect(await code.isVisible()).toBe(true);
  });
});

describe('on paper', () => {
  it('a printed receipt is dark on white in dark mode too, and has all of the receipt', async () => {
    const url = pages.show({ status: 'completed', entries: [received(4_500_000)], account: SUPPORT });
    const { page } = await visit(url, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.querySelector("dd")).color')).toBe('rgb(0, 0, 0)');
    expect(await page.evaluate('getComputedStyle(document.querySelector("main")).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    for (const text of ['Paid on', 'Card', 't-4500000', '+2348031112222']) {
      expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true);
    }
    expect(await page.getByText('You can print').isVisible()).toBe(false);
  });

  it('a printed page of what is to be paid has no buttons', async () => {
    const { page } = await visit(pages.show({ ...EVERY_WAY }));
    await page.emulateMedia({ media: 'print' });
    for (const each of await page.locator('button').all()) expect(await each.isVisible()).toBe(false);
    expect(await page.getByText('Reference').isVisible()).toBe(true);
  });
});
