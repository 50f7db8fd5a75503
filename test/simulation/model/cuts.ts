/** How much of a typed text a message shows: each channel has room for so many characters (docs/guides/follow-up-policy.md). */
import type { Channel } from './wire.ts';

export type Cuts = Record<'firstName' | 'merchant' | 'description' | 'reference', number>;

const EMAIL: Cuts = { firstName: 60, merchant: 80, description: 160, reference: 80 };
const WHATSAPP: Cuts = { firstName: 40, merchant: 60, description: 100, reference: 60 };
const SMS: readonly Cuts[] = [
  { firstName: 24, merchant: 40, description: 60, reference: 40 },
  { firstName: 16, merchant: 30, description: 30, reference: 24 },
  { firstName: 10, merchant: 20, description: 16, reference: 16 },
];

/** In the order in which they are tried: an SMS of more than three parts is made shorter. */
export const CUTS: Readonly<Record<Channel, readonly Cuts[]>> = { email: [EMAIL], whatsapp: [WHATSAPP], sms: SMS };

let segmenter: Intl.Segmenter | undefined;

/** As a reader counts, where one letter may be several characters of the code. */
export function cutTo(text: string, max: number, channel: Channel): string {
  if (text.length <= max) return text;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const letters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  if (letters.length <= max) return text;
  const end = channel === 'sms' ? '...' : '…';
  return `${letters
    .slice(0, max - end.length)
    .join('')
    .trimEnd()}${end}`;
}
