/**
 * How much of each value a channel shows: what fits is whole, and one character more is cut.
 * Which language a phone gets.
 */
import { describe, expect, it } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import type { MessageInput } from '#lib/domain/message/values.ts';
import { isCountry } from '#lib/domain/phone.ts';
import { dateParts } from '#lib/domain/time/local-time.ts';
import { factsOf, LANGUAGES, languageFor, pageLanguage } from '#lib/words/languages.ts';
import { aMessage } from './a-message.ts';

const textOf = (changes: Partial<MessageInput>) => renderMessage(aMessage(changes)).text;
const NO_LINKS = { link: undefined, optOutLink: undefined };

type Value = 'firstName' | 'merchant' | 'description' | 'reference';

it.each<[Channel, string, Record<Value, number>]>([
  ['email', '…', { firstName: 60, merchant: 80, description: 160, reference: 80 }],
  ['whatsapp', '…', { firstName: 40, merchant: 60, description: 100, reference: 60 }],
  ['sms', '...', { firstName: 24, merchant: 40, description: 60, reference: 40 }],
])(
  'a reminder by %s shows as much of each value as it has room for, and ends the rest in %s: %j',
  (channel, dots, limits) => {
    for (const [value, limit] of Object.entries(limits)) {
      const about = value === 'reference' && channel === 'sms' ? { description: undefined } : {};
      const shown = (length: number) => textOf({ channel, ...NO_LINKS, ...about, [value]: 'x'.repeat(length) });
      expect(shown(limit), value).toContain('x'.repeat(limit));
      expect(shown(limit + 1), value).toContain(`${'x'.repeat(limit - dots.length)}${dots}`);
      expect(shown(limit + 1), value).not.toContain('x'.repeat(limit - dots.length + 1));
    }
  },
);

describe('an SMS whose links leave less room', () => {
  const long = { firstName: 'F'.repeat(99), merchant: 'M'.repeat(99), description: 'D'.repeat(99) };
  const withLinks = (length: number, changes: Partial<MessageInput> = {}) =>
    textOf({
      ...long,
      link: `https://${'l'.repeat(length - 8)}`,
      optOutLink: `https://${'o'.repeat(length - 8)}`,
      ...changes,
    });
  const runs = (text: string) =>
    ['F', 'M', 'D', 'R'].map((letter) => (text.match(new RegExp(`${letter}{2,}\\.{3}`)) ?? [''])[0].length);

  it.each([
    [40, [24, 40, 60, 0]],
    [124, [16, 30, 30, 0]],
    [145, [10, 20, 16, 0]],
  ])('has values that are cut to fit beside links of %i characters: %j', (length, cut) => {
    expect(runs(withLinks(length))).toEqual(cut);
  });

  it.each([
    [40, [24, 40, 0, 40]],
    [124, [16, 30, 0, 24]],
    [145, [10, 20, 0, 16]],
  ])(
    'has a reference that is cut to fit beside links of %i characters, where nothing describes it: %j',
    (length, cut) => {
      expect(runs(withLinks(length, { description: undefined, reference: 'R'.repeat(255) }))).toEqual(cut);
    },
  );
});

describe('a reminder in French', () => {
  it('names what it is for by the reference alone where nothing describes it', () => {
    const text = textOf({ channel: 'email', language: 'fr', description: undefined });
    expect(text).toContain('pour la référence INV-42 peut');
  });

  it('asks for STOP by SMS where it has no link out of reminders', () => {
    expect(textOf({ language: 'fr', ...NO_LINKS })).toMatch(/ Répondez STOP pour ne plus recevoir de rappels\.$/);
  });
});

it('a reminder by WhatsApp leaves out the marks of its own that a value holds', () => {
  expect(textOf({ channel: 'whatsapp', merchant: '*Acme* ~`{Stores}`~' })).toContain('from Acme Stores.');
});

it('a reminder that has a description and no reference leaves out the reference', () => {
  const text = textOf({ channel: 'email', description: 'Rent', reference: undefined });
  expect(text).toContain('for Rent can be made');
});

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

  it('a merchant’s language is for countries that have none of ours of their own, and only one that may be used', () => {
    expect(languageFor('KE', 'sw')).toBe('sw');
    expect(languageFor(undefined, 'pt')).toBe('pt');
    expect(languageFor('SN', 'sw')).toBe('fr');
    expect(languageFor('KE', 'sw', ['en', 'fr'])).toBe('en');
    expect(pageLanguage({ accepted: 'en-US' }, 'KE', 'sw')).toBe('sw');
    expect(pageLanguage({ accepted: 'fr' }, 'KE', 'sw')).toBe('fr');
  });

  it.each([
    ['fr-FR,fr;q=0.9', 'NG', 'fr'],
    ['SW', 'SN', 'sw'],
    ['en-US,fr;q=0.9', 'SN', 'fr'],
    ['de,fr', 'NG', 'en'],
    ['*', 'MZ', 'pt'],
    ['', 'NG', 'en'],
    [undefined, 'SN', 'fr'],
  ])(
    'a page for a browser that asks for %s, and a phone in %s, is in the language %s',
    (accepted, country, language) => {
      expect(pageLanguage({ accepted }, country)).toBe(language);
    },
  );

  it('a language that was chosen on a page comes before that of the browser and of the phone, English too', () => {
    expect(pageLanguage({ chosen: 'en', accepted: 'fr' }, 'SN')).toBe('en');
    expect(pageLanguage({ chosen: 'sw', accepted: 'fr' }, 'NG')).toBe('sw');
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
