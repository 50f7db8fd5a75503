/** Which language a phone gets. */
import { describe, expect, it } from 'vitest';
import { dateParts } from '#lib/domain/follow-up/local-time.ts';
import { isCountry } from '#lib/domain/phone.ts';
import { factsOf, LANGUAGES, languageFor } from '#lib/words/languages.ts';

describe('the language of a phone', () => {
  it.each([
    ['FR', 'fr'],
    ['CI', 'fr'],
    ['SN', 'fr'],
    ['NG', 'en'],
    ['GH', 'en'],
    ['BE', 'en'],
    ['MZ', 'pt'],
    ['BR', 'pt'],
    ['TZ', 'sw'],
    ['KE', 'en'],
    [undefined, 'en'],
  ])('a phone in %s gets the language %s', (country, language) => {
    expect(languageFor(country)).toBe(language);
  });

  it('a country belongs to at most one language, and exists', () => {
    const claimed = LANGUAGES.flatMap((language) => factsOf(language).countries);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.filter((country) => !isCountry(country) && !['PF', 'TF'].includes(country))).toEqual([]);
  });
});

describe('an expiry in words', () => {
  it.each([
    ['2026-11-20T13:00:59.999Z', 'Africa/Lagos', 'Fri 20 Nov, 14:00', 'ven. 20 nov. à 14:00'],
    ['2026-12-31T23:30:00.000Z', 'Africa/Lagos', 'Fri 1 Jan, 00:30', 'ven. 1 janv. à 00:30'],
    ['2026-03-08T07:30:00.000Z', 'America/New_York', 'Sun 8 Mar, 03:30', 'dim. 8 mars à 03:30'],
    ['2028-02-29T18:45:00.000Z', 'Asia/Kathmandu', 'Wed 1 Mar, 00:30', 'mer. 1 mars à 00:30'],
    ['2026-08-02T09:05:00.000Z', 'UTC', 'Sun 2 Aug, 09:05', 'dim. 2 août à 09:05'],
  ])('the expiry at %s in zone %s is written in the words of each language', (instant, zone, english, french) => {
    expect(factsOf('en').expiry(dateParts(instant, zone))).toBe(english);
    expect(factsOf('fr').expiry(dateParts(instant, zone))).toBe(french);
  });
});

it.each([
  ['en', 'Sun Mon Tue Wed Thu Fri Sat', 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'],
  ['pt', 'dom. seg. ter. qua. qui. sex. sáb.', 'jan. fev. mar. abr. maio jun. jul. ago. set. out. nov. dez.'],
  [
    'sw',
    'Jumapili Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi',
    'Jan Feb Mac Apr Mei Jun Jul Ago Sep Okt Nov Des',
  ],
  ['fr', 'dim. lun. mar. mer. jeu. ven. sam.', 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'],
] as const)('every day of the week and every month has its word in %s', (language, days, months) => {
  const { expiry } = factsOf(language);
  const wordsOf = (date: string) => expiry(dateParts(`${date}T09:05:00.000Z`, 'UTC')).split(/[ ,]+/);
  const march = Array.from({ length: 7 }, (_, day) => wordsOf(`2026-03-0${day + 1}`)[0]);
  const year = Array.from({ length: 12 }, (_, month) => wordsOf(`2026-${String(month + 1).padStart(2, '0')}-15`)[2]);
  expect([march.join(' '), year.join(' ')]).toEqual([days, months]);
});
