/** The zones of countries and area codes. */
import { getCountries } from 'libphonenumber-js/min';
import { expect, it } from 'vitest';
import { offsetMinutes } from '#lib/domain/follow-up/local-time.ts';
import { areaZoneOf, parsePhone, zonesOf } from '#lib/domain/phone.ts';

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
    const all = (
      new Intl.Locale(`und-${country}`) as unknown as { getTimeZones: () => string[] | undefined }
    ).getTimeZones();
    const inside = (all ?? []).filter((zone) => !LEFT_OUT.has(zone));
    for (const at of MONTHS) {
      const ends = zonesOf({ country }).map((zone) => offsetMinutes(zone, at));
      for (const zone of country === 'XK' ? [] : inside) {
        const offset = offsetMinutes(zone, at);
        expect([zone, offset >= Math.min(...ends), offset <= Math.max(...ends)]).toEqual([zone, true, true]);
      }
    }
  },
);
