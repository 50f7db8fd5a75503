/** A reminder by email: the same words in plain text and HTML, and one-click unsubscribe. */

import { REMINDER_WORDS } from '#lib/words/languages.ts';
import { type EmailParts, emailHtml } from './email-html.ts';
import type { EmailMessage, MessageInput } from './message.ts';
import { type Style, valuesOf } from './values.ts';

const STYLE: Style = {
  limits: { firstName: 60, merchant: 80, description: 160, reference: 80 },
  ellipsis: '…',
  rewrite: (text) => text,
  brief: false,
};

export function renderEmail(input: MessageInput): EmailMessage {
  const { language, tone, link, optOutLink, isOverdue, support } = input;
  const words = REMINDER_WORDS[language];
  const values = valuesOf(input, words, STYLE);
  const subject = words.email.subject[tone](values);
  const ways = [support?.supportPhone, support?.supportEmail].filter((way) => way !== undefined);
  const parts: EmailParts = {
    paragraphs: [
      words.greeting(values.firstName),
      ...(values.received === undefined ? [] : [words.thanks(values.received)]),
      words.reminder[tone](values),
      ...(isOverdue ? [words.email.overdue] : []),
    ],
    ...(ways.length > 0 && { contact: words.email.contact(values.merchant, ways) }),
    pay: link === undefined ? { text: words.payOtherwise } : { text: words.pay, link },
    merchant: values.merchant,
    why: words.email.why(values.merchant),
    ...(optOutLink !== undefined && { optOut: { text: words.email.optOut, link: optOutLink } }),
  };
  return {
    channel: 'email',
    subject,
    text: plainText(parts),
    html: emailHtml(parts, { language, title: subject }),
    headers: optOutLink === undefined ? {} : oneClickUnsubscribe(optOutLink),
  };
}

function plainText({ paragraphs, contact, pay, merchant, why, optOut }: EmailParts): string {
  const payLine = pay.link === undefined ? pay.text : `${pay.text}\n${pay.link}`;
  const footer = optOut === undefined ? why : `${why}\n\n${optOut.text}\n${optOut.link}`;
  return [...paragraphs, payLine, ...(contact === undefined ? [] : [contact]), merchant, `-- \n${footer}`].join('\n\n');
}

/** RFC 8058: the mail program itself sends a POST to the link. */
const oneClickUnsubscribe = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
