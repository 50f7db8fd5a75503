/** A reminder by WhatsApp: which approved template, with which values, and the text that comes of the two. */
import { catalogueOf } from './languages.ts';
import type { MessageInput, WhatsappMessage } from './message.ts';
import { type Style, valuesOf } from './values.ts';
import { parametersOf, templateName, whatsappTemplate, whatsappText } from './whatsapp-templates.ts';

/** WhatsApp's own marks for bold and the like, and the braces of placeholders, are not the caller's to use. */
const MARKS = /[*~`{}]/g;

const STYLE: Style = {
  limits: { firstName: 40, merchant: 60, description: 100, reference: 60 },
  ellipsis: '…',
  rewrite: (text) => text.replace(MARKS, ''),
  brief: false,
};

/** The text is made from the very template that Meta approved, and only when it is read: what is sent is the template's name. */
export function renderWhatsapp(input: MessageInput): WhatsappMessage {
  const { language, tone, link } = input;
  const parameters = parametersOf(valuesOf(input, catalogueOf(language), STYLE));
  const slash = link?.lastIndexOf('/');
  const buttonSuffix = slash === undefined ? undefined : link?.slice(slash + 1);
  return {
    channel: 'whatsapp',
    get text() {
      return whatsappText(
        whatsappTemplate({ language, tone, payPage: link?.slice(0, slash) }),
        parameters,
        buttonSuffix,
      );
    },
    template: {
      name: templateName(tone, link !== undefined),
      language,
      parameters,
      ...(buttonSuffix !== undefined && { buttonSuffix }),
    },
  };
}
