/** Judges a text that a merchant wants to save: what in it can never be sent, each fault with its place; and the messages by which it is tried. */
import { type Account, supportOf } from '#lib/domain/account.ts';
import { mailBrandOf } from '#lib/domain/brand.ts';
import { CHANNEL_TEXTS } from '#lib/domain/channels/channel-texts.ts';
import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import type { Fault } from '#lib/domain/errors.ts';
import { LINK_TOKEN_LENGTH } from '#lib/domain/ids.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { linkIn, visibleText } from './clean-text.ts';
import { PLACEHOLDERS, type Placeholder, partsOf, placeholdersIn } from './fill-text.ts';
import { dueOfKind, isSeveralKind, type TextPlace, type TextWords, toneOfKind } from './own-text.ts';
import type { MessageInput } from './values.ts';

const isSeveral = ({ kind }: TextPlace): boolean => isSeveralKind(kind);
const isPastDue = ({ kind }: TextPlace): boolean => dueOfKind(kind) === 'late';
const hasDueDay = ({ kind }: TextPlace): boolean => dueOfKind(kind) !== undefined;

/** `never`: no message of the kind has it. `maybe`: some have; lines with it are left out of the others. */
type Known = 'always' | 'maybe' | 'never';

export function isKnown(placeholder: Placeholder, place: TextPlace): Known {
  const several = isSeveral(place);
  if (CHANNEL_TEXTS[place.channel].lacks.includes(placeholder)) return 'never';
  switch (placeholder) {
    case 'about':
    case 'reference':
      return several ? 'never' : 'always';
    case 'received':
      return several ? 'never' : 'maybe';
    case 'dueDay':
      return several ? 'maybe' : hasDueDay(place) ? 'always' : 'never';
    case 'daysLate':
      return several ? 'maybe' : isPastDue(place) ? 'always' : 'never';
    case 'payments':
      return several ? 'always' : 'never';
    case 'support':
      return 'maybe';
    default:
      return 'always';
  }
}

export const usablePlaceholders = (place: TextPlace): Placeholder[] =>
  PLACEHOLDERS.filter((placeholder) => isKnown(placeholder, place) !== 'never');

/** What every text of the place must have. */
export const neededPlaceholders = (
  { channel }: TextPlace,
  { template }: Pick<TextWords, 'template'>,
): Placeholder[] => ['amount', ...(template?.button ? [] : ['payLink' as const]), ...CHANNEL_TEXTS[channel].needs];

/** `isOneWay`: as of the senders. */
export type TextSetting = { account: Account; baseUrl: string; isOneWay: (channel: Channel) => boolean };

/** All faults of the text. The forms of the fields are the contract's. */
export function faultsOfText(words: TextWords, place: TextPlace, setting: TextSetting): Fault[] {
  const { subject, body, template } = words;
  const { hasSubject, hasTemplate, faults: faultsOfChannel } = CHANNEL_TEXTS[place.channel];
  const faults = [
    ...wanted('subject', subject !== undefined, hasSubject, 'only an email has a subject'),
    ...wanted('template', template !== undefined, hasTemplate, 'only a message by WhatsApp has a template'),
    ...(subject === undefined ? [] : faultsOfSubject(subject, place, setting)),
    ...faultsOfBody(words, place, setting),
  ];
  if (faults.length > 0) return faults;
  const maybe = PLACEHOLDERS.filter((name) => placeholdersIn(body).includes(name) && isKnown(name, place) === 'maybe');
  return faultsOfChannel(body, { maybe, longest: longestInput(place, setting) });
}

function wanted(path: string, isGiven: boolean, isWanted: boolean, message: string): Fault[] {
  if (isGiven === isWanted) return [];
  return [{ path, message: isWanted ? 'is missing' : message }];
}

const NOT_IN_SUBJECTS: readonly Placeholder[] = ['payLink', 'payments', 'support'];

function faultsOfSubject(subject: string, place: TextPlace, setting: TextSetting): Fault[] {
  const found = faultsOfLines('subject', subject, place, setting);
  if (found.length > 0) return found;
  const wrong = placeholdersIn(subject).filter(
    (name) => NOT_IN_SUBJECTS.includes(name as Placeholder) || isKnown(name as Placeholder, place) !== 'always',
  );
  // A subject is one line: left out, the email had none.
  return wrong.map((name) => ({ path: 'subject', message: `cannot have {{${name}}}, which not every email has` }));
}

