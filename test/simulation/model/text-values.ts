/** Typed texts in a message: on one line, and with the letters of the channel. */
import { withOdd } from './odd-texts.ts';
import type { Channel } from './wire.ts';

/** The accented letters of GSM 03.38; other letters lose their accents, because one letter outside the alphabet doubles the price. */
const GSM_LETTERS = new Set('èéùìòÇØøÅåÆæßÉÄÖÑÜäöñüà');

const PLAIN: Record<string, string> = { '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-' };

/** Letters that GSM 03.38 sends as two. */
const ESCAPED: Record<string, string> = {
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '~': '-',
  '|': '/',
  '\\': '/',
  '`': "'",
  '^': '',
};

/** WhatsApp's marks of format, and the braces of its templates. */
const MARKS = /[*~`{}]/g;

/** Before letters it could make a link of a text. */
const DOT = /(?<=\S)\.(?=\p{L}\p{M}*[\p{L}\p{N}-])/gu;

const toGsm = (text: string): string =>
  [...text.normalize('NFC')]
    .map(
      (char) =>
        PLAIN[char] ?? ESCAPED[char] ?? (GSM_LETTERS.has(char) ? char : char.normalize('NFD').replace(/\p{M}/gu, '')),
    )
    .join('');

const onOneLine = (text: string): string => text.replace(DOT, ' ').replace(/\s+/g, ' ').trim();

/** Handles values of ordinary length without links; the tests of the messages cover hostile values. */
export function textFor(value: string, channel: Channel): string {
  const clean = onOneLine(withOdd(value, channel));
  const written = channel === 'sms' ? toGsm(clean) : channel === 'whatsapp' ? clean.replace(MARKS, '') : clean;
  // A mark that is left out may have stood between a dot and letters: ".{com".
  return onOneLine(written);
}
