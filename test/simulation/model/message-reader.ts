/** Extracts the visible text and the links of a message from the request to its channel (see `read-sent.ts`). */
import type { Channel, Tone } from './wire.ts';

export type Body = { text: string; payTokens: readonly string[]; optOutTokens: readonly string[] };

/** An email has two bodies. A request by WhatsApp names a template that Meta has approved: one for each tone, language and kind. */
export type Reading = { bodies: readonly Body[]; headers: Record<string, string>; template?: TemplateNamed } & Worded;

/** Its words, an email's subject and HTML, and what fills a template. */
type Worded = { words?: string; title?: string; html?: string; parameters?: readonly string[] };

/** All undefined, or false, where the name is none of ours. */
type TemplateNamed = { tone: Tone | undefined; language: string; isPartPaid: boolean; isLinked: boolean };

const TEMPLATE = /^payment_reminder_(gentle|professional|urgent)(_part_paid)?(_link)?_v\d+$/;

export const readMessage = (channel: Channel, text: string): Reading => READERS[channel](text);

const tokensIn = (text: string, path: 'pay' | 'u'): string[] => [
  ...new Set([...text.matchAll(new RegExp(`/${path}/([0-9a-z]+)`, 'g'))].map(([, token]) => token as string)),
];

export const bodyOf = (text: string): Body => ({
  text,
  payTokens: tokensIn(text, 'pay'),
  optOutTokens: tokensIn(text, 'u'),
});

const READERS: Record<Channel, (text: string) => Reading> = {
  sms: (text) => ({ bodies: [bodyOf(text)], headers: {}, words: text }),
  whatsapp: (text) => {
    const { name, language, components } = JSON.parse(text) as Template;
    const valuesOf = (wanted: string) =>
      components.filter(({ type }) => type === wanted).flatMap(({ parameters }) => parameters.map((each) => each.text));
    const [, tone, partPaid, link] = TEMPLATE.exec(name) ?? [];
    // The template that Meta approved holds the address of the button except the token.
    const body = { text: valuesOf('body').join('\n'), payTokens: valuesOf('button'), optOutTokens: [] };
    const kind = { isPartPaid: partPaid !== undefined, isLinked: link !== undefined };
    return {
      bodies: [body],
      headers: {},
      parameters: valuesOf('body'),
      template: { tone: tone as Tone | undefined, language: language.code, ...kind },
    };
  },
  email: (text) => {
    const { Subject, Body, Headers } = (JSON.parse(text) as Email).Simple;
    const headers = Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]));
    return {
      bodies: [bodyOf(`${Subject.Data}\n${Body.Text.Data}`), bodyOf(plain(Body.Html.Data))],
      headers,
      words: Body.Text.Data,
      title: Subject.Data,
      html: Body.Html.Data,
    };
  },
};

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

const plain = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] as string);

type Template = {
  name: string;
  language: { code: string };
  components: { type: string; parameters: { text: string }[] }[];
};

type Text = { Data: string };
type Email = {
  Simple: { Subject: Text; Body: { Text: Text; Html: Text }; Headers: { Name: string; Value: string }[] };
};
