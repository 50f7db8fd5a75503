/** Typed texts in a message: on one line, and with the letters of the channel. */
import type { Channel } from './wire.ts';

/** The accented letters of GSM 03.38; other letters lose their accents, because one letter outside the alphabet doubles the price. */
const GSM_LETTERS = new Set('èéùìòÇØøÅåÆæßÉÄÖÑÜäöñüà');

const PLAIN: Record<string, string> = { '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-' };

const toGsm = (text: string): string =>
  [...text.normalize('NFC')]
    .map((char) => PLAIN[char] ?? (GSM_LETTERS.has(char) ? char : char.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('');

/** Handles values of ordinary length without links; the tests of the messages cover hostile values. */
export function textFor(value: string, channel: Channel): string {
  const clean = value.replace(/\s+/g, ' ').trim();
  return channel === 'sms' ? toGsm(clean) : clean;
}
