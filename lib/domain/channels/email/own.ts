/** A reminder by email in the merchant's own words. */
import { fillText, placeholdersIn, placeholderValues } from '#lib/domain/message/fill-text.ts';
import type { TextWords } from '#lib/domain/message/own-text.ts';
import type { MessageInput } from '#lib/domain/message/values.ts';
import { type EmailMessage, emailOf, notFound, STYLE } from './render.ts';

const PAY_HERE = /^\s*\{\{payLink\}\}\s*$/;

/** A paragraph that is only `{{payLink}}` is where the button stands; else the button follows the text. */
export function renderOwnEmail(input: MessageInput, { subject = '', body }: TextWords): EmailMessage {
  const values = placeholderValues(input, STYLE);
  const blocks = body.split(/\n[ \t]*\n/);
  const place = blocks.findIndex((block) => PAY_HERE.test(block));
  const filled = (of: readonly string[]) => of.map((block) => fillText(block, values)).filter((text) => text !== '');
  return emailOf(input, {
    subject: fillText(subject, values),
    paragraphs: [...notFound(input), ...filled(place === -1 ? blocks : blocks.slice(0, place))],
    after: place === -1 ? [] : filled(blocks.slice(place + 1)),
    tellsContact: !placeholdersIn(body).includes('support'),
  });
}
