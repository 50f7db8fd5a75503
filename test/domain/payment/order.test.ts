/** The order that a provider gets. */
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
  it('an order contains only stored data', () => {
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
      cancelUrl: expect.stringMatching(/^https:\/\/collections\.example\/pay\/[0-9a-z]{60}\?cancelled=1$/),
    });
  });

  it('an order is for the amount asked now, not for the collection’s amount', () => {
    expect(order().amount).toEqual(amount);
  });

  it('an order gives the phone in E.164, even if it was stored as typed, and no phone if it is not a number', () => {
    expect(order({ contact: aContact({ phone: '0803 123 4567' }) }).customer.phone).toBe('+2348031234567');
    expect(order({ contact: aContact({ phone: '12345' }) }).customer).not.toHaveProperty('phone');
  });

  it.each([
    ['{"description":"School fees"}', 'School fees'],
    ['[{"description":"Hoodie"},{"description":"Cap"}]', expect.stringContaining('Hoodie')],
    ['{"description":" \\n "}', 'PSK_txn_8a7f34'],
  ])('an order for the metadata %s has its description', (metadata, description) => {
    expect(order({ metadata }).description).toEqual(description);
  });

  it('an order returns the customer to a page with its link, even if payment_link is not among the methods', () => {
    const { returnUrl } = order();
    const token = parseLinkToken(new URL(returnUrl).pathname.slice('/pay/'.length));
    expect(token && isOurLink(token, 'pay', account.salt)).toBe(true);
    expect(token?.ref).toEqual(aCollection({ account: account.id }).ref);
  });
});
