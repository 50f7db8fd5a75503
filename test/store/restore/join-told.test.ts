/** Told events after a restore: each number once, whichever of its events a table told together. */
import { expect, it } from 'vitest';
import { toldKey } from '#lib/store/event/keys.ts';
import { toldToJoin } from '#lib/store/restore/join-told.ts';

const ref = { account: '0123456789', hash: 'h'.repeat(25) };
const at = (milliseconds: number): string => new Date(Date.UTC(2026, 2, 2, 9, 0, 0, milliseconds)).toISOString();

const row = (sequence: number, id: string, ...also: string[]) => ({
  ...toldKey(ref, sequence),
  id,
  sequence,
  toldAt: at(0),
  ...(also.length > 0 && { also }),
});

it('a row that both tables have, and one that only the new one has, is not joined', () => {
  expect(toldToJoin(ref, [row(1, 'a', 'b')], [row(1, 'a', 'b'), row(3, 'c')])).toEqual([]);
});

it('a row that only the old table has is joined as it is', () => {
  expect(toldToJoin(ref, [row(1, 'a'), row(2, 'b', 'c')], [row(1, 'a')])).toEqual([row(2, 'b', 'c')]);
});

it('of several events that the old table told together, those whose numbers the new table has not given are joined', () => {
  expect(toldToJoin(ref, [row(1, 'a', 'b', 'c'), row(4, 'd')], [row(1, 'x')])).toEqual([
    { ...row(2, 'b'), toldAt: at(1) },
    { ...row(3, 'c'), toldAt: at(2) },
    row(4, 'd'),
  ]);
});

it('of events that the old table told one by one, none is joined under a number that the new table gave within a row', () => {
  expect(toldToJoin(ref, [row(1, 'a'), row(2, 'b'), row(3, 'c')], [row(1, 'x', 'y')])).toEqual([row(3, 'c')]);
});
