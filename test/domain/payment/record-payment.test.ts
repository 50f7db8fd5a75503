/**
 * What a merchant may record of money that came or went elsewhere.
 * The event of an entry in the ledger.
 */
import { describe, expect, it } from 'vitest';
import { eventId } from '#lib/domain/ids.ts';
import { keyOf } from '#lib/domain/payment/book-movement.ts';
import { paymentEvent } from '#lib/domain/payment/ledger-entry.ts';
import {
  findReplayed,
  type OfflinePayment,
  refuseMalformed,
  reportOffline,
} from '#lib/domain/payment/record-payment.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { anEntry, ngn } from '#test/support/a-payment.ts';

const NOW = minutesLater(30);
const CASH: OfflinePayment = { kind: 'payment', method: 'cash', ...ngn(1_000_000), transaction: 'receipt-1' };
const WITH_KEY = { requestKey: 'key-1', bodyHash: 'hash-1' };
const WITHOUT_KEY = { bodyHash: 'hash-1' };

const faultsOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return error as { code: string; message: string; details: { errors?: object[] } };
  }
  throw new Error('it was not refused');
};
const reported = (given: Partial<OfflinePayment> = {}, received = 0, entries = [anEntry()], recording = WITHOUT_KEY) =>
  reportOffline(aCollection({ received }), entries, { given: { ...CASH, ...given }, recording, now: NOW });

describe('a request that records a payment', () => {
  it('a request needs a transaction or an Idempotency-Key, because it must be safe to repeat', () => {
    const unnamed = { ...CASH, transaction: undefined };
    expect(faultsOf(() => refuseMalformed(unnamed, WITHOUT_KEY, NOW)).details.errors).toEqual([
      { path: 'transaction', message: 'is required, unless there is an Idempotency-Key' },
    ]);
    for (const [given, recording] of [
      [unnamed, WITH_KEY],
      [CASH, WITHOUT_KEY],
      [CASH, WITH_KEY],
    ] as const) {
      expect(() => refuseMalformed(given, recording, NOW)).not.toThrow();
    }
  });

  it('a request may name any instant up to now as that of the payment', () => {
    const at = (minutes: number) => ({ ...CASH, paidAt: minutesLater(minutes).toISOString() });
    for (const given of [at(-10_000), at(30)]) expect(() => refuseMalformed(given, WITHOUT_KEY, NOW)).not.toThrow();
    const future = { ...at(30.001), transaction: undefined };
    expect(faultsOf(() => refuseMalformed(future, WITHOUT_KEY, NOW)).details.errors).toMatchObject([
      { path: 'transaction' },
      { path: 'paidAt', message: 'must not be in the future' },
    ]);
  });
});

describe('a request that comes again', () => {
  const recorded = anEntry({ provider: 'merchant', ...WITH_KEY });

  it('a request with the key and the body of an earlier one finds the entry of that one', () => {
    expect(findReplayed([anEntry({ key: 'other' }), recorded], WITH_KEY)).toBe(recorded);
  });

  it('a request without a key, or with one that was not used, is no repeat', () => {
    expect(findReplayed([recorded, anEntry({ key: 'other' })], WITHOUT_KEY)).toBeUndefined();
    expect(findReplayed([recorded], { ...WITH_KEY, requestKey: 'key-2' })).toBeUndefined();
  });

  it('a request with the key of an earlier one and another body is refused', () => {
    const other = { ...WITH_KEY, bodyHash: 'hash-2' };
    expect(faultsOf(() => findReplayed([recorded], other))).toMatchObject({ code: 'idempotency_conflict' });
  });
});