function faultsOfBody(words: TextWords, place: TextPlace, setting: TextSetting): Fault[] {
  const { body } = words;
  const found = faultsOfLines('body', body, place, setting);
  if (found.length > 0) return found;
  const lines = body.split('\n').map(placeholdersIn);
  const isMaybe = (name: string) => isKnown(name as Placeholder, place) === 'maybe';
  return neededPlaceholders(place, words).flatMap((needed): Fault[] => {
    const having = lines.filter((names) => names.includes(needed));
    if (having.length === 0) return [{ path: 'body', message: `must have {{${needed}}}` }];
    if (having.some((names) => !names.some(isMaybe))) return [];
    const beside = having[0]?.find(isMaybe);
    const message = `must have {{${needed}}} on a line without {{${beside}}}: a line is left out where that has no value`;
    return [{ path: 'body', message }];
  });
}

/** Faults that a single line can have. */
function faultsOfLines(path: string, text: string, place: TextPlace, setting: TextSetting): Fault[] {
  const hidden = text.split('\n').some((line) => visibleText(line) !== line.normalize('NFC'));
  if (hidden) return [{ path, message: 'must not have invisible or control characters' }];
  return text.split('\n').flatMap((line, index) => {
    const at = text.includes('\n') ? `line ${index + 1}: ` : '';
    return faultsOfLine(line, place, setting).map((message) => ({ path, message: `${at}${message}` }));
  });
}

const TAG = /<\/?[a-z][^>]*>?|<!--|&(?:[a-z]+|#\d+);/i;

function faultsOfLine(line: string, place: TextPlace, setting: TextSetting): string[] {
  const parts = partsOf(line);
  const literal = parts.map((part) => ('text' in part ? part.text : ' ')).join('');
  const [tag] = TAG.exec(literal) ?? [];
  const link = linkIn(parts.map((part) => ('text' in part ? part.text : '_')).join(''), ownPlaces(setting));
  const names = parts.flatMap((part) => ('placeholder' in part ? [part.placeholder] : []));
  return [
    ...names.flatMap((name) => faultOfName(name, place)),
    ...(/\{\{|\}\}/.test(literal) ? ['has braces that are not a placeholder, such as {{amount}}'] : []),
    ...(tag === undefined ? [] : [`must not have HTML: ${tag}`]),
    ...(link === undefined ? [] : [`must not lead elsewhere: ${link}`]),
  ];
}

function faultOfName(name: string, place: TextPlace): string[] {
  const usable = usablePlaceholders(place);
  if (usable.includes(name as Placeholder)) return [];
  const isOne = PLACEHOLDERS.includes(name as Placeholder);
  const what = isOne ? `no message of this kind has {{${name}}}` : `{{${name}}} is not a placeholder`;
  return [`${what}; there are ${usable.join(', ')}`];
}

const ownPlaces = ({ account: { website, supportEmail } }: TextSetting): string[] => [
  ...(website === undefined ? [] : [new URL(website).host]),
  ...(supportEmail === undefined ? [] : [supportEmail.toLowerCase()]),
];

const A_DAY = dayOf('2026-09-30');
const AN_INSTANT = '2026-09-30T21:59:00.000Z';

/** In minor units. Longer sums are hardly asked for by a message. */
const LONG_SUM = 999_999_999;

/** As long as a message of the kind is likely to become: what is longer is cut. */
export function longestInput(place: TextPlace, setting: TextSetting): MessageInput {
  const long = 'm'.repeat(200);
  const input = sampleInput(place, setting);
  const outstanding = { currency: input.outstanding.currency, minor: LONG_SUM };
  return {
    ...input,
    merchant: setting.account.name,
    ...{ firstName: long, description: long, reference: long, outstanding, received: outstanding },
    ...(input.several && { several: input.several.map((part) => ({ ...part, outstanding })) }),
  };
}

const token = 'x'.repeat(LINK_TOKEN_LENGTH);

/** A message of the kind, by which a text is shown. */
export function sampleInput(place: TextPlace, { account, baseUrl, isOneWay }: TextSetting): MessageInput {
  const { channel, language, kind } = place;
  const { linksOptOut } = channelFacts(channel);
  const passed = isPastDue(place) || isSeveral(place) ? 3 : 0;
  const one = {
    outstanding: { currency: 'NGN', minor: 4_500_000 },
    description: 'School fees',
    reference: 'INV-42',
    expiresAt: AN_INSTANT,
  };
  return {
    ...{ channel, language, tone: toneOfKind(kind), merchant: account.name, firstName: 'Ada' },
    ...one,
    ...(isSeveral(place) || hasDueDay(place) ? { due: { day: A_DAY, passed } } : {}),
    support: supportOf(account),
    brand: mailBrandOf(account, baseUrl),
    timeZone: 'Africa/Lagos',
    link: `${baseUrl}${isSeveral(place) ? '/me/' : '/pay/'}${token}`,
    optOutLink: linksOptOut || isOneWay(channel) ? `${baseUrl}/u/${token}` : undefined,
    ...(isSeveral(place) && {
      several: [
        { ...one, dueDay: A_DAY },
        { ...one, reference: 'INV-43', outstanding: { currency: 'NGN', minor: 3_000_000 } },
      ],
    }),
  };
}
