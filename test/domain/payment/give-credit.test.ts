/** What a credit may be, and what it does to all that asks what is owed. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { journalOf } from '#lib/domain/journal/journal.ts';
import { bookMovement } from '#lib/domain/payment/book-movement.ts';
import { reportCredit } from '#lib/domain/payment/give-credit.ts';
import { openingEntries } from '#lib/domain/payment/paid-before.ts';
import { surplusOf } from '#lib/domain/payment/surplus.ts';
import { refusalOf } from '#test/domain/a-revisable.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { anEntry, aPayableCollection, aReported } from '#test/support/a-payment.ts';

const NOW = minutesLater(100);
const naira = (minor: number) => ({ minor, currency: 'NGN' });
const BY = { id: 'mem_1', name: 'Tunde' };

const reported = (given: Partial<Collection>, minor = 10) =>
  reportCredit(aCollection({ amount: naira(100), ...given }), {
    given: { amount: naira(minor), reason: 'discount' },
    recording: { bodyHash: 'h', by: BY },
    now: NOW,
  });

describe('a credit', () => {
  it.each(['pending', 'overdue', 'expired', 'completed'] as const)('may be given of what is %s', (status) => {
    expect(reported({ status })).toMatchObject({ kind: 'credit', by: BY, creditReason: 'discount' });
  });

  it('may not be given of what is cancelled: nothing is asked', () => {
    expect(refusalOf(() => reported({ status: 'cancelled' })).code).toBe('invalid_transition');
  });

  it.each([
    [{ credits: 90 }, 10, undefined],
    [{ credits: 90 }, 11, 'validation_failed'],
    [{ received: 100 }, 100, undefined],
  ])('with %j may be %i at most', (given, minor, code) => {
    const refused =
      code === undefined ? reported(given, minor) && undefined : refusalOf(() => reported(given, minor)).code;
    expect(refused).toBe(code);
  });

  it('ends what is open at providers for another amount', () => {
    const collection = aPayableCollection(['bank_transfer'], { amount: naira(100) });
    const booking = bookMovement(collection, [], reported({}), NOW);
    expect(booking).toMatchObject({ received: 0, credits: 10, staleSessions: { numbers: [1] } });
  });

  it('stays when money goes back, and what is too much with it is owed to the customer', () => {
    const collection = aCollection({ amount: naira(100), received: 100, credits: 30, status: 'completed' });
    expect(surplusOf(collection, [])).toEqual([naira(30)]);
    const taken = aReported({ kind: 'dispute_lost', object: 'd', amount: naira(50) });
    const { owedAgain } = bookMovement({ ...collection, completedAt: NOW.toISOString() }, [], taken, NOW) ?? {};
    expect(owedAgain).toMatchObject({ received: 50, credits: 30, amount: naira(100) });
  });

  it('is no field of a collection that never had one', () => {
    expect(bookMovement(aCollection(), [], aReported(), NOW)).not.toHaveProperty('credits');
  });
});

describe('what was paid before', () => {
  it('is the first of the books, also beside a payment of the same instant', () => {
    const paidBefore = { amount: naira(40), at: '2026-01-01T00:00:00.000Z' };
    const collection = aCollection({ amount: naira(100), paidBefore });
    const { createdAt } = collection;
    const next = { amount: naira(60), credited: 60, recordedAt: createdAt, at: createdAt, number: 1, eventsBefore: 1 };
    const entries = [anEntry(next), ...openingEntries(collection)];
    expect(journalOf({ collection, entries }).map(({ minor }) => minor)).toEqual([100, -40, -60]);
  });
});
