/** A reminder by email: the same words in plain text and HTML, and one-click unsubscribe. */
import { type Brand, type MailBrand, readableOn } from '#lib/domain/brand.ts';
import { fitted } from '#lib/domain/logo/logo.ts';
import { cleanText, escapeHtml } from '#lib/domain/message/clean-text.ts';
import {
  listOf,
  type MessageInput,
  type Style,
  sentenceOf,
  severalTexts,
  valuesOf,
  waysTo,
} from '#lib/domain/message/values.ts';
import { type Language, REMINDER_WORDS } from '#lib/words/languages.ts';

export type EmailMessage = {
  channel: 'email';
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
  /** The part before the `@` of the address to which an answer goes, where the sender has such addresses. */
  replyToken?: string;
};

type Picture = { url: string; width: number; height: number };

type EmailContent = {
  paragraphs: readonly string[];
  /** Behind the way to pay. */
  after?: readonly string[];
  pay: { text: string; link?: string };
  /** How to reach the merchant. */
  contact?: string;
  merchant: string;
  /** Who stands behind the name, line by line. */
  imprint: readonly string[];
  color?: string;
  logo?: Picture;
  why: string;
  optOut?: { text: string; link: string };
};

export const STYLE: Style = {
  limits: { firstName: 60, merchant: 80, description: 160, reference: 80 },
  ellipsis: '…',
  rewrite: (text) => text,
  brief: false,
};

export function renderEmail(input: MessageInput): EmailMessage {
  const words = REMINDER_WORDS[input.language];
  const { firstName } = valuesOf(input, words, STYLE);
  const { subject, paragraphs } = input.several === undefined ? aboutOne(input) : aboutSeveral(input, input.several);
  return emailOf(input, { subject, paragraphs: [words.greeting(firstName), ...paragraphs] });
}

/** With all that belongs to every reminder: the way to pay, whose it is, why it came, and the way out. */
export function emailOf(input: MessageInput, { subject, paragraphs, after, tellsContact = true }: Body): EmailMessage {
  const { language, link, optOutLink, support, brand = {} } = input;
  const words = REMINDER_WORDS[language];
  const values = valuesOf(input, words, STYLE);
  const ways = waysTo(support);
  const content: EmailContent = {
    paragraphs,
    ...(after && { after }),
    ...(tellsContact && ways.length > 0 && { contact: words.email.contact(values.merchant, ways) }),
    pay: link === undefined ? { text: words.payOtherwise } : { text: words.pay, link },
    merchant: values.merchant,
    imprint: imprintOf(brand),
    ...(brand.color !== undefined && { color: brand.color }),
    ...pictureOf(brand),
    why: words.email.why(values.merchant),
    ...(optOutLink !== undefined && { optOut: { text: words.email.optOut, link: optOutLink } }),
  };
  return {
    channel: 'email',
    subject,
    text: plainText(content),
    html: emailHtml(content, { language, title: subject }),
    headers: optOutLink === undefined ? {} : oneClickUnsubscribe(optOutLink),
    ...(input.replyToken !== undefined && { replyToken: input.replyToken }),
  };
}

const imprintOf = ({ legalName, address, website }: Brand): string[] => [
  ...[legalName, address].flatMap((text) => (text === undefined ? [] : [cleanText(text)])),
  // The settings take no address that leads elsewhere than it says.
  ...(website === undefined ? [] : [website]),
];

const LOGO_BOX = { width: 200, height: 64 };

const pictureOf = ({ logo, logoUrl }: MailBrand): { logo?: Picture } =>
  logo === undefined || logoUrl === undefined ? {} : { logo: { url: logoUrl, ...fitted(logo, LOGO_BOX) } };

type Body = { subject: string; paragraphs: readonly string[]; after?: readonly string[]; tellsContact?: boolean };

function aboutOne(input: MessageInput): Body {
  const words = REMINDER_WORDS[input.language];
  const values = valuesOf(input, words, STYLE);
  return {
    subject: sentenceOf(values, input, { plain: words.email.subject, due: words.email.dueSubject }),
    paragraphs: [
      ...(values.received === undefined ? [] : [words.thanks(values.received)]),
      ...notFound(input),
      sentenceOf(values, input, { plain: words.reminder, due: words.due }),
      ...(input.isOverdue ? [words.email.overdue] : []),
    ],
  };
}

export const notFound = ({ language, tellsRejection }: MessageInput): string[] =>
  tellsRejection ? [`${REMINDER_WORDS[language].notFound}.`] : [];

function aboutSeveral(input: MessageInput, payments: NonNullable<MessageInput['several']>): Body {
  const { several } = REMINDER_WORDS[input.language];
  const { values, also } = severalTexts(input, payments, STYLE);
  return {
    subject: several.subject[input.tone](values),
    paragraphs: [
      ...notFound(input),
      sentenceOf(values, input, several),
      ...also,
      listOf(input, payments, STYLE).join('\n'),
    ],
  };
}

