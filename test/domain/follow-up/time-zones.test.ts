/**
 * The clocks of zones.
 * The zones of countries and area codes.
 */

import { getCountries } from 'libphonenumber-js/min';
import { expect, it } from 'vitest';
import { areaZoneOf, parsePhone, timeZonesOf, zonesOf } from '#lib/domain/phone.ts';
import { fromLocal, offsetMinutes, offsetText, toLocal } from '#lib/domain/time/local-time.ts';

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

const COASTS = ['America/New_York', 'America/Los_Angeles'];

it.each([
  ['US', COASTS],
  ['RU', ['Europe/Moscow']],
  ['XK', ['Europe/Belgrade']],
  ['NG', ['Africa/Lagos']],
  ['GB', ['Europe/London']],
  ['TA', ['UTC']],
  [undefined, ['UTC']],
])('the zones of country %s are %j, however often it is asked', (country, zones) => {
  expect([zonesOf({ country }), zonesOf({ country })]).toEqual([zones, zones]);
});

it.each([
  ['+18085550104', 'Pacific/Honolulu'],
  ['+19075550104', 'America/Anchorage'],
  ['+12125550104', undefined],
  ['+2348085550104', undefined],
])('the zone of the area code of %s is %s', (phone, zone) => {
  expect(areaZoneOf(phone)).toBe(zone);
  expect(parsePhone(phone, undefined).areaZone).toBe(zone);
});

it('a number of Hawaii has its own zone first, and both coasts', () => {
  const { country, areaZone } = parsePhone('+1 808 555 0104', undefined);
  expect(zonesOf({ country, areaZone })).toEqual(['Pacific/Honolulu', ...COASTS]);
});

/** Where fewer than five thousand people live, where a number is not in use, or whose zone is known by the area code. */
const LEFT_OUT = new Set([
  'America/Adak',
  'America/Danmarkshavn',
  'America/Noronha',
  'America/Thule',
  'Australia/Lord_Howe',
  'Europe/Simferopol',
  'Pacific/Chatham',
  'Pacific/Enderbury',
  'Pacific/Gambier',
]);
const BY_AREA_CODE = ['US'];
const EMAIL_ONLY = ['RU'];

const MONTHS = Array.from({ length: 60 }, (_, month) => Date.UTC(2026, month / 2, 1 + (month % 2) * 15));

it.each(getCountries().filter((country) => ![...BY_AREA_CODE, ...EMAIL_ONLY].includes(country)))(
  'no populated zone of %s lies outside its ends, at any time of the year',
  (country) => {
    const inside = timeZonesOf(country).filter((zone) => !LEFT_OUT.has(zone));
    for (const at of MONTHS) {
      const ends = zonesOf({ country }).map((zone) => offsetMinutes(zone, at));
      for (const zone of country === 'XK' ? [] : inside) {
        const offset = offsetMinutes(zone, at);
        expect([zone, offset >= Math.min(...ends), offset <= Math.max(...ends)]).toEqual([zone, true, true]);
      }
    }
  },
);
