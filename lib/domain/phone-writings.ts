/** What people write around and inside a phone number, and what of it is the number. */

/** Marks that nobody sees: contacts apps put them around a number to keep its direction. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{M}]/gu;
const PICTURES = /\p{Extended_Pictographic}/gu;

/** A link or a word that says that a number follows. */
const BEFORE =
  /^(?:(?:tel|sms|smsto|mms|mmsto|callto|whatsapp|viber|phone|mobile|mob|cell|telephone|tél)\s*[.:]\s*(?:\/\/)?)+/iu;
/** These links have an international number without its plus. */
const WHATSAPP_LINK =
  /^(?:https?:\/\/)?(?:wa\.me\/|(?:api\.)?whatsapp\.com\/send\/?\?phone=|(?:whatsapp:\/\/)?send\/?\?phone=)\+?/iu;
/** What an address or a link says besides. */
const AFTER = /[;?&].*$/su;
/** An extension is dialled after the call is answered: no message can go there. */
const EXTENSION = /[\s,;(]*(?:ext(?:ension|n)?\.?|poste|int(?:erno)?\.?|ramal|x|#)\s*:?\s*\d{1,7}\)?$/iu;
const COUNTRY_IN_BRACKETS = /^\(\s*\+\s*(\d{1,3})\s*\)/;
const QUOTES = /^[\s"'`´“”„‘’‚«»‹›<>[\]{}.,;:*_|=~-]+|[\s"'`´“”„‘’‚«»‹›<>[\]{}.,;:*_|=~-]+$/gu;

/** A spreadsheet took it for a number: its decimals are no digits. Where pairs of digits stand between dots, the last pair is one. */
const DECIMALS = /^([^.,]{5,})[.,]0+$/u;
/** A large number, as spreadsheets write it. */
const EXPONENT = /^\+?(\d)(?:[.,](\d*))?e\+?(\d{1,2})$/iu;

/** All digits of the number, if they are there: otherwise some were rounded away, and it stays a text that is no number. */
const withoutExponent = (whole: string, first: string, rest = '', exponent = '0'): string =>
  rest.length === Number(exponent) ? `${first}${rest}` : whole;

/** Bounds the cost of a hostile text: no number is written so long. */
const MAX_WRITTEN = 100;

/** Runs of ten digits follow each other in Unicode: how many stand before a digit is its value. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** The number as its writer meant it, in ASCII where that can be told. */
export function readableNumber(typed: string): string {
  if (typed.length > MAX_WRITTEN || /^\+?\d+$/.test(typed)) return typed;
  const visible = typed
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(PICTURES, '')
    .replace(/[^\P{Nd}0-9]/gu, digitValue);
  const bare = visible
    .replace(QUOTES, '')
    .replace(WHATSAPP_LINK, '+')
    .replace(BEFORE, '')
    .replace(AFTER, '')
    .replace(EXTENSION, '')
    .replace(DECIMALS, '$1')
    .replace(EXPONENT, withoutExponent);
  return bare.replace(QUOTES, '').replace(COUNTRY_IN_BRACKETS, '+$1 ').replace(/\s+/g, ' ');
}
