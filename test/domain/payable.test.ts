import { describe, expect, it } from 'vitest';
import { collectionId } from '#lib/domain/ids.ts';
import { newPayable, paymentOptions } from '#lib/domain/payable.ts';
import { PAYMENT_METHODS, unavailableMethods } from '#lib/domain/payment-methods.ts';
import { aCollection } from '#test/support/a-collection.ts';

const { place } = aCollection();
const id = collectionId(place);
const where = { baseUrl: 'https://pay.example', expiresAt: '2026-03-02T09:00:00.000Z' };
const linked = newPayable({ enabled: true, methods: ['payment_link'] }, id, 'salt');

describe('the ways to pay', () => {
  it('lead to our own page by a link that carries its proof', () => {
    const link = `https://pay.example/pay/${place.account}${place.hash}${linked.proof}`;
    expect(paymentOptions(linked, place, where)).toEqual([
      { method: 'payment_link', link, expiresAt: where.expiresAt },
    ]);
    expect(linked.proof).toMatch(/^[0-9a-z]{25}$/);
  });

  it('have a proof that nobody without the salt can make, and that fits no other collection', () => {
    const asked = { enabled: true, methods: ['payment_link'] as const };
    expect(newPayable(asked, id, 'salt').proof).toBe(linked.proof);
    expect(newPayable(asked, id, 'another salt').proof).not.toBe(linked.proof);
    expect(newPayable(asked, `${id.slice(0, -1)}0`, 'salt').proof).not.toBe(linked.proof);
  });

  it('show no link where none was asked for, or paying is off', () => {
    for (const asked of [
      { enabled: true, methods: ['card'] as const },
      { enabled: false, methods: ['payment_link'] as const },
      { enabled: false, methods: [] },
    ]) {
      const payable = newPayable(asked, id, 'salt');
      expect(payable).toEqual(asked);
      expect(paymentOptions(payable, place, where)).toEqual([]);
    }
  });
});

describe('methods a provider cannot take', () => {
  it.each([
    ['paystack', 'NGN', ['mobile_money']],
    ['paystack', 'GHS', ['virtual_account', 'bank_transfer']],
    ['paystack', 'EUR', ['virtual_account', 'mobile_money', 'card', 'bank_transfer']],
    ['flutterwave', 'KES', ['virtual_account', 'bank_transfer']],
    ['monnify', 'NGN', ['mobile_money']],
    ['stripe', 'EUR', ['mobile_money']],
    ['sandbox', 'JPY', []],
    ['something-else', 'NGN', ['virtual_account', 'mobile_money', 'card', 'bank_transfer']],
    ['constructor', 'NGN', ['virtual_account', 'mobile_money', 'card', 'bank_transfer']],
    [undefined, 'NGN', ['virtual_account', 'mobile_money', 'card', 'bank_transfer']],
  ])('of kind %s in %s are %j', (kind, currency, missing) => {
    expect(unavailableMethods(PAYMENT_METHODS, kind, currency)).toEqual(missing);
  });

  it('never include the link, which needs no provider', () => {
    expect(unavailableMethods(['payment_link'], undefined, 'XOF')).toEqual([]);
  });
});
