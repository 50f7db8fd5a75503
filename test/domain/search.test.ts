/** Search: in any script, case and accents aside, by the beginnings of words, or by a phone or an email. */
import { getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { toGsm7 } from '#lib/domain/channels/sms/gsm7.ts';
import { nameSortKey } from '#lib/domain/customer.ts';
import {
  addressWords,
  customerWords,
  isFoundCollection,
  isFoundCustomer,
  nameWords,
  readSearch,
  referenceWords,
  type Search,
  searchWords,
  startsOf,
} from '#lib/domain/search.ts';

const of = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  phone: '+2348031234567',
  email: 'Ada.Obi@Example.com',
});

const finds = (text: string, customer = of('Ada', 'Obi'), country = 'NG'): boolean => {
  const search = readSearch(text, country);
  return search !== undefined && isFoundCustomer(customerWords(customer), search);
};

describe('a customer', () => {
  it.each([
    ['a beginning of the first name', 'ad', of('Ada', 'Obi')],
    ['a beginning of the last name', 'OB', of('Ada', 'Obi')],
    ['both names in either order', 'obi ada', of('Ada', 'Obi')],
    ['a later word of a name', 'carmen', of('María del Carmen', 'Obi')],
    ['no accents', 'jose', of('José', 'Núñez')],
    ['other accents than the name has', 'jösé', of('Jose', 'Nunez')],
    ['no stroke', 'oyvind', of('Øyvind', 'Łukasz')],
    ['ss for ß', 'strass', of('Hans', 'Straß')],
    ['an apostrophe or none', 'obrien', of('Pat', 'O’Brien')],
    ['an apostrophe of another kind', "o'br", of('Pat', 'O’Brien')],
    ['full-width letters', 'ａｄａ', of('Ada', 'Obi')],
    ['Greek capitals, with a final sigma', 'ΓΙΏΡΓΟΣ', of('Γιώργος', 'Παπάς')],
    ['Cyrillic', 'иван', of('ИВАН', 'Петров')],
    ['Arabic with other vowel points', 'محمد', of('مُحَمَّد', 'علي')],
    ['Devanagari', 'राम', of('राम', 'शर्मा')],
    ['Han', '田', of('太郎', '田中')],
    ['Hangul', '김', of('민수', '김')],
    ['a Turkish capital', 'istanbul', of('İstanbul', 'Işık')],
    ['Amharic', 'አበበ', of('አበበ', 'ቢቂላ')],
    ...[
      ['Danjuma', 'Ɗanjuma'],
      ['Bello', 'Ɓello'],
      ['Esi', 'Ɛsi'],
      ['Ampofo', 'Ampɔfo'],
      ['yar', 'ƴar'],
      ['kofi', 'Ƙofi'],
      ['فاطمة', 'فاطمه'],
      ['فاطمه', 'فاطمة'],
      ['علي', 'على'],
      ['على', 'علي'],
      ['كاظم', 'کاظم'],
      ['أحمد', 'احمد'],
      ['Said', 'Saʾid'],
      ['Saʿid', 'Said'],
      ['Galla', 'Gal·la'],
      ['Galla', 'Gaŀla'],
      ['Gal·la', 'Galla'],
    ].map(([text = '', name = '']): [string, string, ReturnType<typeof of>] => [
      `${text}, as ${name}`,
      text,
      of(name, 'X'),
    ]),
  ])('is found by %s', (_by, text, customer) => {
    expect(finds(text, customer)).toBe(true);
  });

  it.each([
    '+2348031234567',
    '08031234567',
    '0803 123 4567',
    ' 2348031234567',
    '\u202d+2348031234567\u202c',
    '+23480312',
    '0803123',
  ])('is found by the phone %j, read with the country of the account', (text) => {
    expect(finds(text)).toBe(true);
  });

  it.each(['ada.obi@example.com', 'ADA.OBI@EXAMPLE.COM ', 'ada.obi@'])('is found by the email %j', (text) => {
    expect(finds(text)).toBe(true);
  });

  it.each(['da', 'ada x', 'obia', '+2348031234568', 'obi@example.com', '0803'])('is not found by %j', (text) => {
    expect(finds(text)).toBe(false);
  });
});

it.each([
  ['مـــحمد', ['محمد']],
  ['A\u200bda', ['ada']],
  ['İ', ['i']],
  ['Ada ADA', ['ada']],
  [`${'x'.repeat(45)} y`, ['x'.repeat(40), 'y']],
])('the words of %j are %j', (text, words) => expect(searchWords(text)).toEqual(words));

it('each name has eight words at most, and a reference sixteen: each is a row', () => {
  const words = Array.from({ length: 20 }, (_, index) => `w${index}`);
  const long = words.join(' ');
  expect(nameWords({ firstName: long, lastName: 'obi' })).toEqual([...words.slice(0, 8), 'obi']);
  expect(referenceWords(long)).toEqual(words.slice(0, 16));
});

it('an address that is left out is no word', () => {
  expect(addressWords({ phone: '+2348031234567', email: ' Ada@Example.com ' })).toEqual([
    '+2348031234567',
    'ada@example.com',
  ]);
  expect(addressWords({ phone: '+2348031234567', email: '' })).toEqual(['+2348031234567']);
});

