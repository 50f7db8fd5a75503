/** What the schemas of a merchant's own texts mean, for the API's description; no function loads it. */
import type * as z from 'zod/mini';
import type { PLACEHOLDERS } from '#lib/domain/message/fill-text.ts';
import {
  A_COLLECTION_ID,
  A_MEMBER,
  CREATED,
  type DescribedSchema,
  describeRequest,
  describeResponse,
  INSTANT,
  markdownList,
} from './described.ts';
import {
  ListedText,
  MAX_BODY,
  PlaceholderResponse,
  PreviewTextRequest,
  SetTextRequest,
  Template,
  TemplateResponse,
  TextPreviewResponse,
  TextResponse,
  TextsResponse,
  TextVersion,
} from './text.ts';

/** What each placeholder stands for. */
const PLACEHOLDER_TEXTS: Readonly<Record<(typeof PLACEHOLDERS)[number], string>> = {
  firstName: 'The first name of the customer.',
  merchant: 'The name of your account.',
  amount: 'What is left to pay; of several payments their number and their sum.',
  received: 'What was paid so far. A line with it is left out where nothing was.',
  about: 'What the payment is for: the description of the metadata and the reference.',
  reference: 'The invoice number, else the reference.',
  dueDay: 'The due day; of several payments that of the oldest.',
  daysLate: 'For how many days the due day has passed.',
  payableUntil: 'When the payment request expires.',
  payments: 'Each payment on a line of its own; only in emails for several payments.',
  payLink: 'The address of the payment page. Alone in a paragraph of an email it is a button.',
  support: 'How to reach you, as your settings say. A line with it is left out where they do not.',
  optOut: 'How to stop the reminders; only in an SMS, which must have it.',
};

const wordTexts = {
  subject: 'The subject; of an email only.',
  body: 'The text with its placeholders.',
  template: 'The template that Meta approved; of WhatsApp only.',
};

const templateTexts = {
  name: 'The name of the template.',
  language: 'Meta’s code of its language; that of our templates by default.',
  button: 'Whether it ends in a button whose address is that of the payment page up to its last part.',
};

const givenTexts = {
  ...wordTexts,
  body: `At most ${MAX_BODY} characters. Placeholders are written as \`{{amount}}\`; a line with one that has no value is left out. Of WhatsApp the words of the approved template, whose \`{{1}}\`, \`{{2}}\` are the placeholders in the order of their first use.\n\n${markdownList(PLACEHOLDER_TEXTS)}`,
};

const shownTexts = {
  subject: 'The subject of an email; else null.',
  body: 'The text with its placeholders.',
  template: 'The template of WhatsApp; else null.',
  version: 'Its version; 0 for the words of the service.',
  changedAt: `When it was saved, ${INSTANT}; null for the words of the service.`,
  changedBy: 'The member who saved it; null if it was a program.',
};

const placeTexts = {
  language: 'The language of the customers who get it.',
  channel: 'The channel by which it goes out.',
  kind: 'The tone; and whether it is before the due day has ended, after it, of several payments, or of one without a due day.',
};

/** The texts of these schemas, for the API's description. */
export const textTexts = (): DescribedSchema[] => [
  describeRequest('TemplateInput', Template, { description: 'A template of WhatsApp.', fields: templateTexts }),
  describeRequest('SetTextRequest', SetTextRequest, {
    description: 'A text in the place of the one before.',
    fields: {
      ...givenTexts,
      version: 'The version that you have changed: if there is another one by now, nothing is changed.',
    },
  }),
  describeRequest('PreviewTextRequest', PreviewTextRequest, {
    description: 'A text to be tried; without a body the one in force.',
    fields: { ...givenTexts, collection: 'The id of a collection that it is filled with; else an example.' },
  }),
  describeResponse('Template', TemplateResponse, {
    description: 'A template of WhatsApp.',
    fields: { ...templateTexts, language: 'Meta’s code of its language.' },
  }),
  describeResponse('TextPlaceholder', PlaceholderResponse, {
    description: 'What can stand in a text of this kind.',
    fields: {
      name: 'Its name.',
      isNeeded: 'Whether the text must have it.',
      isAlwaysKnown: 'Whether every message of the kind has a value for it.',
      example: 'A value; null where the account has none.',
    },
  }),
  describeResponse('TextVersion', TextVersion, { description: 'A version of a text.', fields: shownTexts }),
  describeResponse('ListedText', ListedText, {
    description: 'A text of the account that is in force.',
    fields: { ...placeTexts, ...shownTexts },
  }),
  describeResponse('Text', TextResponse, {
    description: 'The words of one kind of message, in one language and by one channel.',
    fields: {
      ...placeTexts,
      ...shownTexts,
      placeholders: 'What can stand in it.',
      versions: 'The latest 50 versions of the account, the newest first, whether they are in force or not.',
    },
  }),
  describeResponse('Texts', TextsResponse, {
    description: 'The texts of the account.',
    fields: { texts: 'Those in force. All others are in the words of the service.' },
  }),
  describeResponse('TextPreview', TextPreviewResponse, {
    description: 'A message with the text.',
    fields: {
      subject: 'The subject of an email; else null.',
      text: 'What the customer reads.',
      html: 'An email as most people see it; else null.',
      segments: 'Of how many SMS it is made; null for other channels.',
      longestSegments: 'The same with the longest likely names and sums; null for other channels.',
    },
  }),
];

const savedExample = {
  language: 'en',
  channel: 'sms',
  kind: 'gentle_past_due',
  subject: null,
  body: 'Hello {{firstName}}, {{amount}} for {{about}} was due on {{dueDay}}. {{payLink}} {{optOut}}',
  template: null,
  version: 2,
  changedAt: CREATED,
  changedBy: A_MEMBER,
} as const satisfies z.output<typeof ListedText>;

const { language: _language, channel: _channel, kind: _kind, ...versionExample } = savedExample;

export const textExample = {
  ...savedExample,
  placeholders: [{ name: 'amount', isNeeded: true, isAlwaysKnown: true, example: 'NGN 45,000.00' }],
  versions: [versionExample],
} satisfies TextResponse;

export const textsExample = { texts: [savedExample] } satisfies TextsResponse;

export const setTextExample = { body: savedExample.body, version: 1 };

export const previewTextExample = { body: savedExample.body, collection: A_COLLECTION_ID };

export const textPreviewExample = {
  subject: null,
  text: 'Hello Ada, NGN 45,000.00 for School fees was due on Wed 30 Sep 2026. https://pay.example/pay/0a1b Reply STOP to opt out.',
  html: null,
  segments: 1,
  longestSegments: 2,
} satisfies TextPreviewResponse;
