/** Compares the text of a reminder with its wording, word by word. */
import { languageOf } from './language.ts';
import { format, toMinor } from './money.ts';
import { readPhone } from './people.ts';
import { descriptionOf, type Subject } from './subject.ts';
import { textFor } from './text-values.ts';
import type { Channel, Tone } from './wire.ts';
import { expiryIn, type Form, forms, WORDS, type Words } from './wording.ts';

/** `isLinked`: whether it leads to the payment page. */
type Worded = Subject & { tone: Tone; isLinked: boolean; isOneWay: boolean };

/** Of a text as the channel sends it, or as a plan shows it. An email's begins with its greeting. */
export function wordingFaults(channel: Channel, text: string, subject: Worded): string[] {
  const language = languageIn(subject);
  const values = valuesOf(channel, subject);
  const fits = forms(channel, { ...subject, language }).filter((form) => isSaid(text, form.text, values));
  const [found] = fits;
  if (found === undefined) return [`does not say it in the approved words: ${text}`];
  const owesThanks = values.received !== undefined;
  if (found.isThankful !== owesThanks && (channel !== 'sms' || found.isThankful))
    return [found.isThankful ? 'thanks for nothing' : 'does not thank'];
  const isOverdue = subject.collection.status === 'overdue';
  if (channel === 'email' && found.isOverdue !== isOverdue)
    return [found.isOverdue ? 'says that it is overdue' : 'does not say that it is overdue'];
  return channel === 'sms' ? lengthFaults(text, found, language, values) : [];
}

/** The subject of an email. */
export const subjectFaults = (text: string, subject: Worded): string[] =>
  isSaid(text, WORDS[languageIn(subject)].subject[subject.tone], valuesOf('email', subject))
    ? []
    : [`has the subject “${text}”`];

/** The values that fill an approved template of WhatsApp, in their order. */
export function parameterFaults(parameters: readonly string[], subject: Worded): string[] {
  const values = valuesOf('whatsapp', subject);
  const names = ['firstName', 'merchant', 'amount', 'about', 'expiry', ...(values.received ? ['received'] : [])];
  const form = names.map((name) => `{${name}}`).join('\n');
  return isSaid(parameters.join('\n'), form, values) ? [] : [`fills its template with ${parameters.join(' | ')}`];
}

const languageIn = ({ account, collection }: Subject) =>
  languageOf(readPhone(collection.contact.phone, account.country).country);

type Values = ReturnType<typeof valuesOf>;

function valuesOf(channel: Channel, subject: Worded) {
  const { account, collection, zone } = subject;
  const { amount, received, contact, reference, metadata, expiresAt } = collection;
  const words = WORDS[languageIn(subject)];
  const of = (value: string) => textFor(value, channel);
  const left = Math.max(0, toMinor(amount) - received);
  const expiry = expiryIn(languageIn(subject), zone, expiresAt);
  const description = of(descriptionOf(metadata));
  const merchant = of(account.name.replace(/[\s.]+$/, ''));
  const { support = [] } = account;
  return {
    merchant: merchant || of(words.someone),
    firstName: of(contact.firstName) || of(words.nobody),
    amount: format(left, amount.currency),
    received: received > 0 && left > 0 ? format(received, amount.currency) : undefined,
    // A minus sign is no letter of an SMS.
    expiry: of(channel === 'sms' ? expiry.replace('−', '-') : expiry),
    reference: of(reference),
    description,
    about: aboutIn(words, { channel, description, reference: of(reference) }),
    contact: support.length === 0 ? '' : `${words.contact.replace('{ways}', () => support.join(words.or))}\n\n`,
    payLink: /https:\/\/[a-z.-]+\/pay\/[0-9a-z]+/,
    optOutLink: /https:\/\/[a-z.-]+\/u\/[0-9a-z]+/,
  };
}

type About = { channel: Channel; description: string; reference: string };

/** The description with the reference, or one of the two; an SMS is brief. */
function aboutIn(words: Words, { channel, description, reference }: About): string {
  if (description === '') return reference === '' ? words.something : words.referred;
  return reference === '' || channel === 'sms' ? '{description}' : words.described;
}

/** These are cut where they are long. */
const CUT = ['firstName', 'merchant', 'description', 'reference'];

function isSaid(text: string, form: string, values: Values): boolean {
  const cuts: string[] = [];
  const pattern = patternOf(form, values, cuts);
  const found = new RegExp(`^${pattern}$`, 's').exec(text);
  return found !== null && cuts.every((full, index) => isCutOf(found[index + 1] ?? '', full));
}

/** Parts that may be cut are captured, and `cuts` gets each as it is in full. */
const patternOf = (form: string, values: Values, cuts: string[]): string =>
  form
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1] as keyof Values | undefined;
      if (name === undefined) return escaped(part);
      const value = values[name];
      if (value instanceof RegExp) return value.source;
      if (CUT.includes(name)) {
        cuts.push(value ?? '');
        return '(.+?)';
      }
      return name === 'about' || name === 'contact' ? patternOf(value ?? '', values, cuts) : escaped(value ?? '');
    })
    .join('');

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function isCutOf(shown: string, full: string): boolean {
  if (shown === full) return true;
  const ellipsis = ['...', '…'].find((end) => shown.endsWith(end));
  return ellipsis !== undefined && full.startsWith(shown.slice(0, -ellipsis.length));
}

/** A text of one part has 160 characters of GSM 03.38, each of several parts 153; letters after an escape are two. */
const ESCAPED = /[\f^{}\\[~\]|€]/u;
const MAX_PARTS = 3;

export function partsOf(text: string): number {
  const widths = [...text].map((letter) => (ESCAPED.test(letter) ? 2 : 1));
  if (widths.reduce((sum, width) => sum + width, 0) <= 160) return 1;
  const parts = [0];
  for (const width of widths) {
    const last = parts.at(-1) as number;
    if (last + width <= 153) parts[parts.length - 1] = last + width;
    else parts.push(width);
  }
  return parts.length;
}

/** It thanks for a part where that fits, and has three parts at most: texts are cut rather than links. */
function lengthFaults(text: string, { isThankful }: Form, language: 'en' | 'fr', { received }: Values): string[] {
  if (partsOf(text) > MAX_PARTS) return [`is too long: ${text}`];
  if (received === undefined || isThankful) return [];
  const thanks = WORDS[language].thanks.replace('{received}', received);
  return partsOf(`${text} ${thanks}`) <= MAX_PARTS ? ['does not thank, though there is room'] : [];
}
