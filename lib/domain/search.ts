/** Search: the words by which customers and collections are found, in any script, case and accents aside, and what somebody looks for. */
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type { Collection } from './collection.ts';
import type { Contact } from './contact.ts';
import { plainLetter } from './letters.ts';
import { countDigits, foldPhone, PHONE_DIGITS, parsePhone } from './phone.ts';
import { readableNumber } from './phone-writings.ts';

/** Combining accents, and the vowel points of Hebrew and Arabic. The vowel signs of other scripts are letters to their readers. */
const ACCENTS = /(?:\p{Script=Inherited}|[\u0591-\u05bd\u05bf-\u05c7])/gu;
const TATWEEL = /\u0640/g;
const INVISIBLE = /\p{Cf}/gu;
/** Marks within a word that people leave out: apostrophes, the signs of Arabic and Hebrew letters in Latin, the dot of the Catalan l·l. */
const WITHIN_WORDS = /['’‘‛ʼʹʻʽʾʿˈ`´′·‧ꞌ]/gu;
/**
 * Letters of one sound, or one in the hand of another country: the Greek sigma at the end of a word, and what Arabic, Persian and Urdu
 * write for the same letter. Unicode, chapter 9.2, and CLDR's search collation for Arabic.
 */
const ALIKE = new Map(
  ['ςσ', 'ةه', 'ۀه', 'ەه', 'ہه', 'ھه', 'ۃه', 'ىي', 'یي', 'ېي', 'ےي', 'ۍي', 'کك', 'ڪك', 'ٱا', 'ۆو', 'ڤف'].map((pair) => [
    pair.slice(0, 1),
    pair.slice(1),
  ]),
);
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Code points; what follows in a longer word is not searched. */
const MAX_WORD = 40;

/** Case and accents aside. */
export function searchWords(text: string): string[] {
  const plain = text
    .replace(WITHIN_WORDS, '')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(TATWEEL, '')
    .replace(INVISIBLE, '')
    // Upper case first: it takes apart what lower case leaves, such as ß.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    // NFKD makes a dot of the Catalan letter, too.
    .replace(WITHIN_WORDS, '')
    .replace(/[^\0-\x7f]/gu, (letter) => plainLetter(letter) ?? ALIKE.get(letter) ?? letter);
  const words = plain.match(WORD) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD).join('')))];
}

/** Of each field; each is a row in the table. */
const MAX_NAME_WORDS = 8;
const MAX_REFERENCE_WORDS = 16;

export const nameWords = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string[] =>
  [firstName, lastName].flatMap((name) => searchWords(name).slice(0, MAX_NAME_WORDS));

export const referenceWords = (reference: string): string[] => searchWords(reference).slice(0, MAX_REFERENCE_WORDS);

function phoneWord(phone: string): string {
  const { reachable, lookup } = parsePhone(phone, undefined);
  return reachable ? foldPhone(lookup) : lookup;
}

/** The phone and the email. */
export const addressWords = ({ phone, email }: Pick<Contact, 'phone' | 'email'>): string[] =>
  [phoneWord(phone), email.trim().toLowerCase()].filter((word) => word !== '');

/** The words by which a customer is found. */
export const customerWords = (contact: Omit<Contact, 'id'>): string[] => [
  ...new Set([...nameWords(contact), ...addressWords(contact)]),
];

/** What somebody looks for: beginnings of words, or of a phone or an email. */
export type Search = { words: readonly string[]; phones: readonly string[]; email?: string };

/** Undefined for a text without a letter and without a digit. `country`: of the account. */
export function readSearch(text: string, country: string | undefined): Search | undefined {
  if (text.includes('@')) return { words: [], phones: [], email: text.trim().toLowerCase() };
  const words = searchWords(text);
  return words.length === 0 ? undefined : { words, phones: phonesIn(text, country) };
}

const PHONE_LIKE = /^[^\p{L}]*$/u;
const LEADING_ZEROS = /^0+/;

/** How the phones begin that the text may be the beginning of. */
function phonesIn(text: string, country: string | undefined): string[] {
  const count = countDigits(text);
  if (count < PHONE_DIGITS.min || count > PHONE_DIGITS.max) return [];
  // A `+` that was not encoded reads as a space. No country code begins with 0.
  const typed = readableNumber(text.replace(/^ (?=[1-9])/, '+'));
  const { reachable, lookup } = parsePhone(typed, country);
  const whole = reachable ? [foldPhone(lookup)] : [];
  if (!PHONE_LIKE.test(typed)) return whole;
  // Also of what can be a whole number: most countries have had shorter ones, and each is the beginning of a longer one.
  const digits = typed.replace(/\D/g, '');
  const bare = digits.replace(LEADING_ZEROS, '');
  const isInternational = /^(?:\+|00)/.test(typed.trim());
  const code = country !== undefined && isSupportedCountry(country) ? getCountryCallingCode(country) : undefined;
  // In Benin, Congo or Italy the zero is a part of the number.
  const national = code === undefined ? [] : [`+${code}${bare}`, `+${code}${digits}`];
  return [...new Set([...whole, ...(isInternational ? [`+${bare}`] : national), digits])];
}

const beginsOne = (words: readonly string[], start: string): boolean => words.some((word) => word.startsWith(start));

const beginsAll = (words: readonly string[], starts: readonly string[]): boolean =>
  starts.length > 0 && starts.every((start) => beginsOne(words, start));

/** By the words under which the customer is kept. */
export const isFoundCustomer = (words: readonly string[], { words: starts, phones, email }: Search): boolean =>
  beginsAll(words, starts) ||
  phones.some((start) => beginsOne(words, start)) ||
  (email !== undefined && beginsOne(words, email));

/** By its own reference, and the names and addresses that it has itself. */
export const isFoundCollection = (
  { reference, contact }: Pick<Collection, 'reference' | 'contact'>,
  search: Search,
): boolean => isFoundCustomer([...customerWords(contact), ...referenceWords(reference)], search);

/** The beginnings to look for in the rows of the table: of several words the one that says most. */
export function startsOf({ words, phones, email }: Search): string[] {
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  return [
    ...new Set([...(email === undefined ? [] : [email]), ...phones, ...(longest === undefined ? [] : [longest])]),
  ];
}
