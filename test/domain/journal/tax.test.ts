/** Every part of a debt has its share of the taxes in it, to the minor unit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JournalEntry, journalOf } from '#lib/domain/journal/journal.ts';
import { taxBetween } from '#lib/domain/journal/tax.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { played, someHappenings } from './a-story.ts';

const taxed = (minor: number, asked: number) => {
  const amount = { minor: asked, currency: 'NGN' };
  return { ...aCollection(), amount, events: [], tax: [{ name: 'VAT', rate: 7.5, amount: { ...amount, minor } }] };
};
const shareOf = (of: ReturnType<typeof taxed>, from: number, to: number, asked = of.amount.minor) =>
  taxBetween(of, { asked, settled: to }, from)?.map(({ amount }) => amount.minor);

describe('the tax in a payment', () => {
  it.each([
    ['all of it', 0, 100, -7],
    ['a half, rounded down', 0, 50, -3],
    ['the other half has the rest', 50, 100, -4],
    ['nothing of what came too much', 100, 130, 0],
    ['what a payment brings up to what is asked', 90, 130, -1],
    ['money that goes back', 100, 50, 4],
    ['more back than came', 50, -20, 3],
  ])('%s', (_what, from, to, tax) => {
    expect(shareOf(taxed(7, 100), from, to)).toEqual([tax]);
  });

  it('is of the rate at first, also of less', () => {
    expect(shareOf(taxed(10, 100), 0, 60, 60)).toEqual([-6]);
  });

  it('is of the rate at first, also when another amount is asked by then', () => {
    const of = taxed(10, 100);
    const from = { amount: { minor: 100, currency: 'NGN' } };
    const events = [{ type: 'collection.updated', timestamp: '2026-03-02T00:00:00.000Z', data: { from } }];
    const corrected = { ...of, amount: { minor: 50, currency: 'NGN' }, events: events as never };
    expect(shareOf(corrected, 0, 50, 50)).toEqual([-5]);
  });

  it('is exact in the largest sums', () => {
    const most = 999_999_999_999_999;
    expect(shareOf(taxed(most - 1, most), 0, most)).toEqual([1 - most]);
  });

  it('is in no entry where none was given', () => {
    expect(taxBetween(aCollection(), { asked: 100, settled: 100 }, 0)).toBeUndefined();
  });
});

describe('the taxes of a journal', () => {
  it('of what settles a debt are never more than those in it, and all of them once it is settled', () => {
    fc.assert(
      fc.property(someHappenings, fc.nat(100), (story, minor) => {
        const { collection, entries } = played(story).at(-1)?.debt ?? { collection: aCollection(), entries: [] };
        const tax = [{ name: 'VAT', rate: 7.5, amount: { ...collection.amount, minor } }];
        const isCorrected = collection.events.some(({ data }) => data?.from?.amount !== undefined);
        const journal = journalOf({ collection: { ...collection, tax }, entries });
        const taxIn = (kinds: (kind: JournalEntry['kind']) => boolean) =>
          journal
            .filter(({ kind }) => kinds(kind))
            .reduce((sum, { tax: taxes = [] }) => sum + (taxes[0]?.amount.minor ?? 0), 0);
        expect(taxIn((kind) => kind === 'asked')).toBe(minor);
        const settled = journal
          .filter(({ tax: taxes, kind }) => taxes && kind !== 'asked')
          .reduce((sum, entry) => sum - entry.minor, 0);
        if (isCorrected) return;
        const share = 0 - taxIn((kind) => kind !== 'asked');
        const asked = collection.amount.minor;
        expect(share).toBe(Math.floor((minor * Math.min(Math.max(settled, 0), asked)) / asked));
      }),
      { numRuns: 500 },
    );
  });
});
