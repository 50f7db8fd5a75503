/** One payment for several debts: the parts of the ledgers add up to what moved, in any order of the reports. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withChange } from '#lib/domain/change-status.ts';
import type { ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { bookShared, type SharedLedger, sharersOf } from '#lib/domain/payment/share-movement.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { aRefund, aReported, ngn } from '#test/support/a-payment.ts';

const NOW = minutesLater(11);

const owing = (...minors: readonly number[]): SharedLedger[] =>
  minors.map((minor, index) => ({
    collection: aCollection({ reference: `INV-${index}`, amount: { minor, currency: 'NGN' } }),
    entries: [],
  }));

/** The ledgers after the movement, as the table would have them. */
function booked(ledgers: readonly SharedLedger[], reported: ReportedMovement): SharedLedger[] {
  const parts = bookShared(ledgers, reported, NOW);
  return ledgers.map((ledger) => {
    const own = parts.find(({ ref }) => ref.hash === ledger.collection.ref.hash)?.booking;
    if (own === undefined) return ledger;
    const { entry, received, updatedAt, completion } = own;
    const counted = { ...ledger.collection, received, updatedAt, entryCount: ledger.collection.entryCount + 1 };
    return {
      collection: completion ? withChange(counted, completion) : counted,
      entries: [...ledger.entries, entry],
    };
  });
}

const received = (ledgers: readonly SharedLedger[]) => ledgers.map(({ collection }) => collection.received);
const statuses = (ledgers: readonly SharedLedger[]) => ledgers.map(({ collection }) => collection.status);
const paid = (minor: number) => aReported(ngn(minor));

describe('a payment for several debts', () => {
  it('completes each of them under one transaction, and is booked once however often it is reported', () => {
    const once = booked(owing(100, 200, 300), paid(600));
    expect(received(once)).toEqual([100, 200, 300]);
    expect(statuses(once)).toEqual(['completed', 'completed', 'completed']);
    expect(new Set(once.flatMap(({ entries }) => entries.map(({ transaction }) => transaction)))).toEqual(
      new Set(['trx-1']),
    );
    expect(bookShared(once, paid(600), NOW)).toEqual([]);
  });

  it('pays the oldest first; what is too much stands on the last', () => {
    expect(received(booked(owing(100, 200, 300), paid(250)))).toEqual([100, 150, 0]);
    expect(received(booked(owing(100, 200, 300), paid(650)))).toEqual([100, 200, 350]);
  });

  it('passes on the part of a debt that was paid meanwhile', () => {
    const [first, ...others] = booked(owing(100, 200, 300), aReported({ ...ngn(100), transaction: 'trx-0' }));
    expect(received(booked([first as SharedLedger, ...others], paid(600)))).toEqual([100, 200, 400]);
  });

  it('fees stand on one part only', () => {
    const parts = bookShared(owing(100, 200), aReported({ ...ngn(300), fee: 7 }), NOW);
    expect(parts.map(({ booking }) => booking.entry.fee)).toEqual([7, undefined]);
  });
});

describe('what goes back of it', () => {
  it('comes from the newest debt first, each refund once', () => {
    const ledgers = booked(owing(100, 200, 300), paid(600));
    const some = booked(ledgers, aRefund(350));
    expect(received(some)).toEqual([100, 150, 0]);
    expect(bookShared(some, aRefund(350), NOW)).toEqual([]);
    expect(received(booked(some, aRefund(250, { object: 'refund-2' })))).toEqual([0, 0, 0]);
  });

  it('returns to where it was taken, when the refund fails or the dispute is won', () => {
    const ledgers = booked(booked(owing(100, 200, 300), paid(600)), aRefund(350));
    expect(received(booked(ledgers, aRefund(350, { kind: 'refund_failed' })))).toEqual([100, 200, 300]);
    const lost = booked(ledgers, aRefund(120, { kind: 'dispute_lost', object: 'd-1' }));
    expect(received(lost)).toEqual([100, 30, 0]);
    expect(received(booked(lost, aRefund(120, { kind: 'dispute_won', object: 'd-1' })))).toEqual([100, 150, 0]);
  });
});

it('whatever was paid and went back, the parts add up to it, and a second report changes nothing', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 1, max: 8_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (owed, minor, share) => {
        const ledgers = booked(owing(...owed), paid(minor));
        const back = Math.floor(minor * share);
        const left = back === 0 ? ledgers : booked(ledgers, aRefund(back));
        const sum = (of: readonly number[]) => of.reduce((all, each) => all + each, 0);
        expect([sum(received(ledgers)), sum(received(left))]).toEqual([minor, minor - back]);
        expect(bookShared(left, paid(minor), NOW)).toEqual([]);
        if (back > 0) expect(bookShared(left, aRefund(back), NOW)).toEqual([]);
        expect(received(left).every((each) => each >= 0)).toBe(true);
      },
    ),
  );
});

it('only a movement of a session for several debts is shared', () => {
  const { ref } = aCollection();
  const sessions = [
    { method: 'checkout', provider: 'sandbox' },
    { method: 'checkout', provider: 'sandbox', shares: [ref.hash, 'other'] },
  ] as const;
  const named = (number: number) => ({ references: [providerReference(ref, 'checkout', number)] });
  expect([1, 2, 3].map((number) => sharersOf({ ref, sessions }, named(number)))).toEqual([
    undefined,
    [ref.hash, 'other'],
    undefined,
  ]);
});
