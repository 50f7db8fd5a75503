/** The effect of each kind of payment: exact, partial, too much, late, repeated, grown, in another currency, unexpected. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { bookMovement, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { anEntry, aReported, ngn, paymentsOf } from '#test/support/a-payment.ts';
import { bookAll } from './any-movements.ts';

const NOW = minutesLater(11);
const AT = NOW.toISOString();
const AFTER_EXPIRY = minutesLater(1441);
const amountOf = (minor: number, currency: string) => ({ amount: { minor, currency } });
const booked = (collection: Collection, reported: ReportedMovement, entries: readonly LedgerEntry[] = [], now = NOW) =>
  bookMovement(collection, entries, reported, now);
const typesOf = (events: Collection['events'] = []) => events.map(({ type }) => type);
const standingsOf = ({ bookings }: ReturnType<typeof bookAll>) => bookings.map(({ entry }) => entry.standing);

describe('a payment of the amount', () => {
  it('an exact payment completes the collection and stops its follow-ups, in one write', () => {
    const booking = booked(aCollection(), aReported());
    expect(booking).toMatchObject({
      entry: anEntry({ recordedAt: AT }),
      expected: { status: 'pending', entryCount: 0 },
      updatedAt: AT,
      received: 4_500_000,
      completion: { to: 'completed', completedAt: AT, updatedAt: AT },
    });
    expect(typesOf(booking?.completion?.events)).toEqual(['collection.completed', 'followup.stopped']);
    expect(booking).not.toHaveProperty('skipsSlot');
  });

  it('an entry has all that was reported but the names by which it was found', () => {
    const {
      kind: _kind,
      references: _names,
      ...details
    } = aReported({ surcharge: 100, fee: 50, method: 'card', note: 'n' });
    expect(booked(aCollection(), aReported({ ...details }))?.entry).toEqual({
      ...anEntry({ recordedAt: AT, number: 1, eventsBefore: 1 }),
      ...details,
    });
  });

  it.each(['pending', 'overdue', 'expired'] as const)('an exact payment completes a %s collection', (status) => {
    const booking = booked(aCollection({ status }), aReported());
    expect(booking).toMatchObject({ expected: { status }, completion: { to: 'completed' } });
  });

  it('a payment adds no followup.stopped event if there are no follow-ups', () => {
    const unfollowed = aCollection({ followUp: { strategyVersion: 1, enabled: false } });
    expect(typesOf(booked(unfollowed, aReported())?.completion?.events)).toEqual(['collection.completed']);
    expect(typesOf(booked(aCollection({ status: 'expired' }), aReported())?.completion?.events)).toEqual([
      'collection.completed',
    ]);
  });

  it.each([
    ['JPY', 5_000],
    ['NGN', 4_500_001],
    ['KWD', 1_234],
  ])('a payment in %s counts to the last minor unit, here %i', (currency, minor) => {
    const collection = aCollection(amountOf(minor, currency));
    const standing = (paid: number) => booked(collection, aReported(amountOf(paid, currency)))?.entry.standing;
    expect([standing(minor - 1), standing(minor), standing(minor + 1)]).toEqual(['partial', 'exact', 'over']);
  });

  it('payments of the largest amounts are counted exactly', () => {
    const max = 10 ** 14;
    const end = bookAll(aCollection(ngn(max)), paymentsOf([max - 1, 1]), NOW);
    expect(standingsOf(end)).toEqual(['partial', 'exact']);
    expect(end.row).toMatchObject({ status: 'completed', received: max });
  });
});

describe('a payment of less', () => {
  it.each(['pending', 'overdue'] as const)(
    'a part payment of a %s collection is recorded, completes nothing, and skips the next reminder',
    (status) => {
      const booking = booked(aCollection({ status }), aReported(ngn(4_499_999)));
      expect(booking).toMatchObject({
        entry: { standing: 'partial', event: 'payment.received', credited: 4_499_999 },
        updatedAt: AT,
        received: 4_499_999,
        skipsSlot: true,
      });
      expect(booking).not.toHaveProperty('completion');
    },
  );

  it.each(['expired', 'cancelled', 'completed'] as const)(
    'a part payment of a collection that is %s skips no reminder, because there is none',
    (status) => {
      expect(booked(aCollection({ status }), aReported(ngn(1)))).not.toHaveProperty('skipsSlot');
    },
  );

  it('part payments complete the collection together, in any order', () => {
    const parts = paymentsOf([1_000_000, 3_000_000, 500_000]);
    for (const order of [parts, parts.toReversed(), [parts[1], parts[0], parts[2]] as ReportedMovement[]]) {
      const end = bookAll(aCollection(), order, NOW);
      expect(standingsOf(end)).toEqual(['partial', 'partial', 'exact']);
      expect(end.row).toMatchObject({ status: 'completed', entryCount: 3, received: 4_500_000 });
    }
  });
});

describe('a payment of more', () => {
  it('payments above the amount have the standing over, alone or together, and complete the collection', () => {
    expect(booked(aCollection(), aReported(ngn(4_500_001)))).toMatchObject({
      entry: { standing: 'over' },
      completion: { to: 'completed' },
    });
    const end = bookAll(aCollection(), paymentsOf([4_000_000, 500_001]), NOW);
    expect(standingsOf(end)).toEqual(['partial', 'over']);
    expect(end.row).toMatchObject({ status: 'completed', received: 4_500_001 });
  });

  it('a payment that was made before the completion, but reported after it, is received and completes nothing', () => {
    const { row, entries, bookings } = bookAll(aCollection(), paymentsOf([4_500_000, 4_500_000]), NOW);
    expect(entries).toMatchObject([
      { standing: 'exact', event: 'payment.received' },
      { standing: 'over', event: 'payment.received' },
    ]);
    expect(bookings.map(({ completion }) => completion !== undefined)).toEqual([true, false]);
    expect(row.events.filter(({ type }) => type === 'collection.completed')).toHaveLength(1);
    expect(row.received).toBe(9_000_000);
  });
});

describe('a payment after the expiry', () => {
  const late = aReported({ at: AFTER_EXPIRY.toISOString() });

  it.each(['pending', 'expired'] as const)(
    'a payment after the expiry is late and completes a collection stored as %s',
    (status) => {
      expect(booked(aCollection({ status }), late, [], AFTER_EXPIRY)).toMatchObject({
        entry: { standing: 'late' },
        expected: { status },
        completion: { to: 'completed', completedAt: AFTER_EXPIRY.toISOString() },
      });
    },
  );

  it('a payment is late from the instant of the expiry on, by the provider’s clock', () => {
    const { expiresAt } = aCollection();
    const standing = (at: string) => booked(aCollection(), aReported({ at }), [], AFTER_EXPIRY)?.entry.standing;
    expect(standing(expiresAt)).toBe('late');
    expect(standing(new Date(Date.parse(expiresAt) - 1).toISOString())).toBe('exact');
  });

  it('a late payment of less than the amount leaves the collection expired', () => {
    const booking = booked(aCollection(), { ...late, ...ngn(1) }, [], AFTER_EXPIRY);
    expect(booking).toMatchObject({ entry: { standing: 'partial' }, expected: { status: 'pending' } });
    expect(booking).not.toHaveProperty('completion');
  });
});

describe('a repeated payment', () => {
  it('a payment that is on record is not booked again when something else is reported of it', () => {
    const again = aReported({ at: AT, references: ['INV-1'], fee: 7 });
    expect(booked(aCollection({ entryCount: 1 }), again, [anEntry()])).toBeUndefined();
    expect(
      booked(aCollection({ status: 'cancelled' }), again, [anEntry({ event: 'payment.unexpected' })]),
    ).toBeUndefined();
  });

  it('a payment at another provider, or of another transaction, is another payment', () => {
    for (const other of [{ provider: 'prv_other' }, { transaction: 'trx-2' }]) {
      expect(booked(aCollection({ received: 4_500_000 }), aReported(other), [anEntry()])?.entry).toMatchObject({
        standing: 'over',
        credited: 4_500_000,
      });
    }
  });

  it('of a transaction that has grown only the difference is booked, as an entry of its own', () => {
    const totals = [1_000_000, 3_500_000, 4_500_000].map((minor) => aReported(ngn(minor)));
    const { row, entries } = bookAll(aCollection(), totals, NOW);
    expect(entries.map(({ credited, amount, standing }) => [credited, amount.minor, standing])).toEqual([
      [1_000_000, 1_000_000, 'partial'],
      [2_500_000, 3_500_000, 'partial'],
      [1_000_000, 4_500_000, 'exact'],
    ]);
    expect(row).toMatchObject({ status: 'completed', received: 4_500_000 });
  });

  it('an earlier total of a transaction, reported late, changes nothing', () => {
    const { row, entries } = bookAll(aCollection(), [aReported(ngn(2_000_000)), aReported(ngn(1_000_000))], NOW);
    expect([entries.length, row.received]).toEqual([1, 2_000_000]);
  });

  it('a transaction that the merchant has recorded counts once, though its provider reports it too', () => {
    const byHand = aReported({ provider: 'merchant', ...ngn(2_000_000) });
    const { row, entries } = bookAll(
      aCollection(),
      [byHand, aReported(ngn(2_000_000)), aReported(ngn(2_500_000))],
      NOW,
    );
    expect(entries.map(({ provider, credited }) => [provider, credited])).toEqual([
      ['merchant', 2_000_000],
      ['prv_paystack', 500_000],
    ]);
    expect(row.received).toBe(2_500_000);
  });

  it('what the merchant has recorded in one currency does not hide what its provider reports in another', () => {
    const byHand = aReported({ provider: 'merchant', ...ngn(2_000_000) });
    const { entries } = bookAll(aCollection(), [byHand, aReported(amountOf(2_000_000, 'USD'))], NOW);
    expect(entries.map(({ counts, reason }) => [counts, reason])).toEqual([
      [true, undefined],
      [false, 'other_currency'],
    ]);
  });
});

describe('what the merchant records without naming a transaction', () => {
  it('payments without a transaction are different payments, each known by its request', () => {
    const cash = { provider: 'merchant', transaction: '', object: '', ...ngn(1_000_000) };
    const { row } = bookAll(
      aCollection(),
      [aReported({ ...cash, requestKey: 'a' }), aReported({ ...cash, requestKey: 'b' })],
      NOW,
    );
    expect(row).toMatchObject({ received: 2_000_000, entryCount: 2 });
  });
});

describe('money that the collection does not call for', () => {
  it('only money that comes in, and counts, completes a collection', () => {
    const enough = aCollection({ received: 9_000_000 });
    const moved = [
      aReported({ transaction: 'usd', ...amountOf(1, 'USD') }),
      aReported({ kind: 'refund', object: 'refund-1', ...ngn(1) }),
      aReported({ kind: 'dispute', object: 'dispute-1', ...ngn(1) }),
    ];
    for (const each of moved) expect(booked(enough, each)).not.toHaveProperty('completion');
  });

  it.each(['cancelled', 'completed'] as const)('enough money completes no collection that is %s', (status) => {
    expect(booked(aCollection({ status }), aReported())).not.toHaveProperty('completion');
  });

  it('a payment that was expected has no reason', () => {
    expect(booked(aCollection(), aReported())?.entry).not.toHaveProperty('reason');
  });

  it('a payment in another currency is unexpected, never completes the collection, and never counts', () => {
    const foreign = aReported({ transaction: 'usd', ...amountOf(4_500_000, 'USD') });
    const { row, entries } = bookAll(aCollection(), [foreign, ...paymentsOf([4_499_999])], NOW);
    expect(entries).toMatchObject([
      { event: 'payment.unexpected', reason: 'other_currency', counts: false, credited: 4_500_000 },
      { event: 'payment.received', standing: 'partial', counts: true },
    ]);
    expect(entries[0]).not.toHaveProperty('standing');
    expect(row).toMatchObject({ status: 'pending', received: 4_499_999 });
  });

  it('a payment for a cancelled collection is unexpected, counts, and leaves it cancelled', () => {
    const { row, entries } = bookAll(aCollection({ status: 'cancelled' }), [aReported()], NOW);
    expect(entries).toMatchObject([{ event: 'payment.unexpected', reason: 'cancelled', counts: true }]);
    expect(row).toMatchObject({ status: 'cancelled', completedAt: null, entryCount: 1, received: 4_500_000 });
  });

  it('a payment after the completion is already_paid if the money was there, and already_completed if it was not', () => {
    const completedAt = minutesLater(5).toISOString();
    const byHand = aCollection({ status: 'completed', completedAt });
    const paid = aCollection({ status: 'completed', completedAt, received: 4_500_000 });
    const part = aCollection({ status: 'completed', completedAt, received: 4_499_999 });
    const reasonOf = (collection: Collection) => booked(collection, aReported({ transaction: 'trx-2' }))?.entry;
    expect(reasonOf(byHand)).toMatchObject({ event: 'payment.unexpected', reason: 'already_completed' });
    expect(reasonOf(part)).toMatchObject({ event: 'payment.unexpected', reason: 'already_completed' });
    expect(reasonOf(paid)).toMatchObject({ event: 'payment.unexpected', reason: 'already_paid' });
  });

  it('a payment is expected up to the instant of the completion, by the provider’s clock', () => {
    const completedAt = minutesLater(10).toISOString();
    const byHand = aCollection({ status: 'completed', completedAt });
    expect(booked(byHand, aReported({ at: completedAt }))?.entry).toMatchObject({ event: 'payment.received' });
    const after = new Date(Date.parse(completedAt) + 1).toISOString();
    expect(booked(byHand, aReported({ at: after }))?.entry).toMatchObject({ event: 'payment.unexpected' });
  });

  it('no payment changes status, completedAt or events of a collection that was completed by hand', () => {
    const byHand = { status: 'completed', completedAt: minutesLater(15).toISOString() } as const;
    for (const minor of [1, 4_500_000, 9_000_000]) {
      const { row, entries } = bookAll(aCollection(byHand), paymentsOf([minor]), NOW);
      expect(entries).toMatchObject([{ event: 'payment.received' }]);
      expect(row).toMatchObject({ ...byHand, received: minor });
      expect(row.events).toEqual(aCollection().events);
    }
  });
});

it.each(STATUSES)('a payment to a %s collection never moves updatedAt back, whatever the clock', (status) => {
  const updatedAt = minutesLater(60).toISOString();
  for (const reported of [aReported(), aReported(ngn(1)), aReported(amountOf(1, 'USD'))]) {
    const booking = booked(aCollection({ status, updatedAt }), reported);
    expect([booking?.updatedAt, booking?.entry.recordedAt]).toEqual([updatedAt, updatedAt]);
    if (booking?.completion) expect(booking.completion.completedAt).toBe(updatedAt);
  }
});

describe('money on what is completed', () => {
  const completed = { status: 'completed', completedAt: minutesLater(30).toISOString(), entryCount: 1 } as const;
  const eventOf = (given: Partial<Collection>, minute: number) => {
    const booking = booked(
      aCollection({ ...completed, ...given }),
      aReported({ transaction: 'trx-9', at: minutesLater(minute).toISOString() }),
      [],
      minutesLater(90),
    );
    return [booking?.entry.event, booking?.entry.reason];
  };

  it.each<[string, Partial<Collection>, number, (string | undefined)[]]>([
    ['paid before it was completed', {}, 29, ['payment.received', undefined]],
    ['paid at the instant', {}, 30, ['payment.received', undefined]],
    ['paid afterwards, by hand completed', {}, 31, ['payment.unexpected', 'already_completed']],
    ['paid afterwards, all paid', { received: 4_500_000 }, 31, ['payment.unexpected', 'already_paid']],
    ['owed again, and paid later than it was completed', { status: 'overdue' }, 31, ['payment.received', undefined]],
    ['cancelled', { status: 'cancelled', completedAt: null }, 29, ['payment.unexpected', 'cancelled']],
  ])('%s', (_what, given, minute, expected) => {
    expect(eventOf(given, minute)).toEqual(expected);
  });
});
