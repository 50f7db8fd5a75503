/** What a provider is asked to collect. */
import { describe, expect, it } from 'vitest';
import { phoneOf } from '#lib/domain/contact.ts';
import { isOurLink, parseLinkToken } from '#lib/domain/ids.ts';
import { orderFor } from '#lib/domain/payment/order.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { aCollection, aContact, anAccount, CREATED_AT } from '#test/support/a-collection.ts';

const account = anAccount({ name: 'Ada’s Shop', country: 'NG' });
const baseUrl = 'https://collections.example';
const amount = { minor: 1_250_000, currency: 'NGN' };
const order = (given: Parameters<typeof aCollection>[0] = {}) => {
  const collection = aCollection({ account: account.id, ...given });
  const phone = phoneOf(collection.contact, account);
  return orderFor({ collection, account, phone, method: 'card', number: 2, amount, baseUrl, now: CREATED_AT });
};

describe('an order', () => {
  it('is made of what is stored', () => {
    const collection = aCollection({ account: account.id });
    expect(order()).toEqual({
      reference: providerReference(collection.ref, 'card', 2),
      amount,
      customer: { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: '+2348031234567' },
      merchant: 'Ada’s Shop',
      description: 'PSK_txn_8a7f34',
      expiresAt: collection.expiresAt,
      now: CREATED_AT,
      returnUrl: expect.stringMatching(/^https:\/\/collections\.example\/pay\/[0-9a-z]{60}\?returned=1$/),
    });
  });

  it('is for what is asked now, not for the collection’s amount', () => {
    expect(order().amount).toEqual(amount);
  });

  it('gives a phone in E.164, also when it was stored as it was typed, and none that is no number', () => {
    expect(order({ contact: aContact({ phone: '0803 123 4567' }) }).customer.phone).toBe('+2348031234567');
    expect(order({ contact: aContact({ phone: '12345' }) }).customer).not.toHaveProperty('phone');
  });

  it.each([
    ['{"description":"School fees"}', 'School fees'],
    ['[{"description":"Hoodie"},{"description":"Cap"}]', expect.stringContaining('Hoodie')],
    ['{"description":" \\n "}', 'PSK_txn_8a7f34'],
  ])('says what it is for: %s', (metadata, description) => {
    expect(order({ metadata }).description).toEqual(description);
  });

  it('brings the customer back to a page that knows its link, whether or not it was among the ways to pay', () => {
    const { returnUrl } = order();
    const token = parseLinkToken(new URL(returnUrl).pathname.slice('/pay/'.length));
    expect(token && isOurLink(token, 'pay', account.salt)).toBe(true);
    expect(token?.ref).toEqual(aCollection({ account: account.id }).ref);
  });
});