function plainText({ paragraphs, after = [], contact, pay, merchant, imprint, why, optOut }: EmailContent): string {
  const payLine = pay.link === undefined ? pay.text : `${pay.text}\n${pay.link}`;
  const footer = optOut === undefined ? why : `${why}\n\n${optOut.text}\n${optOut.link}`;
  const from = [merchant, ...imprint].join('\n');
  return [...paragraphs, payLine, ...after, ...(contact === undefined ? [] : [contact]), from, `-- \n${footer}`].join(
    '\n\n',
  );
}

/** RFC 8058: the mail program itself sends a POST to the link. */
const oneClickUnsubscribe = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const PAGE = 'margin:0;padding:24px;background:#ffffff;color:#1f2328;font:16px/1.5 Arial,Helvetica,sans-serif';
const COLUMN = 'max-width:560px;margin:0 auto';
const BLUE = '#0b57d0';
/** Of its words. */
const WHITE = '#ffffff';
/** In the colour of the merchant, as far as white words can be read on it. */
const button = (color = BLUE): string =>
  `display:inline-block;padding:12px 24px;border-radius:6px;background:${readableOn(WHITE, color)};color:${WHITE};font-weight:bold;text-decoration:none`;
const SMALL = 'color:#57606a;font-size:13px';

const paragraph = (content: string, style?: string): string =>
  style === undefined ? `<p>${content}</p>` : `<p style="${style}">${content}</p>`;

/** Its size is an attribute, too: not every program reads the style of a picture. */
const picture = ({ url, width, height }: Picture, merchant: string): string =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(merchant)}" width="${width}" height="${height}" style="border:0">`;

const anchor = (link: string, text: string, style: string): string =>
  `<a href="${escapeHtml(link)}" style="${style}">${escapeHtml(text)}</a>`;

/** One column, inline styles, readable without images or colours, every value escaped. */
export function emailHtml(content: EmailContent, { language, title }: { language: string; title: string }): string {
  const { paragraphs, after = [], pay, contact, merchant, imprint, color, logo, why, optOut } = content;
  const payBy = pay.link === undefined ? escapeHtml(pay.text) : anchor(pay.link, pay.text, button(color));
  // The full address too: some programs show no buttons, and some people look before they click.
  const address =
    pay.link === undefined ? [] : [paragraph(anchor(pay.link, pay.link, 'color:#57606a;word-break:break-all'), SMALL)];
  const stop = optOut === undefined ? '' : `<br>${anchor(optOut.link, optOut.text, 'color:#57606a')}`;
  const written = (texts: readonly string[]) =>
    texts.map((text) => paragraph(escapeHtml(text).replaceAll('\n', '<br>')));
  const body = [
    ...(logo === undefined ? [] : [paragraph(picture(logo, merchant))]),
    ...written(paragraphs),
    paragraph(payBy),
    ...address,
    ...written(after),
    ...(contact === undefined ? [] : [paragraph(escapeHtml(contact))]),
    paragraph([merchant, ...imprint].map(escapeHtml).join('<br>')),
    paragraph(`${escapeHtml(why)}${stop}`, SMALL),
  ];
  return page(body, { language, title });
}

const page = (body: readonly string[], { language, title }: { language: string; title: string }): string =>
  [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title></head>`,
    `<body style="${PAGE}"><main style="${COLUMN}">`,
    ...body,
    '</main></body></html>',
  ].join('\n');

/** An email that is no reminder, such as a notice to a merchant. */
export const plainEmail = (content: Pick<EmailMessage, 'subject' | 'text' | 'html'>): EmailMessage => ({
  channel: 'email',
  ...content,
  headers: {},
});

export type WrittenInput = {
  text: string;
  merchant: string;
  language: Language;
  replyToken?: string;
  /** Of an email: its reader cannot answer STOP to it as to an SMS. */
  optOutLink?: string;
};

/** What a person of the merchant writes. */
export function renderEmailText({ text, merchant, language, replyToken, optOutLink }: WrittenInput): EmailMessage {
  const { email } = REMINDER_WORDS[language];
  const subject = email.written(merchant);
  const paragraphs = text.split(/\n{2,}/).map((lines) => paragraph(escapeHtml(lines).replaceAll('\n', '<br>')));
  const stop = optOutLink === undefined ? [] : [paragraph(anchor(optOutLink, email.optOut, 'color:#57606a'), SMALL)];
  const written = plainEmail({
    subject,
    text: [text, merchant, ...(optOutLink === undefined ? [] : [`-- \n${email.optOut}\n${optOutLink}`])].join('\n\n'),
    html: page([...paragraphs, paragraph(escapeHtml(merchant)), ...stop], { language, title: subject }),
  });
  return {
    ...written,
    headers: optOutLink === undefined ? {} : oneClickUnsubscribe(optOutLink),
    ...(replyToken !== undefined && { replyToken }),
  };
}
