/**
 * Long JSON texts in the table are deflated to about half: an item that stays within a kilobyte costs half of what a larger
 * one does, at each of its writes.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** With such a text, and the keys and attributes beside it, an item is below a kilobyte as it is. */
const SHORT_BYTES = 600;

/** Far more than the longest text of ours: what is larger is not ours. */
const MAX_BYTES = 1_048_576;

export const packText = (text: string): string | Uint8Array =>
  Buffer.byteLength(text) <= SHORT_BYTES ? text : deflateRawSync(text);

/** Reads what earlier versions stored as a text, too. @throws when it is neither */
export function unpackText(stored: unknown): string {
  if (typeof stored === 'string') return stored;
  if (!(stored instanceof Uint8Array)) throw new TypeError('neither a text nor a packed one');
  return inflateRawSync(stored, { maxOutputLength: MAX_BYTES }).toString();
}
