/** How what people have typed stands in a message (design §3 "Channels"): on one line, and in the channel's letters. */
import type { Channel } from './wire.ts';

/** GSM 03.38's own letters with marks; the others lose theirs (facts messaging §1.3: one letter outside doubles the price). */
const GSM_LETTERS = new Set('èéùìòÇØøÅåÆæßÉÄÖÑÜäöñüà');

const PLAIN: Record<string, string> = { '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-' };

const toGsm = (text: string): string =>
  [...text.normalize('NFC')]
    .map((char) => PLAIN[char] ?? (GSM_LETTERS.has(char) ? char : char.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('');

/** For values without links and of ordinary length; what is done to hostile ones is for the message's own tests. */
export function textFor(value: string, channel: Channel): string {
  const clean = value.replace(/\s+/g, ' ').trim();
  return channel === 'sms' ? toGsm(clean) : clean;
}
