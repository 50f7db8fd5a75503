/** The clocks of zones. */
import { expect, it } from 'vitest';
import { fromLocal, offsetMinutes, offsetText, toLocal } from '#lib/domain/follow-up/local-time.ts';

const at = (text: string) => Date.parse(text);

it.each([
  ['UTC', '2026-07-01T00:00:00Z', 0],
  ['Africa/Lagos', '2026-07-01T00:00:00Z', 60],
  ['Asia/Kathmandu', '2026-07-01T00:00:00Z', 345],
  ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
  ['America/New_York', '2026-03-08T06:59:59.999Z', -300],
  ['America/New_York', '2026-03-08T07:00:00.000Z', -240],
  ['America/New_York', '2026-11-01T05:59:59.999Z', -240],
  ['America/New_York', '2026-11-01T06:00:00.000Z', -300],
])('the clocks of %s are at %s so many minutes ahead of UTC: %i', (zone, instant, minutes) => {
  expect(offsetMinutes(zone, at(instant))).toBe(minutes);
});

it.each(['America/New_York', 'Africa/Casablanca', 'Australia/Lord_Howe'])(
  'the clocks of %s are right all year',
  (zone) => {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    const inUtc = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'short', timeStyle: 'medium' });
    for (let time = at('2026-01-01T00:00:00Z'); time < at('2027-01-01T00:00:00Z'); time += 6 * 3_600_000) {
      expect(inUtc.format(toLocal(zone, time))).toBe(format.format(time));
    }
  },
);

it('a local time is the instant at which the clocks show it, on the day of a change too', () => {
  expect(fromLocal('America/New_York', at('2026-03-08T08:00:00Z'))).toBe(at('2026-03-08T12:00:00Z'));
  expect(fromLocal('America/New_York', at('2026-11-01T08:00:00Z'))).toBe(at('2026-11-01T13:00:00Z'));
  expect(fromLocal('Pacific/Auckland', at('2026-04-05T08:00:00Z'))).toBe(at('2026-04-04T20:00:00Z'));
});

it.each([
  ['UTC', 'UTC'],
  ['Africa/Lagos', 'UTC+1'],
  ['Asia/Kathmandu', 'UTC+5:45'],
  ['America/St_Johns', 'UTC−2:30'],
])('the offset of %s in July is written %s', (zone, text) => {
  expect(offsetText(zone, at('2026-07-01T00:00:00Z'))).toBe(text);
});
