/** The `From` of an email: the business's name, which people know, before our address. */
import { cleanText, cutText } from './clean-text.ts';

const MAX = 60;

/** An encoded word has at most 75 characters (RFC 2047): 45 bytes in base 64, and 12 characters around them. */
const WORD_BYTES = 45;

const PLAIN = /^[\x20-\x7e]*$/;

/** `"Acme" <pay@example.com>`, with an RFC 2047-encoded name if it is not plain ASCII; without a name, the address. */
export function encodeFrom(name: string, address: string): string {
  if (!/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(address) || /[<>",;]/.test(address)) {
    throw new RangeError('the address of a sender is plain ASCII');
  }
  const shown = cutText(cleanText(name), MAX, '…');
  return shown === '' ? address : `${displayName(shown)} <${address}>`;
}

/** Some mail programs decode a quoted name that looks like an encoded word, so such a name is encoded. */
const displayName = (name: string): string =>
  PLAIN.test(name) && !name.includes('=?') ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodedWords(name).join(' ');

/** Splits between characters, because each word is decoded separately. */
function encodedWords(text: string): string[] {
  const chunks = [''];
  for (const char of text) {
    const last = chunks.length - 1;
    if (Buffer.byteLength(`${chunks[last]}${char}`) > WORD_BYTES) chunks.push(char);
    else chunks[last] += char;
  }
  return chunks.map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`);
}
