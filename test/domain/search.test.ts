/** Search: in any script, case and accents aside, by the beginnings of words, or by a phone or an email. */
import { describe, expect, it } from 'vitest';
import { customerWords, isFoundCollection, isFoundCustomer, readSearch, type Search } from '#lib/domain/search.ts';

const of = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  phone: '+2348031234567',
  email: 'Ada.Obi@Example.com',
});

const finds = (text: string, customer = of('Ada', 'Obi')): boolean => {
  const search = readSearch(text, 'NG');
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
