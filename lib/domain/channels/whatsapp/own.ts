/** A reminder by WhatsApp by a template that the merchant wrote and Meta approved. */
import { fillText, placeholdersIn, placeholderValues } from '#lib/domain/message/fill-text.ts';
import type { TextWords } from '#lib/domain/message/own-text.ts';
import type { MessageInput } from '#lib/domain/message/values.ts';
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import { STYLE, type WhatsappMessage, withNotFound } from './render.ts';

/** Undefined where a value is missing: Meta takes a template whole or not at all. */
export function renderOwnWhatsapp(input: MessageInput, { body, template }: TextWords): WhatsappMessage | undefined {
  if (template === undefined || (template.button && input.link === undefined)) return undefined;
  const words = REMINDER_WORDS[input.language];
  const known = placeholderValues(input, STYLE);
  const values = { ...known, amount: withNotFound(known.amount ?? '', input) };
  const parameters = placeholdersIn(body).map((name) => (values as Readonly<Record<string, string>>)[name]);
  if (!parameters.every((value) => value)) return undefined;
  const button = template.button ? input.link : undefined;
  return {
    channel: 'whatsapp',
    text: [fillText(body, values), ...(button === undefined ? [] : [`${words.pay}\n${button}`])].join('\n\n'),
    template: {
      name: template.name,
      language: template.language ?? words.whatsapp.templateLanguage,
      values: parameters as string[],
      ...(button !== undefined && { buttonSuffix: button.slice(button.lastIndexOf('/') + 1) }),
    },
  };
}
