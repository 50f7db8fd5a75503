/** The ranks of a page, and its next and previous page. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listPageMeta, ranksOfPage } from '#lib/domain/list-cursor.ts';

const count = fc.integer({ min: 0, max: 2_000 });
const limit = fc.integer({ min: 1, max: 100 });

describe('pages', () => {
  it('the pages of a list show every entry exactly once, newest first', () => {
    fc.assert(
      fc.property(count, limit, (entries, size) => {
        const shown: number[] = [];
        for (let page = 1; page <= Math.ceil(entries / size); page += 1) {
          const { from, to } = ranksOfPage(entries, page, size);
          expect(to - from).toBeGreaterThan(0);
          expect(to - from).toBeLessThanOrEqual(size);
          for (let rank = to - 1; rank >= from; rank -= 1) shown.push(rank);
        }
        expect(shown).toEqual(Array.from({ length: entries }, (_, at) => entries - 1 - at));
      }),
    );
  });

  it('the pages of a list can be followed from the first to the last and back by next and prev', () => {
    fc.assert(
      fc.property(count, limit, (entries, size) => {
        const last = Math.max(1, Math.ceil(entries / size));
        for (let page = 1; page <= last; page += 1) {
          const meta = listPageMeta(entries, page, size);
          expect(meta).toEqual({
            count: entries,
            next: page === last ? null : page + 1,
            prev: page === 1 ? null : page - 1,
          });
        }
      }),
    );
  });

  it('a page past the end is empty and points back to the last page that has entries', () => {
    fc.assert(
      fc.property(count, limit, fc.integer({ min: 1, max: 1_000_000 }), (entries, size, beyond) => {
        const last = Math.ceil(entries / size);
        expect(ranksOfPage(entries, last + beyond, size)).toEqual({ from: 0, to: 0 });
        const prev = last === 0 ? null : last;
        if (last + beyond > 1)
          expect(listPageMeta(entries, last + beyond, size)).toEqual({ count: entries, next: null, prev });
      }),
    );
  });

  it.each([
    [0, 1, 10, null, null],
    [0, 7, 10, null, null],
    [10, 1, 10, null, null],
    [11, 1, 10, 2, null],
    [11, 2, 10, null, 1],
    [25, 99, 10, null, 3],
    [25, Number.MAX_VALUE, 100, null, 1],
  ])('a list of %i entries: page %d of size %i has next %j and prev %j', (entries, page, size, next, prev) => {
    expect(listPageMeta(entries, page, size)).toEqual({ count: entries, next, prev });
    expect(ranksOfPage(entries, page, size).from).toBeGreaterThanOrEqual(0);
  });
});
