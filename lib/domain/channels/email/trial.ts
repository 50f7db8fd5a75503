/** A message as it is mailed to who tries it: marked, so that nobody takes it for a real one, and without a way out that a mail program takes. */

import type { Rendered } from '#lib/domain/channels/renderers.ts';
import { maskOptOutTokens } from '#lib/domain/links.ts';
import type { Language } from '#lib/words/languages.ts';
import { type EmailMessage, plainEmail, renderEmailText } from './render.ts';

/** The same in all languages. */
const MARK = '[Test]';

/** An email as it is; the words of another channel as an email. */
export function trialEmail(
  message: Rendered,
  { merchant, language }: { merchant: string; language: Language },
): EmailMessage {
  const { subject, text, html } =
    'html' in message ? message : renderEmailText({ text: message.text, merchant, language });
  return plainEmail({
    subject: `${MARK} ${subject}`,
    text: maskOptOutTokens(text),
    html: maskOptOutTokens(html),
  });
}
