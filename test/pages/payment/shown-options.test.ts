/** The ways to pay without the button: the payment page shows what the payer needs, but not the phone number. */
import { describe, expect, it } from 'vitest';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { type Given, IN_FRENCH, page as pageOf } from './a-view.ts';
import { received } from './an-entry.ts';

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

const page = (options: ProviderOption[], given: Given = {}) =>
  pageOf({ ...given, collection: { options, ...given.collection } });

describe('a bank account', () => {
  it('a bank account is shown as text to copy, with the amount and its expiry', () => {
    const html = page([VIRTUAL]);
    expect(html).toContain(
      '<h2>Pay by bank transfer</h2></summary><p>Transfer exactly NGN\u00a0<span class="pick">45,000.00</span> to:</p>',
    );
    expect(html).toContain('<dt>Account number</dt><dd class="copy"><bdi>9930001234</bdi>');
    expect(html).toContain('<bdi>Shop / &lt;Ada&gt;</bdi>');
    expect(html).toContain('<dt>Valid until</dt><dd><bdi>Sun 1 Mar, 11:00</bdi>');
  });

  it('a bank account asks for the amount with the fee on top, where there is one', () => {
    const html = page([{ ...VIRTUAL, amount: { minor: 4_563_000, currency: 'NGN' } }]);
    expect(html).toContain('Transfer exactly NGN\u00a0<span class="pick">45,630.00</span> to:');
  });

  it('a bank account for another amount than is outstanding is offered anew by a button, and its number is not shown', () => {
    const html = page([VIRTUAL], { entries: [received(500_000)] });
    expect(html).not.toContain('9930001234');
    expect(html).toContain('name="method" value="virtual_account"><button class="go quiet">Show account details');
  });

  it('a bank account that was opened for the rest is shown until the rest changes', () => {
    const rest = { ...VIRTUAL, asked: { minor: 4_000_000, currency: 'NGN' } };
    expect(page([rest], { entries: [received(500_000)] })).toContain(
      'Transfer exactly NGN\u00a0<span class="pick">40,000.00</span> to:',
    );
    expect(page([rest], { entries: [received(500_000), received(1)] })).not.toContain('9930001234');
    expect(page([rest])).not.toContain('9930001234');
  });

  it('a bank account is shown once when two methods lead to it', () => {
    expect(page([VIRTUAL, TRANSFER]).match(/9930001234/g)).toHaveLength(1);
  });

  it.each([
    [{ accountNumber: '5550009876' }, ['Wema Bank …1234', 'Wema Bank …9876']],
    [{ accountNumber: '5550009876', bankName: 'Union Bank' }, ['Wema Bank', 'Union Bank']],
  ])('two accounts of which one is %j are told apart in their headings', (other, names) => {
    const headings = [...page([VIRTUAL, { ...TRANSFER, ...other }]).matchAll(/<h2>(Pay by bank.*?)<\/h2>/g)];
    expect(headings.map(([, heading]) => heading)).toEqual(names.map((name) => `Pay by bank transfer · ${name}`));
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
    expect(html).toContain(
      '<h2>Pay with MTN</h2></summary><p>Approve the request on …67 or dial *170# and pay 4001234.</p>',
    );
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
    [
      'Open http://localhost:4600/sandbox/1?a=b.',
      'Open <a rel="noreferrer" href="http://localhost:4600/sandbox/1?a=b">localhost:4600</a> .',
    ],
    [
      'Open http://127.0.0.1/a, not http://localhost.pay.example/a',
      'Open <a rel="noreferrer" href="http://127.0.0.1/a">127.0.0.1</a> , not',
    ],
    ['Dial\n*170#\u202e', 'Dial *170#'],
  ])('the instructions %j are shown as %s', (instructions, shown) => {
    expect(page([{ ...MOBILE, instructions }])).toContain(`<h2>Pay with MTN</h2></summary><p>${shown}</p>`);
  });
});

describe('an option', () => {
  it('a payment option disappears at its own expiry, and a button offers what the provider can open anew', () => {
    expect(page([VIRTUAL, MOBILE], { minutes: 59 })).toContain('9930001234');
    const later = page([VIRTUAL, MOBILE], { minutes: 60 });
    expect(later).not.toMatch(/9930001234|Pay with MTN/);
    expect(later).toContain('Show account details');
    // Paystack has no mobile money in NGN.
    expect(later).not.toContain('mobile_money');
  });

  it('the link of a card option is not shown, because it leads to this page, and the card has a button', () => {
    const html = page([CARD]);
    expect(html).not.toContain('pay.example');
    expect(html).toContain(
      'name="method" value="card"><button class="go quiet">Pay NGN\u00a045,000.00 by card</button>',
    );
  });

  it('a payment option that has run out is not offered anew where no provider can open it', () => {
    const html = page([VIRTUAL], { minutes: 60, providers: [] });
    expect(html).not.toMatch(/<form|9930001234/);
    expect(html).toContain('cannot be made online');
  });

  it('a payment option disappears when the collection can no longer be paid', () => {
    for (const status of ['completed', 'cancelled', 'expired'] as const) {
      expect(page([VIRTUAL, MOBILE], { collection: { status } })).not.toMatch(/9930001234|mobile_money|MTN/);
    }
  });
});

describe('in French', () => {
  it('our own instructions are in French on a French page, and those of a provider as it gave them', () => {
    const french = (instructions: string) => page([{ ...MOBILE, instructions }], { collection: IN_FRENCH });
    expect(french('Approve the payment on your phone.')).toContain('<p>Approuvez le paiement sur votre téléphone.</p>');
    expect(french('Open https://pay.example/a to approve the payment.')).toContain(
      '<p>Ouvrez <a rel="noreferrer" href="https://pay.example/a">pay.example</a> pour approuver le paiement.</p>',
    );
    expect(french('Dial *170#')).toContain('<p>Dial *170#</p>');
    expect(french('constructor')).toContain('<p>constructor</p>');
  });
});