describe('what is looked for', () => {
  it.each<[string, string | undefined, Search]>([
    [' Ada@', 'NG', { words: [], phones: [], email: 'ada@' }],
    ['ada obi', 'NG', { words: ['ada', 'obi'], phones: [] }],
    ['1234', 'NG', { words: ['1234'], phones: [] }],
    ['08031', 'NG', { words: ['08031'], phones: ['+2348031', '+23408031', '08031'] }],
    ['8031 2', 'NG', { words: ['8031', '2'], phones: ['+23480312', '80312'] }],
    ['٠٨٠٣١', 'NG', { words: ['٠٨٠٣١'], phones: ['+2348031', '+23408031', '08031'] }],
    ['08031', undefined, { words: ['08031'], phones: ['08031'] }],
    ['08031', 'XX', { words: ['08031'], phones: ['08031'] }],
    ['+23480', 'KE', { words: ['23480'], phones: ['+23480', '23480'] }],
    ['0023480', 'NG', { words: ['0023480'], phones: ['+23480', '0023480'] }],
    [' 23480', 'KE', { words: ['23480'], phones: ['+23480', '23480'] }],
    [' 08031', 'NG', { words: ['08031'], phones: ['+2348031', '+23408031', '08031'] }],
    ['+2348031234567', undefined, { words: ['2348031234567'], phones: ['+2348031234567', '2348031234567'] }],
    ['INV 08031', 'NG', { words: ['inv', '08031'], phones: [] }],
    ['1'.repeat(20), undefined, { words: ['1'.repeat(20)], phones: ['1'.repeat(20)] }],
    ['1'.repeat(21), undefined, { words: ['1'.repeat(21)], phones: [] }],
  ])('by %j, in %s', (text, country, search) => expect(readSearch(text, country)).toEqual(search));

  it.each(['NG', 'GH', 'KE', 'UG', 'ZA', 'TZ', 'RW', 'CI', 'BJ', 'SN', 'EG', 'FR', 'GB', 'US', 'IN'] as const)(
    'while a phone of %s is typed, no further digit loses its customer',
    (country) => {
      const example = getExampleNumber(country, examples) as NonNullable<ReturnType<typeof getExampleNumber>>;
      const customer = { ...of('x', 'y'), phone: example.number };
      const international = example.number.slice(1);
      const writings = [example.formatNational(), `+${international}`, `00${international}`, ` ${international}`];
      const typed = writings.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)));
      const long = typed.filter((text) => text.replace(/\D/g, '').length >= 5);
      expect(long.filter((text) => !finds(text, customer, country))).toEqual([]);
    },
  );

  it.each<[string, Search, string[]]>([
    ['the longest of several words', { words: ['a', 'obiora', 'ada'], phones: [] }, ['obiora']],
    ['the phones as well', { words: ['08031'], phones: ['+2348031', '08031'] }, ['+2348031', '08031']],
    ['an email alone', { words: [], phones: [], email: 'ada@' }, ['ada@']],
  ])('is read from the table by %s', (_name, search, starts) => expect(startsOf(search)).toEqual(starts));
});

it.each(['', '---', '  ', '😀'])('nothing is looked for by %j', (text) => {
  expect(readSearch(text, 'NG')).toBeUndefined();
});

describe('a collection', () => {
  const collection = { reference: 'INV-1001/Märkte_b7', contact: { id: 'contact_x', ...of('Ada', 'Obi') } };
  const isFound = (text: string) => isFoundCollection(collection, readSearch(text, 'NG') as Search);

  it.each(['1001', 'inv', 'INV-10', 'markt', 'b7', 'ada 1001', 'obi'])('is found by %j', (text) => {
    expect(isFound(text)).toBe(true);
  });

  it.each(['001', 'NV', 'INV-2', 'ada 1002'])('is not found by %j', (text) => {
    expect(isFound(text)).toBe(false);
  });
});

it('finds a name by what an SMS makes of it, letter by letter', () => {
  const letters = Array.from({ length: 0x250 }, (_letter, code) => String.fromCodePoint(code)).filter(
    (letter) => /\p{Script=Latin}/u.test(letter) && /\p{L}/u.test(letter),
  );
  const isFound = (letter: string) => finds(`m${toGsm7(letter)}m`, of(`M${letter}m`, 'X'));
  expect(letters.filter((letter) => toGsm7(letter) !== '' && !isFound(letter))).toEqual([]);
  expect(['Ɗ', 'ɗ', 'Ɓ', 'Ɛ', 'Ɔ', 'Ŋ', 'Ħ', 'Ʋ', 'Ʊ', 'Ɩ', 'Ə', 'Ɖ', 'Ɣ'].map(toGsm7)).not.toContain('');
});

it('sorts letters of every alphabet as the plain ones', () => {
  const names = ['Zara', 'Ɗanjuma', 'Ebo', 'Danjuma', 'Ɛsi', 'Ɓello', 'Cyprian'];
  const sorted = names.toSorted((one, other) => {
    const [a, b] = [one, other].map((firstName) => nameSortKey({ firstName, lastName: '' }));
    return (a ?? '') < (b ?? '') ? -1 : 1;
  });
  expect(sorted).toEqual(['Ɓello', 'Cyprian', 'Ɗanjuma', 'Danjuma', 'Ebo', 'Ɛsi', 'Zara']);
});