describe('a payment that the merchant records', () => {
  it('a payment is reported by the merchant, at the time that was given, or now', () => {
    expect(reported()).toStrictEqual({
      kind: 'payment',
      provider: 'merchant',
      transaction: 'receipt-1',
      object: 'receipt-1',
      references: [],
      ...ngn(1_000_000),
      method: 'cash',
      at: NOW.toISOString(),
    });
    const paidAt = minutesLater(3).toISOString();
    expect(reported({ paidAt, note: 'at the desk' })).toMatchObject({ at: paidAt, note: 'at the desk' });
  });

  it('a payment without a transaction is known by the key of its request', () => {
    const unnamed = reported({ transaction: undefined }, 0, [], WITH_KEY);
    expect(unnamed).toMatchObject({ transaction: '', object: '', ...WITH_KEY });
    expect(keyOf(unnamed)).toBe('merchant##payment#1000000#key-1');
  });

  it('a transaction that is on record is refused, no matter who recorded it', () => {
    for (const provider of ['merchant', 'prv_paystack']) {
      const refusal = faultsOf(() => reported({ transaction: 'trx-1' }, 0, [anEntry({ provider })]));
      expect(refusal).toMatchObject({ code: 'duplicate_transaction', message: expect.stringContaining('trx-1') });
    }
  });

  it('another currency than the collection’s is refused', () => {
    const usd = { amount: { minor: 100, currency: 'USD' } };
    expect(faultsOf(() => reported(usd)).details.errors).toEqual([{ path: 'amount.currency', message: 'must be NGN' }]);
  });

  it('a refund of all that was received is taken, and a larger one is refused', () => {
    expect(reported({ kind: 'refund' }, 1_000_000)).toMatchObject({ kind: 'refund', ...ngn(1_000_000) });
    expect(faultsOf(() => reported({ kind: 'refund' }, 999_999))).toMatchObject({
      code: 'refund_exceeds_received',
      message: 'Only NGN 9,999.99 has been received',
    });
    expect(faultsOf(() => reported({ kind: 'refund', ...ngn(1) }, -5)).message).toBe('Only NGN 0.00 has been received');
  });

  it('a payment that makes the sum larger than can be counted exactly is refused, and a refund of it is not', () => {
    const received = Number.MAX_SAFE_INTEGER - 999_999;
    expect(faultsOf(() => reported({}, received)).details.errors).toEqual([
      { path: 'amount.value', message: 'makes the sum received larger than can be counted' },
    ]);
    expect(reported({}, received - 1)).toMatchObject({ kind: 'payment' });
    expect(reported({ kind: 'refund' }, received)).toMatchObject({ kind: 'refund' });
  });
});

const eventOf = (given: Parameters<typeof anEntry>[0] = {}) => paymentEvent('pay_1', anEntry(given));

describe('the event of an entry', () => {
  it('the event of a payment gives its effect, when it was recorded, how much it was, and who says so', () => {
    expect(eventOf({ method: 'card' })).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{25}$/),
      type: 'payment.received',
      timestamp: anEntry().recordedAt,
      data: { amount: { value: 45_000, currency: 'NGN' }, transaction: 'trx-1', method: 'card', actor: 'provider' },
    });
  });

  it('the event of a transaction that grew gives only what was added', () => {
    const { data } = eventOf({ ...ngn(4_500_000), credited: 1_000_050 });
    expect(data.amount).toEqual({ value: 10_000.5, currency: 'NGN' });
  });

  it.each(['refund', 'chargeback', 'dispute', 'rejected'] as const)(
    'the event of a %s gives the amount that was reported, as a positive number',
    (kind) => {
      const credited = kind === 'dispute' || kind === 'rejected' ? 0 : -700;
      expect(eventOf({ kind, ...ngn(700), credited }).data.amount).toEqual({ value: 7, currency: 'NGN' });
    },
  );

  it('the event of an unexpected payment gives the reason', () => {
    const unexpected = eventOf({ event: 'payment.unexpected', reason: 'cancelled' });
    expect(unexpected).toMatchObject({ type: 'payment.unexpected', data: { reason: 'cancelled' } });
  });

  it('the event of what the merchant has recorded says so, and names no transaction where there is none', () => {
    const { data } = eventOf({ provider: 'merchant', transaction: '' });
    expect(data).toStrictEqual({ amount: { value: 45_000, currency: 'NGN' }, actor: 'merchant' });
  });

  it('the id of an event depends only on the collection, the entry’s key and the type, so that a repeat creates no second one', () => {
    expect(eventOf({ recordedAt: '2027-01-01T00:00:00.000Z', fee: 1 }).id).toBe(eventOf().id);
    expect(eventOf().id).toBe(eventId(`pay_1#${anEntry().key}`, 'payment.received'));
    const others = [
      eventOf({ key: 'other' }),
      eventOf({ event: 'payment.unexpected' }),
      paymentEvent('pay_2', anEntry()),
    ];
    expect(new Set([eventOf(), ...others].map(({ id }) => id)).size).toBe(4);
  });
});
