/** The SMS alphabet (GSM 03.38): 160 characters fit in one message. One character outside it would halve that. */

import { plainLetter } from '#lib/domain/letters.ts';
import { inLatin } from './latin.ts';

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Sent as an escape and a second character, so each counts twice. */
const EXTENDED = new Set('\f^{}\\[~]|€');

const SINGLE = 160;
/** Each part of a longer text loses seven characters to the header that joins the parts. */
const PART = 153;

/** For marks without a decomposition, and for extended ones: they cost double. */
const REPLACEMENTS = new Map(
  `‘' ’' ‚' ‛' ʼ' ′' \`' ´' ‹' ›' “" ”" „" «" »" ″" ‐- ‑- ‒- –- —- ―- −- •- ·- ~-
   [( ]) {( }) |/ \\/ ⁄/ ×x ÷/ €EUR ₦NGN ₵GHS ¢c ©(c) ®(R)
   ẞSS ŒOE`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);

const plainForm = (char: string): string | undefined =>
  BASIC.has(char) ? char : (REPLACEMENTS.get(char) ?? plainLetter(char));

const plainChar = (char: string): string =>
  plainForm(char) ?? [...char.normalize('NFKD')].map((part) => plainForm(part) ?? '').join('');

/** A letter or digit, without those that only change how the one before is said. */
const IS_READ = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/u;

/** Undefined for a word with a letter that has no Latin form: what were left of it would be another word. */
function plainWord(word: string): string | undefined {
  const chars = [...word];
  if (chars.every((char) => BASIC.has(char))) return word;
  const latin = [...(inLatin(word) ?? word)].map((char) => ({ char, plain: plainChar(char) }));
  if (latin.some(({ char, plain }) => plain === '' && IS_READ.test(char))) return undefined;
  return latin.map(({ plain }) => plain).join('');
}

const plainWords = (text: string) => text.normalize('NFC').split(/(\s+)/).map(plainWord);

/** Removes accents that the alphabet lacks (ç → c), and words that have no Latin form. */
export const toGsm7 = (text: string): string => plainWords(text).join('');

/** Words of which the alphabet has no form, and pictures: they would be left out. */
export const foreignToGsm7 = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter(
      (word) =>
        word !== '' && (plainWord(word) ?? '').length < [...word.normalize('NFKD').replace(/\p{M}/gu, '')].length,
    );

/** A name of several words is none without one of them: then it is empty. */
export const nameToGsm7 = (name: string): string => (plainWords(name).includes(undefined) ? '' : toGsm7(name));

export function countSegments(text: string): number {
  const refs = [...text].map((char) => (EXTENDED.has(char) ? 2 : 1));
  if (refs.reduce((sum, each) => sum + each, 0) <= SINGLE) return 1;
  let parts = 1;
  let used = 0;
  for (const each of refs) {
    // An escape and its character must be in the same part.
    if (used + each > PART) {
      parts += 1;
      used = 0;
    }
    used += each;
  }
  return parts;
}
