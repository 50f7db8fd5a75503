/** A reminder by WhatsApp: the approved templates, the values of one, and the text that they give. */

import { TONES, type Tone } from '#lib/domain/follow-up/follow-up.ts';
import { type MessageInput, type Style, sentenceOf, valuesOf } from '#lib/domain/message/values.ts';
import { LANGUAGES, type Language, REMINDER_WORDS } from '#lib/words/languages.ts';
import type { ReminderWords, Values } from '#lib/words/reminder-words.ts';

/** Raise it with every change to a text below: the words of an approved template cannot change. */
const TEMPLATE_VERSION = 1;

/** In seconds. WhatsApp's own default of 30 days is far beyond the payment or the expiry. */
const TTL_SECONDS = { gentle: 14_400, professional: 14_400, urgent: 3_600 } as const satisfies Record<Tone, number>;

type Body = { type: 'BODY'; text: string; example: { body_text: [readonly string[]] } };
type Footer = { type: 'FOOTER'; text: string };
type UrlButton = { type: 'URL'; text: string; url: string; example: readonly [string] };
type Buttons = { type: 'BUTTONS'; buttons: readonly [UrlButton] };

export type WhatsappTemplate = {
  name: string;
  /** Meta's code of the language. */
  language: string;
  category: 'UTILITY';
  message_send_ttl_seconds: number;
  components: readonly [Body, Footer] | readonly [Body, Footer, Buttons];
};

/** `payPage`: the payment page's address up to the token, without a slash at its end; absent for no link. */
type DueKind = 'before' | 'late';

type TemplateChoice = {
  language: Language;
  tone: Tone;
  /** Whether it thanks for a part of the amount. */
  isPartPaid: boolean;
  /** Where there is a due day: whether it has ended. */
  due?: DueKind | undefined;
  payPage?: string | undefined;
};

type TemplateValues = Values;

/**
 * The number of each value in every template: Meta's `{{1}}` is the first name. An approved template keeps its numbers, so a
 * new value is added at the end, with a new version.
 */
export const VALUE_ORDER = [
  'firstName',
  'merchant',
  'amount',
  'about',
  'expiry',
  'received',
] as const satisfies readonly (keyof Values)[];

/** The same of the templates that name the due day: they do not say until when the link can be used. */
const DUE_VALUE_ORDER = {
  before: ['firstName', 'merchant', 'amount', 'about', 'dueOn', 'received'],
  late: ['firstName', 'merchant', 'amount', 'about', 'dueOn', 'passed', 'received'],
} as const satisfies Record<DueKind, readonly (keyof Values)[]>;

const dueKindOf = ({ dueOn, passed }: Values): DueKind | undefined =>
  dueOn === undefined ? undefined : passed === undefined ? 'before' : 'late';

const orderOf = (due: DueKind | undefined): readonly (keyof Values)[] =>
  due === undefined ? VALUE_ORDER : DUE_VALUE_ORDER[due];

/** As Meta takes them: without names. */
export const numberedValues = (values: TemplateValues): readonly string[] =>
  orderOf(dueKindOf(values)).flatMap((name) => values[name] ?? []);

const placeholdersOf = (due: DueKind | undefined) =>
  Object.fromEntries(orderOf(due).map((name, index) => [name, `{{${index + 1}}}`])) as Values;

type TemplateKind = { tone: Tone; isPartPaid: boolean; isLinked: boolean; due?: DueKind | undefined };

const DUE_NAMES = { before: '_due', late: '_past_due' } as const satisfies Record<DueKind, string>;

const templateName = ({ tone, isPartPaid, isLinked, due }: TemplateKind): string =>
  `payment_reminder_${tone}${due ? DUE_NAMES[due] : ''}${isPartPaid ? '_part_paid' : ''}${isLinked ? '_link' : ''}_v${TEMPLATE_VERSION}`;

function whatsappTemplate({ language, tone, isPartPaid, due, payPage }: TemplateChoice): WhatsappTemplate {
  const words = REMINDER_WORDS[language];
  const isLinked = payPage !== undefined;
  const body: Body = {
    type: 'BODY',
    text: bodyText(words, { tone, isPartPaid, isLinked, due }),
    example: { body_text: [numberedValues(exampleOf(words, { isPartPaid, due }))] },
  };
  const footer: Footer = { type: 'FOOTER', text: words.whatsapp.footer };
  return {
    name: templateName({ tone, isPartPaid, isLinked, due }),
    language: words.whatsapp.templateLanguage,
    category: 'UTILITY',
    message_send_ttl_seconds: TTL_SECONDS[tone],
    components: isLinked ? [body, footer, payButton(words, payPage)] : [body, footer],
  };
}

