/** The templates of reminders by WhatsApp, which Meta approves, and the text that each gives with its values. */

import { TONES, type Tone } from '#lib/domain/follow-up/follow-up.ts';
import { sentenceOf } from '#lib/domain/message/values.ts';
import { LANGUAGES, type Language, REMINDER_WORDS } from '#lib/words/languages.ts';
import type { ReminderWords, SeveralValues, Values } from '#lib/words/reminder-words.ts';

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

type DueKind = 'before' | 'late';

type TemplateKind = {
  tone: Tone;
  /** Whether it thanks for a part of the amount, or speaks of several payments. */
  about: 'one' | 'part_paid' | 'several';
  /** Where there is a due day: whether it has ended. */
  due?: DueKind | undefined;
};

/** `page`: the address of the page to pay on up to the token, without a slash at its end; absent for no link. */
export type TemplateChoice = TemplateKind & { language: Language; page?: string | undefined };

/** Of one payment, or of several. */
export type TemplateValues = Values | SeveralValues;

/**
 * The number of each value in every template: Meta's `{{1}}` is the first name. An approved template keeps its numbers, so a
 * new value is added at the end, with a new version.
 */
export const VALUE_ORDER = [
  'firstName',
  'merchant',
  'outstanding',
  'about',
  'expiry',
  'received',
] as const satisfies readonly (keyof Values)[];

/** The same of the templates that name the due day: they do not say until when the link can be used. */
const DUE_VALUE_ORDER = {
  before: ['firstName', 'merchant', 'outstanding', 'about', 'dueOn', 'received'],
  late: ['firstName', 'merchant', 'outstanding', 'about', 'dueOn', 'passed', 'received'],
} as const satisfies Record<DueKind, readonly (keyof Values)[]>;

const SEVERAL_VALUE_ORDER = {
  plain: ['firstName', 'merchant', 'owed', 'expiry'],
  before: ['firstName', 'merchant', 'owed', 'dueOn'],
  late: ['firstName', 'merchant', 'owed', 'dueOn', 'passed'],
} as const satisfies Record<DueKind | 'plain', readonly (keyof SeveralValues)[]>;

/** Which template has such values. */
export function kindOf(values: TemplateValues): Omit<TemplateKind, 'tone'> {
  const { dueOn, passed } = values;
  const due = dueOn === undefined ? undefined : passed === undefined ? 'before' : 'late';
  if ('owed' in values) return { about: 'several', due };
  return { about: values.received === undefined ? 'one' : 'part_paid', due };
}

function orderOf({ about, due }: Omit<TemplateKind, 'tone'>): readonly string[] {
  if (about === 'several') return SEVERAL_VALUE_ORDER[due ?? 'plain'];
  return due === undefined ? VALUE_ORDER : DUE_VALUE_ORDER[due];
}

const isNumbered = (values: TemplateValues | readonly string[]): values is readonly string[] => Array.isArray(values);

/** As Meta takes them: without names. */
export const numberedValues = (values: TemplateValues | readonly string[]): readonly string[] =>
  isNumbered(values)
    ? values
    : orderOf(kindOf(values)).flatMap((name) => (values as Readonly<Record<string, string>>)[name] ?? []);

const DUE_NAMES = { before: '_due', late: '_past_due' } as const satisfies Record<DueKind, string>;

const ABOUT_NAMES = { one: '', part_paid: '_part_paid', several: '_several' } as const satisfies Record<
  TemplateKind['about'],
  string
>;

export const templateName = ({ tone, about, due, isLinked }: TemplateKind & { isLinked: boolean }): string =>
  `payment_reminder_${tone}${due ? DUE_NAMES[due] : ''}${ABOUT_NAMES[about]}${isLinked ? '_link' : ''}_v${TEMPLATE_VERSION}`;

export function whatsappTemplate({ language, page, ...kind }: TemplateChoice): WhatsappTemplate {
  const words = REMINDER_WORDS[language];
  const isLinked = page !== undefined;
  const body: Body = {
    type: 'BODY',
    text: bodyText(words, kind, isLinked),
    example: { body_text: [numberedValues(exampleOf(words, kind))] },
  };
  const footer: Footer = { type: 'FOOTER', text: words.whatsapp.footer };
  return {
    name: templateName({ ...kind, isLinked }),
    language: words.whatsapp.templateLanguage,
    category: 'UTILITY',
    message_send_ttl_seconds: TTL_SECONDS[kind.tone],
    components: isLinked ? [body, footer, payButton(words, page)] : [body, footer],
  };
}

/** Meta refuses a body that ends with a value, so the thanks stand before the last sentence. */
function bodyText(words: ReminderWords, kind: TemplateKind, isLinked: boolean): string {
  const { greeting, reminder, thanks, several, whatsapp, payOtherwise } = words;
  const { tone, about } = kind;
  const values = Object.fromEntries(orderOf(kind).map((name, index) => [name, `{{${index + 1}}}`]));
  const { received, ...one } = values as Values;
  const sentences = [
    about === 'several'
      ? sentenceOf(values as SeveralValues, { tone }, several)
      : sentenceOf(one, { tone }, { plain: reminder, due: words.due }),
    ...(about === 'part_paid' && received !== undefined ? [thanks(received)] : []),
    isLinked ? whatsapp.payByButton : payOtherwise,
  ];
  return `${greeting(one.firstName)}\n\n${sentences.join(' ')}`;
}

function exampleOf({ example }: ReminderWords, { about, due }: TemplateKind): TemplateValues {
  const { received, dueOn, passed, owed, ...one } = example;
  const days = { ...(due !== undefined && { dueOn }), ...(due === 'late' && { passed }) };
  if (about === 'several') return { ...one, owed, ...days };
  return { ...one, ...(about === 'part_paid' && { received }), ...days };
}

const payButton = ({ pay }: ReminderWords, page: string): Buttons => ({
  type: 'BUTTONS',
  buttons: [{ type: 'URL', text: pay, url: `${page}/{{1}}`, example: [`${page}/example`] }],
});

export const whatsappTemplates = (baseUrl: string): readonly WhatsappTemplate[] =>
  LANGUAGES.flatMap((language) =>
    TONES.flatMap((tone) =>
      ([undefined, 'before', 'late'] as const).flatMap((due) =>
        (['one', 'part_paid', 'several'] as const).flatMap((about) => [
          whatsappTemplate({ language, tone, about, due, page: `${baseUrl}${about === 'several' ? '/me' : '/pay'}` }),
          whatsappTemplate({ language, tone, about, due }),
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
