/** A reminder by WhatsApp: the values of an approved template, and the text that people see. */
import { type MessageInput, type Style, severalTexts, uncapitalized, valuesOf } from '#lib/domain/message/values.ts';
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import {
  kindOf,
  numberedValues,
  type TemplateValues,
  templateName,
  whatsappTemplate,
  whatsappText,
} from './templates.ts';

export type WhatsappMessage = {
  channel: 'whatsapp';
  text: string;
  template: { name: string; language: string; values: TemplateValues | readonly string[]; buttonSuffix?: string };
};

/** Free text, which WhatsApp takes only within 24 hours after the person has written. */
export type WhatsappText = { channel: 'whatsapp'; text: string; template?: never };

/** WhatsApp's formatting marks and the braces of placeholders; values must not contain them. */
const MARKS = /[*~`{}]/g;

export const STYLE: Style = {
  limits: { firstName: 40, merchant: 60, description: 100, reference: 60 },
  ellipsis: '…',
  rewrite: (text) => text.replace(MARKS, ''),
  brief: false,
};

/** `text` is computed when it is read, because only the name of the approved template is sent. */
export function renderWhatsapp(input: MessageInput): WhatsappMessage {
  const { language, tone, link } = input;
  const words = REMINDER_WORDS[language];
  const values = input.several === undefined ? valuesOfOne(input) : valuesOfSeveral(input, input.several);
  const kind = { tone, ...kindOf(values) };
  const slash = link?.lastIndexOf('/');
  const buttonSuffix = slash === undefined ? undefined : link?.slice(slash + 1);
  return {
    channel: 'whatsapp',
    get text() {
      const template = whatsappTemplate({ ...kind, language, page: link?.slice(0, slash) });
      return whatsappText(template, numberedValues(values), buttonSuffix);
    },
    template: {
      name: templateName({ ...kind, isLinked: link !== undefined }),
      language: words.whatsapp.templateLanguage,
      values,
      ...(buttonSuffix !== undefined && { buttonSuffix }),
    },
  };
}

function valuesOfOne(input: MessageInput): TemplateValues {
  const values = valuesOf(input, REMINDER_WORDS[input.language], STYLE);
  return { ...values, about: withNotFound(values.about, input) };
}

/** No approved template says that a payment was not found: it stands beside what is to be paid. */
export const withNotFound = (value: string, { language, tellsRejection }: MessageInput): string =>
  tellsRejection ? `${value} (${uncapitalized(REMINDER_WORDS[language].notFound)})` : value;

/** Meta takes no line breaks in a value. */
function valuesOfSeveral(input: MessageInput, several: NonNullable<MessageInput['several']>): TemplateValues {
  const { values, others } = severalTexts(input, several, STYLE);
  return { ...values, owed: withNotFound([values.owed, ...others].join('; '), input) };
}

export const renderWhatsappText = (text: string): WhatsappText => ({ channel: 'whatsapp', text });
