/** A dispute that is lost makes a debt that was paid owed again: how much, until when, and quietly. */
import { describe, expect, it } from 'vitest';
import { causesOf } from '#lib/domain/attention/attention.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { journalOf, owedBy } from '#lib/domain/journal/journal.ts';
import { outstandingOf } from '#lib/domain/money.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { aRefund, aReported, ngn } from '#test/support/a-payment.ts';
import { bookAll } from './any-movements.ts';

const NOW = minutesLater(4_000);
const PAID = aReported();
const lost = (minor = 4_500_000) => aReported({ kind: 'dispute_lost', object: 'dispute-1', ...ngn(minor) });
const booked = (given: Partial<Collection>, ...moved: Parameters<typeof bookAll>[1]) =>
  bookAll(aCollection(given), moved, NOW);

describe('a dispute that is lost', () => {
  it('makes the debt overdue for as long as it could be paid before, without reminders, and says why', () => {
    const { row } = booked({ promise: { payBy: NOW.toISOString(), madeAt: NOW.toISOString() } }, PAID, lost());
    const expiresAt = new Date(NOW.getTime() + DAY_MS).toISOString();
    expect(row).toMatchObject({
      ...{ status: 'overdue', completedAt: null, received: 0, expiresAt, nextRunAt: expiresAt, entryCount: 2 },
      ...{ reopenedAt: NOW.toISOString(), amount: { minor: 4_500_000 }, amountChanges: 1, expiresInMinutes: 5_440 },
      followUp: { enabled: false },
    });
    expect(row).not.toHaveProperty('promise');
    expect(row.events.at(-1)).toMatchObject({ type: 'collection.reopened', data: { reason: 'chargeback' } });
    expect(outstandingOf(row).minor).toBe(4_500_000);
  });

  it('can be paid until its due day ends, if that is later', () => {
    const dueDay = 21_000;
    const { row } = booked({ dueDay }, PAID, lost());
    expect(Date.parse(row.expiresAt)).toBeGreaterThanOrEqual((dueDay + 1) * DAY_MS);
  });

  it('leaves what was given back before: as much less is asked', () => {
    const { row, entries } = booked({}, PAID, aRefund(1_500_000), lost(3_000_000));
    expect([row.amount.minor, outstandingOf(row).minor, owedBy(journalOf({ collection: row, entries }))]).toEqual([
      3_000_000, 3_000_000, 3_000_000,
    ]);
    expect(row.events.slice(-2).map(({ type }) => type)).toEqual(['collection.updated', 'collection.reopened']);
  });

  it('is completed again by another payment, or by the bank that gives the money back, and overdue again by the next', () => {
    const again = aReported({ transaction: 'trx-2' });
    const other = (kind: 'payment' | 'dispute_lost') => ({ ...again, kind, object: kind });
    expect(booked({}, PAID, lost(), again).row.status).toBe('completed');
    expect(booked({}, PAID, lost(), { ...lost(), kind: 'dispute_won' }).row.status).toBe('completed');
    const { row } = booked({}, PAID, lost(), other('payment'), other('dispute_lost'));
    expect([row.status, row.amountChanges]).toEqual(['overdue', 2]);
    expect(new Set(row.events.map(({ type, about }) => `${type} ${about}`)).size).toBe(row.events.length);
  });

  it.each<[string, Partial<Collection>, object]>([
    ['that is cancelled', { status: 'cancelled' }, {}],
    ['that is erased', { status: 'completed', erasedAt: NOW.toISOString() }, {}],
    ['of money of another currency', { status: 'completed' }, { amount: { minor: 4_500_000, currency: 'USD' } }],
  ])('changes no debt %s', (_what, given, moved) => {
    const before = { received: 4_500_000, ...given, ...(given.status === 'completed' && { completedAt: PAID.at }) };
    expect(booked(before, { ...lost(), ...moved }).row.status).toBe(given.status);
    expect(booked({ ...before, status: 'completed', erasedAt: undefined } as never, lost()).row.status).toBe('overdue');
  });

  it('of another currency leaves what was given back as it is', () => {
    const foreign = { ...lost(), amount: { minor: 4_500_000, currency: 'USD' } };
    expect(booked({}, PAID, aRefund(1_500_000), foreign).row).toMatchObject({
      status: 'completed',
      received: 3_000_000,
    });
  });

  it('of a debt that was reopened before can be paid for as long as it could after that', () => {
    const reopenedAt = minutesLater(1_000).toISOString();
    const expiresAt = minutesLater(1_060).toISOString();
    const { row } = booked({ reopenedAt, expiresAt }, PAID, lost());
    expect(row.expiresAt).toBe(minutesLater(4_060).toISOString());
  });

  it('waits for a person until it is paid or done', () => {
    const { row: collection, entries } = booked({}, PAID, lost());
    const reasons = (done: string, now = collection) =>
      causesOf({ collection: now, entries, attempts: [], events: [], replies: [] }, () => done, NOW).map(
        ({ reason, text }) => [reason, text],
      );
    expect(reasons('')).toEqual([['charged_back', 'NGN 45,000.00']]);
    expect(reasons(NOW.toISOString())).toEqual([]);
    expect(reasons('', { ...collection, status: 'completed' })).toEqual([]);
  });
});
