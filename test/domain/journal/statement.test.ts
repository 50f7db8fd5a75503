/** The statement of a customer: its opening, its entries with the balance after each, and its closing. */
import { describe, expect, it } from 'vitest';
import type { BookedEntry } from '#lib/domain/insights/counted.ts';
import { statementOf } from '#lib/domain/journal/statement.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';

const entry = (at: string, minor: number, given: Partial<BookedEntry> = {}): BookedEntry => ({
  ...{ at: Date.parse(at), kind: 'asked', minor, collection: 'a', number: 1, contact: 'c' },
  ...{ reference: 'INV-1', currency: 'NGN' },
  ...given,
});

const MARCH = { from: dayOf('2026-03-01'), to: dayOf('2026-03-31') };
const inShort = (all: ReturnType<typeof statementOf>) =>
  all.map(({ currency, opening, entries, closing, credit }) => [
    currency,
    opening,
    entries.map(({ minor, balance }) => [minor, balance]),
    closing,
    credit,
  ]);

describe('a statement', () => {
  it('begins with what was owed before the first day, and ends with what was owed after the last, as the account has its days', () => {
    const entries = [
      entry('2026-02-28T22:59:59.999Z', 100),
      entry('2026-02-28T23:00:00.000Z', 10),
      entry('2026-03-31T22:59:59.999Z', -30),
      entry('2026-03-31T23:00:00.000Z', 7),
    ];
    expect(inShort(statementOf(entries, MARCH, 'Africa/Lagos'))).toEqual([
      [
        'NGN',
        100,
        [
          [10, 110],
          [-30, 80],
        ],
        80,
        0,
      ],
    ]);
  });

  it('has the entries of all collections in the order of the books, those of one instant by their numbers', () => {
    const at = '2026-03-05T09:00:00.000Z';
    const entries = [
      entry(at, -100, { kind: 'received', number: 2 }),
      entry(at, 20, { kind: 'overpaid', number: 3 }),
      entry('2026-03-04T09:00:00.000Z', 5, { collection: 'b' }),
      entry(at, 80),
    ];
    expect(inShort(statementOf(entries, MARCH, 'UTC'))).toEqual([
      [
        'NGN',
        0,
        [
          [5, 5],
          [80, 85],
          [-100, -15],
          [20, 5],
        ],
        5,
        20,
      ],
    ]);
  });

  it('has each currency apart, and none of which nothing is to be told', () => {
    const entries = [
      entry('2026-03-04T09:00:00.000Z', 5),
      entry('2026-01-04T09:00:00.000Z', 7, { currency: 'KES' }),
      ...[9, -9].map((minor) => entry('2026-01-04T09:00:00.000Z', minor, { currency: 'USD' })),
      entry('2026-05-04T09:00:00.000Z', 7, { currency: 'XAF' }),
    ];
    expect(inShort(statementOf(entries, MARCH, 'UTC')).map(([currency, opening]) => [currency, opening])).toEqual([
      ['KES', 7],
      ['NGN', 0],
    ]);
  });
});
