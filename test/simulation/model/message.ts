/** The rules for the message of a slot: reads the request to a channel and lists its faults. */

import { htmlOf } from './email-look.ts';
import { offsetIn } from './hours.ts';
import { optOutTokenOf, payTokenOf } from './ids.ts';
import { parameterFaults, subjectFaults, wordingFaults } from './judge-words.ts';
import { languageOf, MARKS } from './language.ts';
import { type Body, bodyOf, readMessage } from './message-reader.ts';
import { format, toMinor } from './money.ts';
import { readPhone } from './people.ts';
import { descriptionOf, isLinked, type Subject } from './subject.ts';
import { textFor } from './text-values.ts';
import type { AccountFacts, Channel, Tone } from './wire.ts';

/** A message of `read-sent.ts`: the template as JSON for WhatsApp, the content as JSON for email. */
export type Sent = { channel: Channel; to: string; text: string };

export type ExpectedMessage = Subject & {
  /** The channels in the order in which the slot tries them. */
  channels: readonly Channel[];
  tone: Tone;
  /** An SMS from a sender that cannot receive replies must hold the opt-out link. */
  smsOneWay: boolean;
};

/** The faults of a message; an empty list when it is correct. */
export function messageFaults(sent: Sent, expected: ExpectedMessage): string[] {
  const { bodies, template, headers } = readMessage(sent.channel, sent.text);
  const wayOut = sent.channel === 'email' || (sent.channel === 'sms' && expected.smsOneWay);
  const { contact, id } = expected.collection;
  const address =
    sent.channel === 'email' ? contact.email.toLowerCase() : readPhone(contact.phone, expected.account.country).shown;
  const optOut = wayOut ? optOutTokenOf(expected.account, id, address) : undefined;
  return [
    ...addressFaults(sent, expected),
    ...bodies.flatMap((body) => textFaults(body, sent.channel, expected)),
    ...bodies.flatMap((body) => linkFaults(body, sent.channel, { optOut, expected })),
    ...languageFaults(bodies, template?.language, expected),
    ...(template ? templateFaults(template, bodies, expected) : []),
    ...worded(sent, expected),
    ...(sent.channel === 'email' ? headerFaults(headers, optOut) : []),
  ];
}

/** The text of a template is Meta's; the HTML of an email says what its text says. */
function worded({ channel, text }: Sent, expected: ExpectedMessage): string[] {
  const subject = { ...expected, isLinked: isLinked(expected), isOneWay: expected.smsOneWay };
  const { words, title, html, parameters } = readMessage(channel, text);
  const language = languageOf(readPhone(expected.collection.contact.phone, expected.account.country).country);
  const look = html === undefined ? undefined : htmlOf(words ?? '', title ?? '', language);
  return [
    ...(words === undefined ? [] : wordingFaults(channel, words, subject)),
    ...(html === look ? [] : [`has the HTML ${html} instead of ${look}`]),
    ...(title === undefined ? [] : subjectFaults(title, subject)),
    ...(parameters === undefined ? [] : parameterFaults(parameters, subject)),
  ];
}

type Template = NonNullable<ReturnType<typeof readMessage>['template']>;

/** A template that does not fit, or that Meta does not know, is refused, or says what is not so. */
function templateFaults(
  { tone, isPartPaid, isLinked }: Template,
  bodies: readonly Body[],
  expected: ExpectedMessage,
): string[] {
  const hasButton = bodies.some(({ payTokens }) => payTokens.length > 0);
  return [
    ...(tone === expected.tone ? [] : [`is ${tone} instead of ${expected.tone}`]),
    ...(isPartPaid === expected.collection.received > 0 ? [] : ['has the template of another balance']),
    ...(isLinked === hasButton ? [] : ['has a template that does not fit its button']),
  ];
}

/** The faults of a text as a plan shows it; its words too, where its tone is known. */
export function textFaultsIn(channel: Channel, text: string, subject: Subject & { tone?: Tone }): string[] {
  const body = bodyOf(text);
  const { tone } = subject;
  const worded = tone && { ...subject, tone, isLinked: isLinked(subject), isOneWay: true };
  return [
    ...textFaults(body, channel, subject),
    ...languageFaults([body], undefined, subject),
    ...(worded ? wordingFaults(channel, text, worded) : []),
  ];
}

function addressFaults(
  { channel, to }: Sent,
  { account, collection: { contact }, channels }: ExpectedMessage,
): string[] {
  const phone = readPhone(contact.phone, account.country);
  const address = channel === 'email' ? contact.email : phone.reachable ? phone.shown : undefined;
  return [
    ...(to === address ? [] : [`goes to ${to} instead of ${address}`]),
    ...(channels.includes(channel) ? [] : [`goes by ${channel}, which is none of ${channels.join()}`]),
  ];
}

