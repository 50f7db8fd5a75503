/** The ways to pay on the payment page: one block for each, in order, and which of them a click may ask for. */
import { describe, expect, it } from 'vitest';
import { phoneOf } from '#lib/domain/contact.ts';
import type { PaymentMethod } from '#lib/domain/payment/payment-methods.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { paymentPage } from '#lib/pages/payment/payment-page.ts';
import { viewPayment, withOption } from '#lib/pages/payment/payment-view.ts';
import { readClick } from '#lib/pages/payment/ways.ts';
import { aCollection, anAccountWith, minutesLater } from '#test/support/a-collection.ts';
import { aView, type Given, page } from './a-view.ts';
import { received } from './an-entry.ts';

const expiresAt = minutesLater(60).toISOString();
const OTP = { provider: 'M-Pesa', phone: '+254700000000', instructions: 'Wait.', expiresAt, needsCode: true } as const;
const MOBILE: ProviderOption = { method: 'mobile_money', ...OTP };

const payable = (...methods: PaymentMethod[]) => ({ payable: { enabled: true, methods } });
const kes = { amount: { minor: 100_000, currency: 'KES' } };
/** The headings and buttons, in order. */
const blocks = (given: Given, kind: 'asked' | 'returned' = 'asked') =>
  [...page(given, { kind }).matchAll(/<h2>(.*?)<\/h2>|<button class="(.*?)">(.*?)<\/button>/g)].map(
    ([, heading, look, label]) => (heading ?? `${look}: ${label}`).replace('\u00a0', ' '),
  );
const ALL = payable('payment_link', 'card', 'virtual_account', 'bank_transfer');

describe('the blocks', () => {
  it('each way to pay has a block, and the first button stands out', () => {
    expect(blocks({ collection: ALL })).toEqual([
      'go: Pay NGN 45,000.00',
      'Pay by card',
      'go quiet: Pay NGN 45,000.00 by card',
      'Pay by bank transfer',
      'go quiet: Show account details',
    ]);
  });

  it('a link that asks for the card shows the card first', () => {
    const given = { collection: ALL, first: 'card' };
    expect(blocks(given).slice(0, 3)).toEqual([
      'go: Pay NGN 45,000.00 by card',
      'Pay online',
      'go quiet: Pay NGN 45,000.00',
    ]);
    expect(page(given)).toContain('<input type="hidden" name="method" value="card">');
  });

  it.each(['card', 'mobile_money', 'nonsense', 'checkout', ''])(
    'a link that asks for %j shows nothing that the collection does not offer',
    (first) => {
      expect(blocks({ first })).toEqual(['go: Pay NGN 45,000.00']);
    },
  );

  it('a bank transfer is offered where it is the only account', () => {
    const html = page({ collection: payable('bank_transfer') });
    expect(html).toContain('name="method" value="bank_transfer"><button class="go quiet">Show account details');
  });

  it('a mobile money request that is open is not offered anew, and a bank account beside it is', () => {
    const both = { ...payable('mobile_money', 'bank_transfer'), options: [MOBILE] };
    expect(blocks({ providers: ['sandbox'], collection: { ...both, ...kes } })).toEqual([
      'go: Pay KES 1,000.00',
      'Pay with M-Pesa',
      'go quiet: Confirm the code',
      'Pay by bank transfer',
      'go quiet: Show account details',
    ]);
  });

  it('all but the first are folded, and opening one closes the others', () => {
    const html = page({ collection: ALL });
    expect(html.match(/<details name="way"><summary><h2>.*?<\/h2>/g)).toEqual([
      '<details name="way"><summary><h2>Pay by card</h2>',
      '<details name="way"><summary><h2>Pay by bank transfer</h2>',
    ]);
    expect(html.indexOf('Pay NGN')).toBeLessThan(html.indexOf('<details'));
  });

  it('no button stands out beside the link to check again', () => {
    expect(blocks({ collection: ALL }, 'returned').some((each) => each.startsWith('go:'))).toBe(false);
  });

  it('a payer chooses the network where no request is open', () => {
    const html = page({ collection: { ...kes, ...payable('mobile_money') } });
    expect(html).toContain(
      '<label for="network">Your network</label><select id="network" name="network" required><option value="">Choose your network</option><option>M-Pesa</option><option>Airtel</option></select>',
    );
    expect(blocks({ collection: { ...kes, ...payable('mobile_money') } })).toContain(
      'go quiet: Send a request to my phone',
    );
  });

  it('no network is asked for where the currency has none to choose from', () => {
    const html = page({ providers: ['sandbox'], collection: payable('mobile_money') });
    expect(html).toContain('Send a request to my phone');
    expect(html).not.toContain('<select');
  });

  it('a request that needs a code has a field for it', () => {
    const html = page({ collection: { ...kes, options: [MOBILE] } });
    expect(html).toContain('<label for="code">Code from your network</label><input id="code" name="code"');
    const { needsCode: _none, ...plain } = OTP;
    expect(page({ collection: { ...kes, options: [{ method: 'mobile_money', ...plain }] } })).not.toContain('"code"');
  });

  it('a request for the whole amount is sent anew after a part payment', () => {
    const part = received(10_000, { amount: { minor: 10_000, currency: 'KES' } });
    const html = page({ collection: { ...kes, options: [MOBILE] }, entries: [part] });
    expect(html).not.toContain('<h2>Pay with M-Pesa');
    expect(html).toContain('Send a request to my phone');
  });

  it('a method that the provider does not have is not offered', () => {
    const usd = { amount: { minor: 100_000, currency: 'USD' } };
    expect(blocks({ collection: { ...usd, ...payable('virtual_account', 'card') } })).toEqual([
      'go: Pay USD 1,000.00',
      'Pay by card',
      'go quiet: Pay USD 1,000.00 by card',
    ]);
  });
});

