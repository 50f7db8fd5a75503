/** The schemas of a merchant's own texts: their words, what can stand in them, and how they are shown. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { PLACEHOLDERS } from '#lib/domain/message/fill-text.ts';
import { TEXT_KINDS } from '#lib/domain/message/own-text.ts';
import { LANGUAGE_CODES } from '#lib/words/language-codes.ts';
import { count, hasLength, instant, reader } from './fields.ts';
import { ChangedBy } from './follow-up-policy.ts';

export const MAX_BODY = 4_000;
const MAX_SUBJECT = 200;

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview */
export const Template = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9_]{1,512}$/, 'must be the name of a template: a–z, 0–9 and _')),
  language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}(?:_[A-Z]{2})?$/, 'must be a code such as en or pt_BR'))),
  button: z.optional(z.boolean()),
});

const words = {
  subject: z.optional(
    z.string().check(
      hasLength(MAX_SUBJECT),
      z.refine((text) => !text.includes('\n'), 'must be one line'),
    ),
  ),
  template: z.optional(Template),
};
const body = () => z.string().check(hasLength(MAX_BODY));

const plainLines = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** Line ends as they are kept; a button that is not there is not kept. */
type Given = {
  subject?: string | undefined;
  body?: string | undefined;
  template?: z.output<typeof Template> | undefined;
};

const wordsIn = ({ subject, body: text, template }: Given) => ({
  ...(subject !== undefined && { subject: subject.trim() }),
  ...(text !== undefined && { body: plainLines(text) }),
  ...(template && {
    template: {
      name: template.name,
      ...(template.language !== undefined && { language: template.language }),
      ...(template.button && { button: true as const }),
    },
  }),
});

export const SetTextRequest = z.pipe(
  z.strictObject({ ...words, body: body(), version: z.optional(count()) }),
  z.transform(({ version, body: text, ...given }) => ({ ...wordsIn(given), body: plainLines(text), version })),
);

export const readSetText = reader(SetTextRequest);

export const PreviewTextRequest = z.strictObject({
  ...words,
  body: z.optional(body()),
  collection: z.optional(z.string().check(z.maxLength(100))),
});

const readPreview = reader(PreviewTextRequest);

export const readPreviewText = (input: unknown) => {
  const { collection, ...given } = readPreview(input);
  return { collection, words: wordsIn(given) };
};

export const TemplateResponse = z.strictObject({ name: z.string(), language: z.string(), button: z.boolean() });

const place = { language: z.enum(LANGUAGE_CODES), channel: z.enum(CHANNELS), kind: z.enum(TEXT_KINDS) };

const shown = {
  subject: z.nullable(z.string()),
  body: z.string(),
  template: z.nullable(TemplateResponse),
  version: count(),
  changedAt: z.nullable(instant()),
  changedBy: z.nullable(ChangedBy),
};

export const TextVersion = z.strictObject(shown);

export const PlaceholderResponse = z.strictObject({
  name: z.enum(PLACEHOLDERS),
  isNeeded: z.boolean(),
  isAlwaysKnown: z.boolean(),
  example: z.nullable(z.string()),
});

export const TextResponse = z.strictObject({
  ...place,
  ...shown,
  placeholders: z.array(PlaceholderResponse),
  versions: z.array(TextVersion),
});
export type TextResponse = z.output<typeof TextResponse>;

export const ListedText = z.strictObject({ ...place, ...shown });

export const TextsResponse = z.strictObject({ texts: z.array(ListedText) });
export type TextsResponse = z.output<typeof TextsResponse>;

export const TextPreviewResponse = z.strictObject({
  subject: z.nullable(z.string()),
  text: z.string(),
  html: z.nullable(z.string()),
  segments: z.nullable(z.int()),
  longestSegments: z.nullable(z.int()),
});
export type TextPreviewResponse = z.output<typeof TextPreviewResponse>;
