/** Sums of the console: what is too much, and which payments a person may take back. */
import { describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import { excessOf } from '#lib/web/console/app/detail.ts';
import { canTakeBack } from '#lib/web/console/recorded-payments.ts';

const ngn = (value: number) => ({ value, currency: 'NGN' });

describe('what is too much', () => {
  it.each([
    [100, undefined, 0],
    [120, undefined, 20],
    [80, 30, 10],
    [70, 30, 0],
    [0.3, 100, 0.3],
  ])('of %d received and %d credited of 100 is %d', (received, credited, excess) => {
    const balance = { received: ngn(received), ...(credited !== undefined && { credited: ngn(credited) }) };
    expect(excessOf({ amount: ngn(100), balance } as CollectionResponse)).toBe(excess);
  });
});

describe('a payment', () => {
  const payment = {
    id: 'pmt_1',
    kind: 'payment',
    recordedBy: 'merchant',
    counts: true,
    method: 'cash',
  } as PaymentResponse;

  it('that was recorded by hand can be taken back', () => expect(canTakeBack(payment, [payment])).toBe(true));

  it.each([
    ['was paid before', { method: null }],
    ['a provider reports', { recordedBy: 'provider' as const }],
    ['does not count', { counts: false }],
    ['is a credit', { kind: 'credit' as const }],
  ])('that %s cannot', (_what, given) => expect(canTakeBack({ ...payment, ...given }, [])).toBe(false));
});
