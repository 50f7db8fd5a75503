/** The `From` of an email: a name that people know before an address that is ours. */
import { cleanText, cutText } from './clean-text.ts';

const MAX = 60;

/** An encoded word is at most 75 characters (RFC 2047): 45 bytes in base 64 and 12 characters around them. */
const WORD_BYTES = 45;

const PLAIN = /^[\x20-\x7e]*$/;

/** `"Acme" <pay@example.com>`, the name RFC 2047-encoded where it is not plain ASCII; the address alone for no name. */
export function encodeFrom(name: string, address: string): string {
  if (!/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(address) || /[<>",;]/.test(address)) {
    throw new RangeError('the address of a sender is plain ASCII');
  }
  const shown = cutText(cleanText(name), MAX, '…');
  return shown === '' ? address : `${displayName(shown)} <${address}>`;
}

/** A quoted name that looks like an encoded word would be decoded by some readers, so it is encoded like the others. */
const displayName = (name: string): string =>
  PLAIN.test(name) && !name.includes('=?') ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodedWords(name).join(' ');

/** Split between characters, as each word is decoded by itself. */
function encodedWords(text: string): string[] {
  const chunks = [''];
  for (const char of text) {
    const last = chunks.length - 1;
    if (Buffer.byteLength(`${chunks[last]}${char}`) > WORD_BYTES) chunks.push(char);
    else chunks[last] += char;
  }
  return chunks.map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`);
}
