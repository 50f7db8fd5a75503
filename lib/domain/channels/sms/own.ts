/** A reminder by SMS in the merchant's own words. */
import { fillText, placeholdersIn, placeholderValues } from '#lib/domain/message/fill-text.ts';
import type { TextWords } from '#lib/domain/message/own-text.ts';
import type { MessageInput } from '#lib/domain/message/values.ts';
import { countSegments, nameToGsm7, toGsm7 } from './gsm7.ts';
import { LIMITS, MAX_SEGMENTS, notFound, renderSmsText, type SmsMessage } from './render.ts';

/** Undefined where it would be too long, however short the names in it. All merchants share the senders, so it says whose it is. */
export function renderOwnSms(input: MessageInput, { body }: TextWords): SmsMessage | undefined {
  const saysWhose = placeholdersIn(body).includes('merchant');
  for (const limits of LIMITS) {
    const style = { limits, ellipsis: '...', rewrite: toGsm7, rewriteName: nameToGsm7, brief: true };
    const values = placeholderValues(input, style);
    const written = fillText(body, values, toGsm7);
    const text = saysWhose ? written : `${values.merchant}: ${written}`;
    // What the customer must know besides may make it longer.
    if (countSegments(text) <= MAX_SEGMENTS) return renderSmsText([text, ...notFound(input)].join('\n'));
  }
  return undefined;
}
