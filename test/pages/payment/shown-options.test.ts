/** The ways to pay without the button: what the payer needs, and nothing of how they can be reached. */
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
  it('is text to copy, with what is still to be paid and until when', () => {
    const html = page([VIRTUAL], { payments: [received(500_000)] });
    expect(html).toContain('<h2>Pay by bank transfer</h2><p>Transfer exactly NGN\u00a040,000.00 to:</p>');
    expect(html).toContain('<dt>Account number</dt><dd class="copy"><bdi>9930001234</bdi>');
    expect(html).toContain('<bdi>Shop / &lt;Ada&gt;</bdi>');
    expect(html).toContain('<dt>Valid until</dt><dd><bdi>Sun 1 Mar, 11:00</bdi>');
  });

  it('is shown once when two methods lead to it', () => {
    expect(page([VIRTUAL, TRANSFER]).match(/9930001234/g)).toHaveLength(1);
    expect(page([VIRTUAL, { ...TRANSFER, accountNumber: '1' }]).match(/<h2>/g)).toHaveLength(2);
  });

  it('is there without a provider’s page as well, and then nothing says that it cannot be paid', () => {
    const html = page([VIRTUAL], { providers: [] });
    expect(html).toContain('9930001234');
    expect(html).not.toContain('cannot be made online');
  });
});

describe('mobile money', () => {
  it('names the network and what to do, but not the contact’s number, however it is written', () => {
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
  ])('%j', (instructions, shown) => {
    expect(page([{ ...MOBILE, instructions }])).toContain(`<h2>Pay with MTN</h2><p>${shown}</p>`);
  });
});

describe('an option', () => {
  it('is gone from its own expiry on', () => {
    expect(page([VIRTUAL, MOBILE], { minutes: 59 })).toContain('9930001234');
    const later = page([VIRTUAL, MOBILE], { minutes: 60 });
    expect(later).not.toContain('<h2>');
    expect(later).toContain('<form');
  });

  it('is gone once the collection can no longer be paid', () => {
    for (const status of ['completed', 'cancelled', 'expired'] as const) {
      expect(page([VIRTUAL, MOBILE], { collection: { status } })).not.toContain('<h2>');
    }
  });

  it('of the provider’s own page for cards is left to the button, whose session is fresh', () => {
    expect(page([CARD])).not.toContain('pay.example');
  });
});
