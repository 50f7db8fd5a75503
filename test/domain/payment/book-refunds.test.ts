/** The effect of money that goes back, and of money that comes back again: refunds, disputes, reversals. */
import { describe, expect, it } from 'vitest';
import { keyOf, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { aRefund, aReported, ngn, paymentsOf } from '#test/support/a-payment.ts';
import { bookAll } from './any-movements.ts';

const NOW = minutesLater(30);
const PAID = aReported();
const aDispute = (given: Partial<ReportedMovement> = {}) =>
  aRefund(4_500_000, { kind: 'dispute', object: 'dispute-1', ...given });
const aReversal = (given: Partial<ReportedMovement> = {}) =>
  aReported({ kind: 'reversal', at: minutesLater(20).toISOString(), ...given });
const rowsOf = (...arriving: ReportedMovement[]) =>
  bookAll(aCollection(), arriving, NOW).entries.map(({ kind, credited, event }) => [kind, credited, event]);
const receivedOf = (...arriving: ReportedMovement[]) => bookAll(aCollection(), arriving, NOW).row.received;

const GONE = [aRefund(4_500_000), aDispute({ taken: true }), aDispute({ kind: 'dispute_lost' }), aReversal()] as const;

describe('refunds', () => {
  it('a refund takes back what it names, once, and a failed refund gives it back', () => {
    const failed = aRefund(1_500_000, { kind: 'refund_failed' });
    expect(rowsOf(PAID, aRefund(1_500_000), aRefund(1_500_000), failed, failed)).toEqual([
      ['payment', 4_500_000, 'payment.received'],
      ['refund', -1_500_000, 'payment.refunded'],
      ['refund_failed', 1_500_000, 'payment.refund_failed'],
    ]);
  });

  it('a refund that failed takes nothing back, also when its failure is reported first', () => {
    const failed = aRefund(1_500_000, { kind: 'refund_failed' });
    expect(receivedOf(PAID, failed, aRefund(1_500_000))).toBe(4_500_000);
  });

  it('each refund of a transaction counts, before its payment is reported as well', () => {
    expect(receivedOf(aRefund(1_000_000), aRefund(2_000_000, { object: 'refund-2' }), PAID)).toBe(1_500_000);
  });

  it('a refund before the completion lowers what was received, so that more is missing', () => {
    const part = aReported(ngn(3_000_000));
    const rest = (minor: number) => aReported({ transaction: 'trx-2', ...ngn(minor) });
    expect(bookAll(aCollection(), [part, aRefund(1_000_000), rest(1_500_000)], NOW).row).toMatchObject({
      status: 'pending',
      received: 3_500_000,
    });
    expect(bookAll(aCollection(), [part, aRefund(1_000_000), rest(2_500_000)], NOW).row.status).toBe('completed');
  });

  it('a refund in another currency does not count', () => {
    const { row, entries } = bookAll(
      aCollection(),
      [PAID, aRefund(100, { amount: { minor: 100, currency: 'USD' } })],
      NOW,
    );
    expect(entries[1]).toMatchObject({ kind: 'refund', credited: -100, counts: false });
    expect(row.received).toBe(4_500_000);
  });
});

describe('disputes', () => {
  it('a dispute takes the money when it is lost, if the provider has not taken it at the opening', () => {
    expect(rowsOf(PAID, aDispute(), aDispute({ kind: 'dispute_lost' }))).toEqual([
      ['payment', 4_500_000, 'payment.received'],
      ['dispute', 0, 'payment.disputed'],
      ['chargeback', -4_500_000, 'payment.dispute_lost'],
    ]);
  });

  it('a dispute takes the money at the opening where the provider does so, and gives it back when it is won', () => {
    expect(rowsOf(PAID, aDispute({ taken: true }), aDispute({ kind: 'dispute_won' }))).toEqual([
      ['payment', 4_500_000, 'payment.received'],
      ['chargeback', -4_500_000, 'payment.disputed'],
      ['chargeback_reversed', 4_500_000, 'payment.dispute_won'],
    ]);
  });

  it('a dispute that has taken the money takes nothing more when it is lost', () => {
    expect(rowsOf(PAID, aDispute({ taken: true }), aDispute({ kind: 'dispute_lost' })).slice(1)).toEqual([
      ['chargeback', -4_500_000, 'payment.disputed'],
      ['dispute', 0, 'payment.dispute_lost'],
    ]);
  });

  it('a dispute that was open takes the money later, and is not opened again by an older report', () => {
    expect(rowsOf(PAID, aDispute(), aDispute({ taken: true }), aDispute()).slice(1)).toEqual([
      ['dispute', 0, 'payment.disputed'],
      ['chargeback', -4_500_000, 'payment.disputed'],
    ]);
    expect(rowsOf(PAID, aDispute({ taken: true }), aDispute()).slice(1)).toEqual([
      ['chargeback', -4_500_000, 'payment.disputed'],
    ]);
  });

  it('each dispute of a transaction is told, and one of the same name as a refund, too', () => {
    const [open, other] = [aDispute(ngn(1)), aDispute({ ...ngn(1), object: 'dispute-2' })];
    expect(rowsOf(PAID, open, other).slice(1)).toEqual(Array(2).fill(['dispute', 0, 'payment.disputed']));
    expect(rowsOf(PAID, aRefund(1, { object: 'dispute-1' }), open)).toHaveLength(3);
  });

  it('a dispute of the smallest amount takes it and gives it back', () => {
    const smallest = (given: Partial<ReportedMovement>) => aDispute({ ...ngn(1), ...given });
    expect(rowsOf(PAID, smallest({ taken: true }), smallest({ kind: 'dispute_won' })).slice(1)).toEqual([
      ['chargeback', -1, 'payment.disputed'],
      ['chargeback_reversed', 1, 'payment.dispute_won'],
    ]);
  });

  it('a dispute that is won without having taken money changes nothing', () => {
    expect(rowsOf(PAID, aDispute(), aDispute({ kind: 'dispute_won' })).slice(1)).toEqual([
      ['dispute', 0, 'payment.disputed'],
      ['dispute', 0, 'payment.dispute_won'],
    ]);
  });
});

describe('reversals', () => {
  it('a reversed transaction has brought nothing', () => {
    expect(rowsOf(PAID, aReversal(), aReversal())).toEqual([
      ['payment', 4_500_000, 'payment.received'],
      ['reversal', -4_500_000, 'payment.reversed'],
    ]);
  });

  it('a refund that explains a reversal replaces it, whichever of them is reported first', () => {
    expect(receivedOf(PAID, aReversal(), aRefund(4_500_000))).toBe(0);
    expect(rowsOf(PAID, aRefund(4_500_000), aReversal())).toHaveLength(2);
    expect(receivedOf(PAID, aRefund(1_000_000), aReversal())).toBe(0);
  });

  it('money that comes back of a refund comes back of the reversal that it explains', () => {
    const failed = aRefund(4_500_000, { kind: 'refund_failed' });
    expect(receivedOf(PAID, aReversal(), aRefund(4_500_000), failed)).toBe(4_500_000);
    expect(receivedOf(PAID, aReversal(), failed)).toBe(4_500_000);
    expect(receivedOf(PAID, aReversal(), aDispute({ taken: true }), aDispute({ kind: 'dispute_won' }))).toBe(4_500_000);
  });

  it('a reversal that is reported before its payment leaves nothing when the payment is reported', () => {
    expect(receivedOf(aReversal(), PAID)).toBe(0);
  });
});

it('money that was rejected never counts, and is told', () => {
  expect(rowsOf(aReported({ kind: 'rejected', object: 'rejection-1' }))).toEqual([['rejected', 0, 'payment.rejected']]);
});

describe.each(GONE)('money that goes back by $kind', (gone) => {
  /** What a dispute has taken for good is owed again. */
  const isLost = gone.kind === 'dispute_lost';

  it.each(STATUSES.filter((status) => !isLost || status !== 'completed'))(
    'money that goes back never changes the status %s, nor any other state',
    (status) => {
      const before = aCollection({ status, received: 4_500_000 });
      const { row, entries } = bookAll(before, [gone], NOW);
      expect(entries[0]).toMatchObject({ credited: -4_500_000, counts: true });
      expect(entries[0]).not.toHaveProperty('standing');
      expect(row).toEqual({ ...before, received: 0, entryCount: 1, updatedAt: NOW.toISOString() });
    },
  );

  it('money that goes back leaves a completed collection completed, and a new payment is unexpected, unless it is owed again', () => {
    const again = aReported({ transaction: 'trx-2', at: minutesLater(40).toISOString() });
    const { row, entries } = bookAll(aCollection(), [PAID, gone, again], NOW);
    expect(row).toMatchObject({ status: 'completed', completedAt: NOW.toISOString(), received: 4_500_000 });
    expect(entries[2]).toMatchObject(
      isLost ? { event: 'payment.received' } : { event: 'payment.unexpected', reason: 'already_completed' },
    );
  });
});

it.each([
  ['a refund that failed', aRefund(1_000_000), aRefund(1_000_000, { kind: 'refund_failed' })],
  [
    'a dispute that was won',
    aDispute({ taken: true, ...ngn(1_000_000) }),
    aDispute({ kind: 'dispute_won', ...ngn(1_000_000) }),
  ],
])('money that comes back of %s completes the collection if it is enough then', (_what, gone, back) => {
  const [part, rest] = paymentsOf([3_000_000, 1_500_000]) as [ReportedMovement, ReportedMovement];
  const { row, bookings } = bookAll(aCollection(), [part, gone, rest, back], NOW);
  expect(bookings.map(({ completion }) => completion !== undefined)).toEqual([false, false, false, true]);
  expect(row).toMatchObject({ status: 'completed', received: 4_500_000 });
});

describe('the key of a movement', () => {
  it('the key of a movement names its provider, its transaction and what moved, and nothing that may change', () => {
    expect(keyOf(PAID)).toBe('prv_paystack#trx-1#payment#4500000');
    expect(keyOf({ ...PAID, at: 'later', references: [], method: 'card', fee: 1 })).toBe(keyOf(PAID));
    expect(keyOf({ ...PAID, transaction: 'a##%' })).toBe('prv_paystack#a%23%23%25#payment#4500000');
    expect(keyOf(aRefund(100))).toBe('prv_paystack#trx-1#refund#refund-1');
    expect(keyOf(aDispute({ taken: true }))).toBe('prv_paystack#trx-1#dispute#dispute-1#taken');
  });

  it('different movements have different keys, also when their names contain the separator', () => {
    const recorded = { provider: 'merchant', transaction: '', object: '' } as const;
    const all = [
      PAID,
      aReported(ngn(1)),
      aReported({ provider: 'prv_other' }),
      aReported({ transaction: 'a#b', object: 'c' }),
      aReported({ transaction: 'a%23b', object: 'c' }),
      aReported({ transaction: 'a', object: 'b#c' }),
      aRefund(1),
      aRefund(1, { kind: 'refund_failed' }),
      aDispute(),
      aDispute({ taken: true }),
      aReversal(),
      aReversal(ngn(1)),
      aReported({ ...recorded, requestKey: 'k' }),
      aReported({ ...recorded, requestKey: 'l' }),
      aReported({ ...recorded, requestKey: 'k', kind: 'refund' }),
      aReported({ provider: 'merchant', transaction: 'request:k' }),
      aReported({ provider: 'merchant', transaction: 'k' }),
    ];
    expect(new Set(all.map(keyOf)).size).toBe(all.length);
  });
});