describe('what a click has opened', () => {
  const BANK = { bankName: 'Wema', accountNumber: '0123456789', accountName: 'Shop', expiresAt } as const;

  it('an account that was opened just now is shown first, for what is outstanding, in place of the old one', () => {
    const collection = aCollection({ ...ALL, received: 500_000, options: [{ method: 'bank_transfer', ...BANK }] });
    const account = anAccountWith([{ slug: 'paystack' }], { defaultProvider: 'paystack' });
    const phone = phoneOf(collection.contact, account);
    const subject = { account, collection, phone, entries: [] };
    const wallet = { ...subject, collection: { ...collection, options: [...collection.options, MOBILE] } };
    const opened = withOption(wallet, { method: 'bank_transfer', ...BANK, accountNumber: '777' });
    expect(opened.collection.options.map(({ method }) => method)).toEqual(['mobile_money', 'bank_transfer']);
    const view = viewPayment(opened, minutesLater(5), 'bank_transfer');
    expect(view.ways.map(({ kind }) => kind)).toEqual(['account', 'page', 'page']);
    const html = paymentPage(view, { kind: 'asked' });
    expect(html).toMatch(/Transfer exactly NGN\u00a0<span class="pick">40,000\.00<\/span> to:.*777.*<h2>Pay online</s);
    expect(html).not.toContain('0123456789');
  });

  it('a card option changes nothing on the page', () => {
    const collection = aCollection();
    const account = anAccountWith([{ slug: 'paystack' }], { defaultProvider: 'paystack' });
    const subject = { account, collection, phone: phoneOf(collection.contact, account), entries: [] };
    const opened = withOption(subject, { method: 'card', link: 'https://a.example', expiresAt });
    expect(opened.collection.options).toEqual([{ method: 'card', link: 'https://a.example', expiresAt }]);
  });
});

describe('a click', () => {
  const read = (form: string, given: Given = {}) => readClick(new URLSearchParams(form), aView(given));

  it.each([
    ['', {}, { method: 'checkout' }],
    ['method=checkout', {}, { method: 'checkout' }],
    ['method=card', {}, undefined],
    ['method=card', { collection: ALL }, { method: 'card' }],
    ['method=virtual_account', { collection: ALL }, { method: 'virtual_account' }],
    ['method=bank_transfer', { collection: ALL }, undefined],
    ['method=payment_link', { collection: ALL }, undefined],
    ['method=nonsense&method=checkout', {}, undefined],
    ['method=', {}, undefined],
    ['method=checkout', { providers: [] }, undefined],
    ['method=checkout', { collection: { status: 'cancelled' } }, undefined],
    ['method=card', { collection: { ...ALL, status: 'completed' } }, undefined],
  ] as const)('a click that sends %j to a page of %j asks for %j', (form, given, click) => {
    expect(read(form, given as Given)).toEqual(click);
  });

  const mobile = { collection: { ...kes, ...payable('mobile_money') } };

  it.each([
    ['network=M-Pesa', { method: 'mobile_money', network: 'M-Pesa' }],
    ['network=MTN', undefined],
    ['network=', undefined],
    ['', undefined],
    ['code=123', undefined],
  ])('a click for mobile money that sends %j asks for %j', (form, click) => {
    expect(read(`method=mobile_money&${form}`, mobile)).toEqual(click);
  });

  it('a click for mobile money needs no network where there is none to choose', () => {
    const sandbox = { providers: ['sandbox'], collection: payable('mobile_money') };
    expect(read('method=mobile_money&network=x', sandbox)).toEqual({ method: 'mobile_money' });
  });

  it.each([
    ['123456', '123456'],
    [' 12 34-56 ', '123456'],
    ['aB1', 'aB1'],
    ['', undefined],
    ['1'.repeat(20), '1'.repeat(20)],
    ['1'.repeat(21), undefined],
    ['12%0034', undefined],
    ['<script>', undefined],
  ])('the code %j of a click is read as %j', (code, given) => {
    const open = { collection: { ...kes, options: [MOBILE] } };
    const click = read(`method=mobile_money&code=${code.replaceAll(' ', '+')}`, open);
    expect(click).toEqual(given === undefined ? undefined : { method: 'mobile_money', code: given });
  });
});
