/** A reminder by WhatsApp: the approved template, its values, and the text that they give. */
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import type { MessageInput, WhatsappMessage } from './message.ts';
import { type Style, valuesOf } from './values.ts';
import { parametersOf, templateName, whatsappTemplate, whatsappText } from './whatsapp-templates.ts';

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
  const values = valuesOf(input, REMINDER_WORDS[language], STYLE);
  const parameters = parametersOf(values);
  const isPartPaid = values.received !== undefined;
  const slash = link?.lastIndexOf('/');
  const buttonSuffix = slash === undefined ? undefined : link?.slice(slash + 1);
  return {
    channel: 'whatsapp',
    get text() {
      return whatsappText(
        whatsappTemplate({ language, tone, isPartPaid, payPage: link?.slice(0, slash) }),
        parameters,
        buttonSuffix,
      );
    },
    template: {
      name: templateName({ tone, isPartPaid, isLinked: link !== undefined }),
      language,
      parameters,
      ...(buttonSuffix !== undefined && { buttonSuffix }),
    },
  };
}
