/** Compares the text of a reminder with its wording, word by word. */
import { CUTS, type Cuts, cutTo } from './cuts.ts';
import { languageOf } from './language.ts';
import { format, toMinor } from './money.ts';
import { readPhone } from './people.ts';
import { descriptionOf, type Subject } from './subject.ts';
import { textFor } from './text-values.ts';
import type { Channel, Tone } from './wire.ts';
import { expiryIn, formOf, WORDS, type Words } from './wording.ts';

/** `isLinked`: whether it leads to the payment page. */
type Worded = Subject & { tone: Tone; isLinked: boolean; isOneWay: boolean };

/** Of a text as the channel sends it, or as a plan shows it. An email's begins with its greeting. */
export function wordingFaults(channel: Channel, text: string, subject: Worded): string[] {
  const right = rightText(channel, text, subject);
  return text === right ? [] : [`does not say it in the approved words: “${text}” instead of “${right}”`];
}

/** The links are those of the text itself: whether they are its own is judged apart. */
function rightText(channel: Channel, text: string, subject: Worded): string {
  const shape = { ...subject, language: languageIn(subject) };
  const besides = { isThankful: isPartPaid(subject), isOverdue: subject.collection.status === 'overdue' };
  const [payLink, optOutLink] = [PAY_LINK, OPT_OUT_LINK].map((link) => link.exec(text)?.[0] ?? '(no link)');
  const said = (cuts: Cuts, isThankful: boolean) =>
    filled(formOf(channel, shape, { ...besides, isThankful }), {
      ...valuesOf(channel, subject, cuts),
      payLink: `${payLink}`,
      optOutLink: `${optOutLink}`,
    });
  if (channel !== 'sms') return said(CUTS[channel][0] as Cuts, besides.isThankful);
  // It thanks for a part where that fits, and has three parts at most: texts are cut rather than links.
  const tried = CUTS.sms.flatMap((cuts) =>
    besides.isThankful ? [said(cuts, true), said(cuts, false)] : [said(cuts, false)],
  );
  return tried.find((each) => partsOf(each) <= MAX_PARTS) ?? (tried.at(-1) as string);
}

const PAY_LINK = /https:\/\/[a-z.-]+\/pay\/[0-9a-z]+/;
const OPT_OUT_LINK = /https:\/\/[a-z.-]+\/u\/[0-9a-z]+/;

/** The subject of an email. */
export function subjectFaults(text: string, subject: Worded): string[] {
  const form = WORDS[languageIn(subject)].subject[subject.tone];
  const right = filled(form, valuesOf('email', subject, CUTS.email[0] as Cuts));
  return text === right ? [] : [`has the subject “${text}” instead of “${right}”`];
}

/** The values that fill an approved template of WhatsApp, in their order. */
export function parameterFaults(parameters: readonly string[], subject: Worded): string[] {
  const names = ['firstName', 'merchant', 'amount', 'about', 'expiry', ...(isPartPaid(subject) ? ['received'] : [])];
  const values = valuesOf('whatsapp', subject, CUTS.whatsapp[0] as Cuts);
  const right = names.map((name) => filled(`{${name}}`, values)).join(' | ');
  return parameters.join(' | ') === right
    ? []
    : [`fills its template with ${parameters.join(' | ')} instead of ${right}`];
}

const languageIn = ({ account, collection }: Subject) =>
  languageOf(readPhone(collection.contact.phone, account.country).country);

const isPartPaid = ({ collection: { amount, received } }: Subject): boolean =>
  received > 0 && toMinor(amount) > received;

/** As the channel shows them. */
function valuesOf(channel: Channel, subject: Worded, cuts: Cuts): Record<string, string> {
  const { account, collection, zone } = subject;
  const { amount, received, contact, reference, metadata, expiresAt } = collection;
  const words = WORDS[languageIn(subject)];
  const whole = (value: string) => textFor(value, channel);
  const cut = (name: keyof Cuts, value: string) => cutTo(whole(value), cuts[name], channel);
  const expiry = expiryIn(languageIn(subject), zone, expiresAt);
  const merchant = cut('merchant', account.name.replace(/[\s.]+$/, '')) || whole(words.someone);
  const typed = { description: cut('description', descriptionOf(metadata)), reference: cut('reference', reference) };
  const { support = [] } = account;
  const values = {
    ...typed,
    merchant,
    firstName: cut('firstName', contact.firstName) || whole(words.nobody),
    amount: format(Math.max(0, toMinor(amount) - received), amount.currency),
    received: format(received, amount.currency),
    // A minus sign is no letter of an SMS.
    expiry: whole(channel === 'sms' ? expiry.replace('−', '-') : expiry),
  };
  const contacted = { ...values, ways: support.join(words.or) };
  return {
    ...values,
    about: filled(aboutIn(words, { channel, ...typed }), values),
    contact: support.length === 0 ? '' : `${filled(words.contact, contacted)}\n\n`,
  };
}

type About = { channel: Channel; description: string; reference: string };

/** The description with the reference, or one of the two; an SMS is brief. */
function aboutIn(words: Words, { channel, description, reference }: About): string {
  if (description === '') return reference === '' ? words.something : words.referred;
  return reference === '' || channel === 'sms' ? '{description}' : words.described;
}

const filled = (form: string, values: Readonly<Record<string, string>>): string =>
  form.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

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
