/**
 * Cursors of a filtered list: read back only with the salt and the filter they were made for.
 * The ranks of a page, and its next and previous page.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CollectionFilter,
  cursorFor,
  listPageMeta,
  positionOf,
  ranksOfPage,
  signedCursor,
} from '#lib/domain/list-cursor.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const FILTER: CollectionFilter = { status: ['pending'], createdFrom: '2026-03-01T09:00:00.000Z' };
const POSITION = '2026-03-01T09:00:00.000Z#f24u1i45tj96aexcf4yxt4rnr';

describe('a cursor', () => {
  it('a cursor is read back with the salt and the filter it was made for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (position) => {
        expect(positionOf('salt', FILTER, cursorFor('salt', FILTER, position))).toBe(position);
      }),
    );
  });

  it('a cursor is not read with another salt, or another filter, even one that reads alike', () => {
    const cursor = cursorFor('salt', FILTER, POSITION);
    expect(positionOf('other', FILTER, cursor)).toBeUndefined();
    for (const filter of [
      {},
      { ...FILTER, status: ['overdue'] },
      { ...FILTER, status: ['pending', 'overdue'] },
      { ...FILTER, dueFrom: 1 },
      { ...FILTER, dueTo: 1 },
      { ...FILTER, order: { by: 'dueDate' } },
      { status: ['pending'], createdTo: FILTER.createdFrom },
    ])
      expect(positionOf('salt', filter as CollectionFilter, cursor)).toBeUndefined();
  });

  it('a cursor of before there were several statuses is still read', () => {
    const asked = [null, null, 'pending', FILTER.createdFrom, null];
    expect(positionOf('salt', FILTER, signedCursor('salt', asked, POSITION))).toBe(POSITION);
  });

  it('a cursor tells days of due dates apart', () => {
    const cursor = cursorFor('salt', { dueFrom: 1 }, POSITION);
    expect(positionOf('salt', { dueFrom: 1 }, cursor)).toBe(POSITION);
    for (const filter of [{ dueTo: 1 }, { dueFrom: 2 }, { dueFrom: 1, dueTo: 1 }])
      expect(positionOf('salt', filter, cursor)).toBeUndefined();
  });

  it.each(['reference', 'contactId', 'status', 'createdFrom', 'createdTo'] as const)(
    'a cursor is not read where only %s differs, is missing, or is asked beside it',
    (field) => {
      const instants = { createdFrom: '2026-03-01T09:00:00.000Z', createdTo: '2026-03-02T09:00:00.000Z' };
      const whole = { reference: 'INV-1', contactId: 'contact_1', status: ['pending'], ...instants } as const;
      const other = field === 'status' ? ['overdue'] : `${whole[field]}0`;
      const { [field]: _left, ...without } = whole;
      const cursor = cursorFor('salt', whole, POSITION);
      expect(positionOf('salt', whole, cursor)).toBe(POSITION);
      for (const filter of [{ ...whole, [field]: other }, without])
        expect(positionOf('salt', filter as CollectionFilter, cursor)).toBeUndefined();
      expect(positionOf('salt', whole, cursorFor('salt', without as CollectionFilter, POSITION))).toBeUndefined();
    },
  );

  it('a cursor in which one character has changed is not read', () => {
    const cursor = cursorFor('salt', FILTER, POSITION);
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = `${cursor.slice(0, at)}${cursor[at] === 'a' ? 'b' : 'a'}${cursor.slice(at + 1)}`;
      expect(positionOf('salt', FILTER, changed)).toBeUndefined();
    }
  });

  it('no text that anybody can type is a cursor', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => positionOf('salt', FILTER, text) === undefined));
  });
});

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