/** Meta refuses a body that ends with a value, so the thanks stand before the last sentence. */
function bodyText(words: ReminderWords, { tone, isPartPaid, isLinked, due }: TemplateKind): string {
  const { greeting, reminder, thanks, whatsapp, payOtherwise } = words;
  const values = placeholdersOf(due);
  const sentences = [
    sentenceOf(values, { tone }, { plain: reminder, due: words.due }),
    ...(isPartPaid && values.received !== undefined ? [thanks(values.received)] : []),
    isLinked ? whatsapp.payByButton : payOtherwise,
  ];
  return `${greeting(values.firstName)}\n\n${sentences.join(' ')}`;
}

function exampleOf(
  { example }: ReminderWords,
  { isPartPaid, due: kind }: { isPartPaid: boolean; due: DueKind | undefined },
): Values {
  const { received, dueOn, passed, ...plain } = example;
  return {
    ...plain,
    ...(isPartPaid && { received }),
    ...(kind !== undefined && { dueOn }),
    ...(kind === 'late' && { passed }),
  };
}

const payButton = ({ pay }: ReminderWords, payPage: string): Buttons => ({
  type: 'BUTTONS',
  buttons: [{ type: 'URL', text: pay, url: `${payPage}/{{1}}`, example: [`${payPage}/example`] }],
});

export const whatsappTemplates = (baseUrl: string): readonly WhatsappTemplate[] =>
  LANGUAGES.flatMap((language) =>
    TONES.flatMap((tone) =>
      ([undefined, 'before', 'late'] as const).flatMap((due) =>
        [false, true].flatMap((isPartPaid) => [
          whatsappTemplate({ language, tone, isPartPaid, due, payPage: `${baseUrl}/pay` }),
          whatsappTemplate({ language, tone, isPartPaid, due }),
        ]),
      ),
    ),
  );

/** The text that people see: the template with `values` in the order of their numbers. */
export function whatsappText(
  { components: [body, footer, buttons] }: WhatsappTemplate,
  values: readonly string[],
  buttonSuffix = '',
): string {
  const filled = body.text.replace(/\{\{(\d+)\}\}/g, (_, number) => values[Number(number) - 1] ?? '');
  const button = buttons?.buttons[0];
  const pay = button ? [`${button.text}\n${button.url.replace('{{1}}', () => buttonSuffix)}`] : [];
  return [filled, footer.text, ...pay].join('\n\n');
}

export type WhatsappMessage = {
  channel: 'whatsapp';
  text: string;
  template: { name: string; language: string; values: TemplateValues; buttonSuffix?: string };
};

/** Free text, which WhatsApp takes only within 24 hours after the person has written. */
export type WhatsappText = { channel: 'whatsapp'; text: string; template?: never };

/** WhatsApp's formatting marks and the braces of placeholders; values must not contain them. */
const MARKS = /[*~`{}]/g;

const STYLE: Style = {
  limits: { firstName: 40, merchant: 60, description: 100, reference: 60 },
  ellipsis: '…',
  rewrite: (text) => text.replace(MARKS, ''),
  brief: false,
};

/** `text` is computed when it is read, because only the name of the approved template is sent. */
export function renderWhatsapp(input: MessageInput): WhatsappMessage {
  const { language, tone, link } = input;
  const words = REMINDER_WORDS[language];
  const values = valuesOf(input, words, STYLE);
  const isPartPaid = values.received !== undefined;
  const due = dueKindOf(values);
  const slash = link?.lastIndexOf('/');
  const buttonSuffix = slash === undefined ? undefined : link?.slice(slash + 1);
  return {
    channel: 'whatsapp',
    get text() {
      return whatsappText(
        whatsappTemplate({ language, tone, isPartPaid, due, payPage: link?.slice(0, slash) }),
        numberedValues(values),
        buttonSuffix,
      );
    },
    template: {
      name: templateName({ tone, isPartPaid, due, isLinked: link !== undefined }),
      language: words.whatsapp.templateLanguage,
      values,
      ...(buttonSuffix !== undefined && { buttonSuffix }),
    },
  };
}

export const renderWhatsappText = (text: string): WhatsappText => ({ channel: 'whatsapp', text });
