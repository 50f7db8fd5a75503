/** What the message of a slot must be (design §3 "Channels", §7): it reads what a channel was given, and lists what is wrong. */
import { optOutTokenOf, payTokenOf } from './ids.ts';
import { languageOf, MARKS } from './language.ts';
import { format, toMinor } from './money.ts';
import { readPhone } from './people.ts';
import { textFor } from './text-values.ts';
import type { AccountFacts, Amount, Channel, Contact, Method, Tone } from './wire.ts';

/** As `read-sent.ts` gives it: of WhatsApp the template's JSON, of an email the content's. */
export type Sent = { channel: Channel; to: string; text: string };

export type Expected = {
  account: AccountFacts;
  collection: {
    id: string;
    amount: Amount;
    contact: Contact;
    payable: { enabled: boolean; methods: readonly Method[] };
    description?: string;
  };
  /** In the order in which the slot tries them. */
  channels: readonly Channel[];
  tone: Tone;
  baseUrl: string;
  /** SMS that nobody can answer carries the way out. */
  smsOneWay: boolean;
};

/** What a reader sees and can follow, whichever channel it came by. */
export type Reading = { bodies: string[]; payTokens: string[]; optOutTokens: string[]; tone?: Tone; language?: string };

/** Everything that is wrong with a message; nothing if it is as it must be. */
export function faultsOf(sent: Sent, expected: Expected): string[] {
  const reading = READERS[sent.channel](sent.text);
  return [
    ...faultsOfAddress(sent, expected),
    ...reading.bodies.flatMap((body) => faultsOfBody(body, sent.channel, expected)),
    ...faultsOfLinks(sent, reading, expected),
    ...faultsOfTemplate(reading, expected),
  ];
}

function faultsOfAddress({ channel, to }: Sent, { account, collection: { contact }, channels }: Expected): string[] {
  const phone = readPhone(contact.phone, account.country);
  const address = channel === 'email' ? contact.email : phone.reachable ? phone.shown : undefined;
  return [
    ...(to === address ? [] : [`goes to ${to} instead of ${address}`]),
    ...(channels.includes(channel) ? [] : [`goes by ${channel}, which is not one of ${channels.join()}`]),
  ];
}

const AMOUNT = /\b[A-Z]{3} \d[\d,]*(?:\.\d+)?/g;

/** To whom, from whom, how much, and nothing of anybody's addresses. ▲ What is outstanding instead of the amount. */
function faultsOfBody(body: string, channel: Channel, { account, collection }: Expected): string[] {
  const { amount, contact, description } = collection;
  const due = format(toMinor(amount), amount.currency);
  const typed = [account.name, contact.firstName, description ?? ''].map((value) => textFor(value, channel));
  // What people have typed may look like an amount.
  const ours = typed.filter(Boolean).reduce((rest, value) => rest.replaceAll(value, ' '), body);
  const amounts = new Set(ours.match(AMOUNT) ?? []);
  const [merchant, firstName] = typed as [string, string];
  return [
    ...(amounts.has(due) ? [] : [`does not ask for ${due}`]),
    ...[...amounts].filter((each) => each !== due).map((each) => `asks for ${each}`),
    ...(body.includes(merchant) ? [] : ['does not name the merchant']),
    ...(body.includes(firstName) ? [] : ['does not name the customer']),
    ...(body.includes(contact.email) ? ['shows an email address'] : []),
    ...(body.includes(contact.phone) ? ['shows a phone'] : []),
  ];
}

/** The way to pay where there is one, and the way out in every email and in SMS that cannot be answered; never another's. */
function faultsOfLinks({ channel }: Sent, { bodies, payTokens, optOutTokens }: Reading, expected: Expected): string[] {
  const { account, collection, smsOneWay } = expected;
  const hasLink = collection.payable.enabled;
  const hasWayOut = channel === 'email' || (channel === 'sms' && smsOneWay);
  const count = (is: boolean) => (is ? bodies.length : 0);
  return [
    ...faultsOfTokens('pay', payTokens, payTokenOf(account, collection.id), count(hasLink)),
    ...faultsOfTokens('opt-out', optOutTokens, optOutTokenOf(account, collection.id), count(hasWayOut)),
  ];
}

/** In every body the one link that is its own. */
function faultsOfTokens(kind: string, found: readonly string[], own: string, wanted: number): string[] {
  const foreign = found.filter((token) => token !== own).map((token) => `has another's ${kind} link: ${token}`);
  return found.length === wanted ? foreign : [...foreign, `has ${found.length} ${kind} links instead of ${wanted}`];
}

/** WhatsApp's template says its tone and language; elsewhere the wording says its language. */
function faultsOfTemplate({ tone, language, bodies }: Reading, expected: Expected): string[] {
  const { account, collection } = expected;
  const spoken = languageOf(readPhone(collection.contact.phone, account.country).country);
  const heard = language ?? (bodies.every((body) => MARKS[spoken].test(body)) ? spoken : 'another language');
  return [
    ...(heard === spoken ? [] : [`is in ${heard} instead of ${spoken}`]),
    ...(tone === undefined || tone === expected.tone ? [] : [`is ${tone} instead of ${expected.tone}`]),
  ];
}

const tokensIn = (text: string, path: 'pay' | 'u'): string[] =>
  [...text.matchAll(new RegExp(`/${path}/([0-9a-z]+)`, 'g'))].map(([, token]) => token as string);

/** How each channel's request is read. Of an email the HTML is the second body. */
const READERS: Record<Channel, (text: string) => Reading> = {
  sms: (text) => ({ bodies: [text], payTokens: tokensIn(text, 'pay'), optOutTokens: tokensIn(text, 'u') }),
  whatsapp: (text) => {
    const { name, language, components } = JSON.parse(text) as Template;
    const texts = components.map(({ type, parameters }) => ({
      type,
      text: parameters.map((each) => each.text).join('\n'),
    }));
    const tone = /gentle|professional|urgent/.exec(name)?.[0] as Tone | undefined;
    const [body = ''] = texts.filter(({ type }) => type === 'body').map(({ text }) => text);
    const payTokens = texts.filter(({ type }) => type === 'button').map(({ text }) => text);
    return { bodies: [body], payTokens, optOutTokens: [], ...(tone && { tone }), language: language.code };
  },
  email: (text) => {
    const { Body, Subject } = (JSON.parse(text) as Email).Simple;
    const bodies = [`${Subject.Data}\n${Body.Text.Data}`, Body.Html.Data];
    const both = bodies.join('\n');
    return { bodies, payTokens: tokensIn(both, 'pay'), optOutTokens: tokensIn(both, 'u') };
  },
};

type Template = {
  name: string;
  language: { code: string };
  components: { type: string; parameters: { text: string }[] }[];
};
type Email = { Simple: { Subject: { Data: string }; Body: { Text: { Data: string }; Html: { Data: string } } } };
