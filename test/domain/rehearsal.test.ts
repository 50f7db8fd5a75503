/** Whom a rehearsal writes to: a number that nobody has, in a country where it is day. */
import { expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { nobodysPhone } from '#lib/domain/rehearsal.ts';
import { isOpen, openingHoursIn } from '#lib/domain/time/local-time.ts';

const drawing = (number: number) => () => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};

it('at each half hour of a year somebody who does not exist may be written to', () => {
  const start = Date.parse('2027-01-01T00:00:00.000Z');
  const codes = new Set<string>();
  for (let half = 0; half < 365 * 24 * 2; half += 1) {
    const at = start + half * 30 * 60_000;
    const phone = nobodysPhone(drawing(half), new Date(at));
    expect(phone.reachable && isOpen(openingHoursIn(phone, CHANNELS), at), new Date(at).toISOString()).toBe(true);
    codes.add(phone.lookup.slice(0, 3));
  }
  expect([...codes].toSorted()).toEqual(['+12', '+44', '+61']);
});

it.each([
  ['2027-06-01T12:00:00.000Z', 0, '+447700900000'],
  ['2027-06-01T12:00:00.000Z', 1_999, '+447700900999'],
  ['2027-06-01T21:00:00.000Z', 100, '+12025550100'],
  ['2027-06-01T21:00:00.000Z', 199, '+12025550199'],
  ['2027-06-01T05:00:00.000Z', 4, '+61491570156'],
  ['2027-06-01T05:00:00.000Z', 7, '+61491570159'],
])('at %s the draw %i is %s', (at, number, phone) => {
  expect(nobodysPhone(drawing(number), new Date(at)).lookup).toBe(phone);
});