/** Of a name at least so much is shown, also in an SMS that has to be short. */
const NEVER_CUT = 7;

const AMOUNT = /\b[A-Z]{3} \d[\d,]*(?:\.\d+)?/g;
const CLOCK = /\b\d{1,2}:\d{2}\b/g;

/** The message names the customer, the merchant, the amount and the expiry, and no phone or email address. */
function textFaults({ text }: Body, channel: Channel, { account, collection, zone }: Subject): string[] {
  const { amount, received, contact, reference, metadata, expiresAt } = collection;
  const left = toMinor(amount) - received;
  const due = format(Math.max(0, left), amount.currency);
  // A message thanks for the part that was paid; an SMS only where that fits.
  const thanked = received > 0 ? format(received, amount.currency) : undefined;
  const isThankless = thanked !== undefined && left > 0 && channel !== 'sms' && !text.includes(thanked);
  const [merchant, firstName] = [account.name, contact.firstName].map((each) => textFor(each, channel)) as [
    string,
    string,
  ];
  const typed = [merchant, firstName, textFor(reference, channel), textFor(descriptionOf(metadata), channel)];
  // Typed texts may look like an amount or a time.
  const alike = typed.filter((value) => value.match(AMOUNT) ?? value.match(CLOCK));
  const ours = alike.reduce((rest, value) => rest.replaceAll(value, ' '), text);
  const named = `(${offsetIn(zone, expiresAt)})`;
  const clock = `${clockIn(zone, expiresAt)} ${channel === 'sms' ? named.replace('−', '-') : named}`;
  const amounts = [...new Set(ours.match(AMOUNT))];
  const times = [...new Set(ours.replaceAll(clock, ' ').match(CLOCK))];
  return [
    ...(text.includes(due) ? [] : [`does not ask for ${due}`]),
    ...(isThankless ? [`does not thank for ${thanked}`] : []),
    ...amounts.filter((each) => each !== due && each !== thanked).map((each) => `asks for ${each}`),
    ...(text.includes(clock) ? [] : [`does not say that it expires at ${clock}`]),
    ...times.map((each) => `names ${each}`),
    // The sentence has a dot of its own: "Acme Ltd.".
    ...(text.includes(merchant.replace(/[\s.]+$/, '').slice(0, NEVER_CUT)) ? [] : ['does not name the merchant']),
    ...(text.includes(firstName.slice(0, NEVER_CUT)) ? [] : ['does not name the customer']),
    ...(channel === 'email' ? waysToMerchant(account, text) : []),
    ...(text.includes(contact.email) ? ['shows an email address'] : []),
    ...(contact.phone.startsWith('+') && text.includes(contact.phone) ? ['shows a phone'] : []),
  ];
}

/** An email, which has the room, says how to reach the merchant. */
const waysToMerchant = ({ support = [] }: AccountFacts, text: string): string[] =>
  support.filter((way) => !text.includes(way)).map((way) => `does not name ${way}`);

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string, instant: number): string {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
  clocks.set(timeZone, clock);
  return clock.format(instant);
}

type Links = { optOut: string | undefined; expected: Subject };

/** The message links to the payment page if the collection has one and to the opt-out page, never to another collection. */
function linkFaults({ payTokens, optOutTokens }: Body, channel: Channel, { optOut, expected }: Links): string[] {
  const { account, collection } = expected;
  const pay = isLinked(expected) ? payTokenOf(account, collection.id) : undefined;
  return [...tokenFaults('pay', payTokens, pay), ...tokenFaults(`${channel} opt-out`, optOutTokens, optOut)];
}

function tokenFaults(kind: string, found: readonly string[], own: string | undefined): string[] {
  const foreign = found
    .filter((token) => token !== own)
    .map((token) => `has a ${kind} link that is not its own: ${token}`);
  return own === undefined || found.includes(own) ? foreign : [...foreign, `has no ${kind} link`];
}

/** A WhatsApp template names its language; in other channels the wording shows it. */
function languageFaults(bodies: readonly Body[], said: string | undefined, expected: Subject): string[] {
  const { account, collection } = expected;
  const wanted = languageOf(readPhone(collection.contact.phone, account.country).country);
  if (said !== undefined) return said === wanted ? [] : [`is in ${said} instead of ${wanted}`];
  return bodies.every(({ text }) => MARKS[wanted].test(text)) ? [] : [`is not in ${wanted}`];
}

/** Email needs one-click opt-out: https://www.rfc-editor.org/rfc/rfc8058 */
function headerFaults(headers: Readonly<Record<string, string>>, optOut: string | undefined): string[] {
  const isLed = headers['List-Unsubscribe']?.endsWith(`/u/${optOut}>`) ?? false;
  const isOneClick = headers['List-Unsubscribe-Post'] === 'List-Unsubscribe=One-Click';
  return isLed && isOneClick ? [] : ['has no header to unsubscribe by'];
}
