/** A reminder by SMS: GSM-7 only, at most three segments, and whole links. */
import {
  type Limits,
  type MessageInput,
  type Style,
  sentenceOf,
  severalTexts,
  uncapitalized,
  valuesOf,
} from '#lib/domain/message/values.ts';
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import { countSegments, nameToGsm7, toGsm7 } from './gsm7.ts';

export type SmsMessage = { channel: 'sms'; text: string; segments: number };

export const MAX_SEGMENTS = 3;

/** Tried in this order until the text fits. The last one fits with two links of 124 characters. */
export const LIMITS: readonly Limits[] = [
  { firstName: 24, merchant: 40, description: 60, reference: 40 },
  { firstName: 16, merchant: 30, description: 30, reference: 24 },
  { firstName: 10, merchant: 20, description: 16, reference: 16 },
];

/**
 * Thanks for what was received are added where they fit: they shorten no value. The text is longer than three segments only
 * if the links alone do not fit, because a cut link is useless.
 */
export function renderSms(input: MessageInput): SmsMessage {
  let text = '';
  for (const [limits, thanks] of LIMITS.flatMap((each) => [[each, true] as const, [each, false] as const])) {
    text = textWithin(input, limits, thanks);
    if (countSegments(text) <= MAX_SEGMENTS) break;
  }
  return renderSmsText(text);
}

export const renderSmsText = (text: string): SmsMessage => ({ channel: 'sms', text, segments: countSegments(text) });

function textWithin(input: MessageInput, limits: Limits, hasThanks: boolean): string {
  const words = REMINDER_WORDS[input.language];
  const { pay, optOut, replyStop } = words.sms;
  const style = { limits, ellipsis: '...', rewrite: toGsm7, rewriteName: nameToGsm7, brief: true };
  return [
    ...(input.several === undefined ? aboutOne(input, style, hasThanks) : aboutSeveral(input, input.several, style)),
    input.link === undefined ? toGsm7(words.payOtherwise) : `${pay} ${input.link}`,
    input.optOutLink === undefined ? replyStop : `${optOut} ${input.optOutLink}`,
  ].join(' ');
}

function aboutOne(input: MessageInput, style: Style, hasThanks: boolean): string[] {
  const words = REMINDER_WORDS[input.language];
  const values = valuesOf(input, words, style);
  const { reminder, due } = words.sms;
  const sentence = sentenceOf(values, input, { plain: reminder, due });
  const thanks = values.received === undefined ? [] : [words.thanks(values.received)];
  return [sentence, ...notFound(input), ...(hasThanks ? thanks : [])];
}

export const notFound = ({ language, tellsRejection }: MessageInput): string[] =>
  tellsRejection ? [toGsm7(`${REMINDER_WORDS[language].notFound}.`)] : [];

/** Each currency has a line. */
function aboutSeveral(input: MessageInput, several: NonNullable<MessageInput['several']>, style: Style): string[] {
  const words = REMINDER_WORDS[input.language];
  const { values, also } = severalTexts(input, several, style);
  const sentence = sentenceOf(values, input, words.several);
  const first = `${words.greeting(values.firstName)} ${uncapitalized(sentence)}`;
  return [[first, ...also].map(toGsm7).join('\n'), ...notFound(input)];
}
