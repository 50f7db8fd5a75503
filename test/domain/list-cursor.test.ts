/** Cursors of a filtered list: read back only with the salt and the filter they were made for. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorFor, positionOf } from '#lib/domain/list-cursor.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const FILTER = { status: 'pending', createdFrom: '2026-03-01T09:00:00.000Z' } as const;
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
    for (const filter of [{}, { ...FILTER, status: 'overdue' }, { status: 'pending', createdTo: FILTER.createdFrom }])
      expect(positionOf('salt', filter as typeof FILTER, cursor)).toBeUndefined();
  });

  it.each(['reference', 'contactId', 'status', 'createdFrom', 'createdTo'] as const)(
    'a cursor is not read where only %s differs, is missing, or is asked beside it',
    (field) => {
      const instants = { createdFrom: '2026-03-01T09:00:00.000Z', createdTo: '2026-03-02T09:00:00.000Z' };
      const whole = { reference: 'INV-1', contactId: 'contact_1', status: 'pending', ...instants } as const;
      const other = field === 'status' ? 'overdue' : `${whole[field]}0`;
      const { [field]: _left, ...without } = whole;
      const cursor = cursorFor('salt', whole, POSITION);
      expect(positionOf('salt', whole, cursor)).toBe(POSITION);
      for (const filter of [{ ...whole, [field]: other }, without])
        expect(positionOf('salt', filter as typeof whole, cursor)).toBeUndefined();
      expect(positionOf('salt', whole, cursorFor('salt', without as typeof whole, POSITION))).toBeUndefined();
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
