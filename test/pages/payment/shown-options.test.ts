/** The ways to pay without the button: the payment page shows what the payer needs, but not the phone number. */
import { describe, expect, it } from 'vitest';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { paymentPage } from '#lib/pages/payment/payment-page.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { aView, received } from './a-view.ts';

const expiresAt = minutesLater(60).toISOString();
const account = { bankName: 'Wema Bank', accountNumber: '9930001234', accountName: 'Shop / <Ada>', expiresAt };
const VIRTUAL: ProviderOption = { method: 'virtual_account', ...account };
const TRANSFER: ProviderOption = { method: 'bank_transfer', ...account };
const MOBILE: ProviderOption = {
  method: 'mobile_money',
  provider: 'MTN',
  phone: '+2348031234567',
  instructions: 'Approve the request on 0803 123 4567 or dial *170# and pay 4001234.',
  expiresAt,
};
const CARD: ProviderOption = { method: 'card', link: 'https://pay.example/1', expiresAt };

const page = (options: ProviderOption[], given: Parameters<typeof aView>[0] = {}) =>
  paymentPage(aView({ ...given, collection: { options, ...given.collection } }), { kind: 'asked' });

describe('a bank account', () => {
  it('a bank account is shown as text to copy, with the remaining amount and its expiry', () => {
    const html = page([VIRTUAL], { payments: [received(500_000)] });
    expect(html).toContain('<h2>Pay by bank transfer</h2><p>Transfer exactly NGN\u00a040,000.00 to:</p>');
    expect(html).toContain('<dt>Account number</dt><dd class="copy"><bdi>9930001234</bdi>');
    expect(html).toContain('<bdi>Shop / &lt;Ada&gt;</bdi>');
    expect(html).toContain('<dt>Valid until</dt><dd><bdi>Sun 1 Mar, 11:00</bdi>');
  });

  it('a bank account is shown once when two methods lead to it', () => {
    expect(page([VIRTUAL, TRANSFER]).match(/9930001234/g)).toHaveLength(1);
    expect(page([VIRTUAL, { ...TRANSFER, accountNumber: '1' }]).match(/<h2>/g)).toHaveLength(2);
  });

  it('a bank account is shown without a provider’s page too, and the page does not say that online payment is impossible', () => {
    const html = page([VIRTUAL], { providers: [] });
    expect(html).toContain('9930001234');
    expect(html).not.toContain('cannot be made online');
  });
});

describe('mobile money', () => {
  it('a mobile money option shows the network and the instructions, but not the contact’s number in any form', () => {
    const html = page([MOBILE]);
    expect(html).toContain('<h2>Pay with MTN</h2><p>Approve the request on …67 or dial *170# and pay 4001234.</p>');
    expect(html).not.toContain('8031234567');
  });
});

describe('instructions', () => {
  it.each([
    [
      'Open https://pay.example/a?b="1 to approve.',
      'Open <a rel="noreferrer" href="https://pay.example/a?b=&quot;1">pay.example</a> to approve.',
    ],
    ['Open https://pay.example/a.', 'Open <a rel="noreferrer" href="https://pay.example/a">pay.example</a> .'],
    ['Open http://pay.example/a or javascript:alert(1) <b>', 'Open or &lt;b&gt;'],
    ['Dial\n*170#\u202e', 'Dial *170#'],
  ])('the instructions %j are shown as %s', (instructions, shown) => {
    expect(page([{ ...MOBILE, instructions }])).toContain(`<h2>Pay with MTN</h2><p>${shown}</p>`);
  });
});

describe('an option', () => {
  it('a payment option disappears at its own expiry', () => {
    expect(page([VIRTUAL, MOBILE], { minutes: 59 })).toContain('9930001234');
    const later = page([VIRTUAL, MOBILE], { minutes: 60 });
    expect(later).not.toContain('<h2>');
    expect(later).toContain('<form');
  });

  it('a payment option disappears when the collection can no longer be paid', () => {
    for (const status of ['completed', 'cancelled', 'expired'] as const) {
      expect(page([VIRTUAL, MOBILE], { collection: { status } })).not.toContain('<h2>');
    }
  });

  it('a card option is not shown, because the button opens a new session', () => {
    expect(page([CARD])).not.toContain('pay.example');
  });
});
