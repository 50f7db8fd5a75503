/** Builds the responses of a merchant's own texts. */
import { STYLE } from '#lib/domain/channels/email/render.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import { maskOptOutTokens } from '#lib/domain/links.ts';
import type { Placeholder } from '#lib/domain/message/fill-text.ts';
import { placeholderValues } from '#lib/domain/message/fill-text.ts';
import {
  isKnown,
  longestInput,
  neededPlaceholders,
  sampleInput,
  type TextSetting,
  usablePlaceholders,
} from '#lib/domain/message/judge-text.ts';
import { ourText } from '#lib/domain/message/our-text.ts';
import {
  type OwnText,
  type OwnTexts,
  parseTextKey,
  type TextPlace,
  type TextWords,
  textKey,
} from '#lib/domain/message/own-text.ts';
import type { MessageInput } from '#lib/domain/message/values.ts';
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import type { TextPreviewResponse, TextResponse, TextsResponse } from './text.ts';

type ShownText = TextResponse['versions'][number];

const showWords = ({ subject, body, template }: TextWords, { language }: TextPlace) => ({
  subject: subject ?? null,
  body,
  template: template
    ? {
        name: template.name,
        language: template.language ?? REMINDER_WORDS[language].whatsapp.templateLanguage,
        button: template.button ?? false,
      }
    : null,
});

const showText = (text: OwnText, place: TextPlace): ShownText => ({
  ...showWords(text, place),
  version: text.version,
  changedAt: text.changedAt,
  changedBy: text.by ?? null,
});

/** Without a text of the merchant it is ours. */
export function toTextResponse(
  place: TextPlace,
  { text, versions }: { text: OwnText | undefined; versions: readonly OwnText[] },
  setting: TextSetting,
): TextResponse {
  const ours = { ...showWords(ourText(place), place), version: 0, changedAt: null, changedBy: null };
  const shown = text === undefined ? ours : showText(text, place);
  const needed = neededPlaceholders(place, text ?? ourText(place));
  const values = placeholderValues(sampleInput(place, setting), STYLE);
  return {
    ...place,
    ...shown,
    placeholders: usablePlaceholders(place).map((name: Placeholder) => ({
      name,
      isNeeded: needed.includes(name),
      isAlwaysKnown: isKnown(name, place) === 'always',
      example: values[name] || null,
    })),
    versions: versions.map((each) => showText(each, place)),
  };
}

export const toTextsResponse = (texts: OwnTexts): TextsResponse => ({
  texts: Object.entries(texts).map(([key, text]) => {
    const place = parseTextKey(key);
    return { ...place, ...showText(text, place) };
  }),
});

/** `input`: the message that the words are tried on. */
export function toTextPreview(
  place: TextPlace,
  words: TextWords,
  { input, setting }: { input: MessageInput; setting: TextSetting },
): TextPreviewResponse {
  const text = { ...words, version: 1, changedAt: '' };
  const texts = { [textKey(place)]: text };
  const message = renderMessage({ ...input, texts });
  const longest = renderMessage({ ...longestInput(place, setting), texts });
  return {
    subject: 'subject' in message ? message.subject : null,
    text: maskOptOutTokens(message.text),
    html: 'html' in message ? maskOptOutTokens(message.html) : null,
    segments: 'segments' in message ? message.segments : null,
    longestSegments: 'segments' in longest ? longest.segments : null,
  };
}
