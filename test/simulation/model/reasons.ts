/** Why a plan and its slots are as they are, in words: docs/decisions/0015-plans-are-computed.md. */
import { type Closed, type Expected, termsOf } from './expected.ts';
import type { Hours } from './hours.ts';
import { type Tier, tierOf, toMinor } from './money.ts';
import { readPhone } from './people.ts';
import type { Plan, RemovalReason, Slot, Why } from './plan.ts';
import { rhythmIn, type Strategy } from './strategy.ts';
import { type FollowUpAnswer, type FollowUpRequest, iso } from './wire.ts';

/** `given`: what the caller gave of the follow-up. */
type Explained = { expected: Expected; given: FollowUpRequest | undefined; closed: Closed; plan: Plan };

/** The rows of the table but the last. */
const WINDOWS = ['20 minutes', '1 hour', '4 hours', '12 hours', '2 days', '14 days'];

const MEANING: Readonly<Record<RemovalReason, string>> = {
  paused: 'follow-ups are paused',
  merged: 'on or close to the reminder before',
  cap_24h: 'at most 12 in any 24 hours',
  contact_cap: 'more than one person should get',
  cap_collection: 'at most 60 per collection',
  quiet_hours_past_expiry: 'quiet hours last until expiry',
  after_expiry: 'startAfter is not before expiry',
};

/** So many removed slots are listed. */
export const LISTED = 2_000;

const TIERS: Readonly<Record<Tier, string>> = { low: 'low', mid: 'middle', high: 'high' };

/** The faults of a plan's own reasons. What a person's past has changed is told last of what was chosen, in sentences of its own. */
export function planReasonFaults(shown: readonly string[], explained: Explained): string[] {
  const { strategy } = termsOf(explained.expected);
  const before = ofStrategy(explained);
  const after = strategy === undefined ? [] : [...ofChannels(explained, strategy), ...ofPlaces(explained)];
  const learned = shown.slice(before.length, shown.length - after.length);
  const fixed = [...shown.slice(0, before.length), ...shown.slice(before.length + learned.length)];
  const wanted = [...before, ...after];
  const isSame = fixed.length === wanted.length && fixed.every((each, index) => each === wanted[index]);
  return [
    ...(isSame ? [] : [`explains ${JSON.stringify(shown)} instead of ${JSON.stringify(wanted)}`]),
    ...learnedFaults(learned, explained.expected),
  ];
}

function learnedFaults(shown: readonly string[], expected: Expected): string[] {
  const { strategy } = termsOf(expected);
  const right = expected.learned;
  if (right !== undefined && shown.join() !== right.join()) return [`has learned “${shown}” instead of “${right}”`];
  const unfit = strategy === undefined ? shown : shown.filter((each) => !isLearned(each, strategy));
  return unfit.map((each) => `has learned “${each}”`);
}

function ofStrategy({ expected, given = {} }: Explained): string[] {
  const { known } = expected;
  const { strategy } = termsOf(expected);
  const { amount, followUp, chosenFor } = known;
  const { index, attempts } = rhythmIn(chosenFor);
  const window = index < WINDOWS.length ? `expires within ${WINDOWS[index]}` : 'expires after more than 14 days';
  const tier = tierOf(toMinor(amount), amount.currency);
  const number = [
    `${window}: at most ${attempts}`,
    ...(tier === 'low' ? ['low amount: one reminder fewer'] : []),
    ...(tier === 'high' ? ['high amount: one reminder more'] : []),
  ];
  const hasNone = attempts === 0 || (attempts === 1 && tier === 'low');
  if (strategy === undefined || !followUp.enabled) {
    if (attempts === 0) return [`${window}: no room for a useful reminder`];
    return hasNone ? number : ['turned off by the caller'];
  }
  const { startAfter, cadence, tone } = followUp;
  const start = `first reminder after ${startAfter}`;
  return [
    given.startAfter === undefined ? `${window}: ${start} minutes` : 'startAfter given',
    ...(given.cadence !== undefined
      ? ['cadence given: as many as the caps allow']
      : hasNone
        ? [`${window}: at most 1`]
        : [`${window}: ${cadence}`, ...number]),
    ...(given.channels === undefined ? ofOrder(expected, tier) : ['channels given']),
    given.tone === undefined ? `${start} of ${chosenFor} minutes, ${TIERS[tier]} amount: ${tone}` : 'tone given',
  ];
}

function ofOrder({ known }: Expected, tier: Tier): string[] {
  const { country, reachable } = readPhone(known.contact.phone, known.account.country);
  if (!reachable) return ['phone not reachable: email only'];
  const isByEmail = country === 'US' || country === 'CA';
  const first = isByEmail ? `phone in ${country}: email first` : 'whatsapp first: most read';
  return tier === 'low' ? [first, 'low amount: no sms'] : [first];
}

/** The channels that are closed, each with why. */
function ofChannels({ expected, closed }: Explained, { channels }: Strategy): string[] {
  const { reachable, hours } = termsOf(expected);
  const { contact, account } = expected.known;
  const hasPhone = readPhone(contact.phone, account.country).reachable;
  const reasons = channels.map((channel) => {
    if (channel !== 'email' && !hasPhone) return 'no address';
    if (!reachable.includes(channel)) return `too few hours are day in all of ${hours.country}`;
    if (closed.optedOut.includes(channel)) return 'opted out';
    return closed.unreachable.includes(channel) ? closed.why?.[channel]?.replaceAll('_', ' ') : undefined;
  });
  return [
    ...reasons.flatMap((reason, index) => (reason === undefined ? [] : [`${channels[index]} left out: ${reason}`])),
    ...(reasons.includes(undefined) ? [] : ['no channel left: nothing is sent']),
  ];
}

const clock = (hour: number): string => `${hour < 10 ? '0' : ''}${hour}:00`;

function ofHours({ zones, from, until, noSmsOnSunday }: Hours): string {
  const sundays = noSmsOnSunday ? ', no sms on Sundays' : '';
  return `quiet from ${clock(until)} to ${clock(from)} in ${zones.join(' and ')}${sundays}`;
}

/** Nothing of a plan without channels. */
function ofPlaces({ expected, closed, plan: { removed, unlisted } }: Explained): string[] {
  const { strategy, reachable, hours } = termsOf(expected);
  const isClosed = (channel: (typeof reachable)[number]) =>
    !reachable.includes(channel) || closed.optedOut.includes(channel) || closed.unreachable.includes(channel);
  if (strategy?.channels.every(isClosed)) return [];
  const all = [...removed.map(({ reason }) => reason), ...Array<RemovalReason>(unlisted).fill('cap_collection')];
  const kinds = [...new Set(all)];
  return [
    ofHours(hours),
    ...kinds.map((kind) => `${MEANING[kind]}: ${all.filter((each) => each === kind).length} removed`),
    ...(all.length > LISTED ? [`the first ${LISTED} of ${all.length} removed are listed`] : []),
  ];
}

const LEARNED: readonly [sentence: RegExp, isApplied: (strategy: Strategy, found: string[]) => boolean][] = [
  [
    /^paid within \d+ hours? of (whatsapp|sms|email) \d of the last \d times: \1 first$/,
    ({ channels }, [channel]) => channels[0] === channel,
  ],
  [
    /^the last \d+ whatsapp messages were delivered and not read: (sms|email) first$/,
    ({ channels }, [channel]) => channels[0] === channel && channels.at(-1) === 'whatsapp',
  ],
  [
    /^paid without a reminder \d of the last \d times: first reminder after (\d+) minutes$/,
    ({ startAfter }, [minutes]) => startAfter >= Number(minutes),
  ],
  [
    /^\d of the last \d payments between \d\d:00 and \d\d:00: first reminder (\d+) minutes later$/,
    ({ startAfter }, [minutes]) => startAfter > Number(minutes),
  ],
];

/** Such a sentence has to fit what was chosen. */
const isLearned = (sentence: string, strategy: Strategy): boolean =>
  LEARNED.some(([form, isApplied]) => {
    const [, ...found] = form.exec(sentence) ?? [];
    return found.length > 0 && isApplied(strategy, found);
  });

/** What the rules for people may do to a slot. */
export const FORESEEN = {
  waits: '; deferred, because the person gets other messages',
  leftOut: '; left out if the person gets the other messages before it',
};

/** What the reason of a slot says of the rules for people. */
export const foreseenIn = (reason: string): string =>
  Object.values(FORESEEN).find((each) => reason.endsWith(each)) ?? '';

/** `isOnRecord`: it is from before the last change of the plan. */
export function slotReasonFaults(
  { reason }: { reason: string },
  slot: Slot,
  { expected, given, isOnRecord }: Pick<Explained, 'expected' | 'given'> & { isOnRecord: boolean },
): string[] {
  const { known } = expected;
  const own = isOnRecord
    ? 'planned before the last change'
    : slot.why === undefined
      ? 'asked for by the merchant'
      : inWords(slot, slot.why, { known, given });
  return reason === `${own}${foreseenIn(reason)}` ? [] : [`is explained by “${reason}” instead of “${own}”`];
}

function inWords(
  { channels, tone }: Slot,
  { after, movedFrom, isSilent, isFirmer }: Why,
  { known, given }: { known: { expiresIn: number; followUp: FollowUpAnswer }; given: FollowUpRequest | undefined },
): string {
  const percent = Math.floor((100 * after) / known.expiresIn);
  return [
    `${after} minutes after creation`,
    ...(movedFrom === undefined ? [] : [`moved from ${iso(movedFrom)} out of quiet hours`]),
    channels.length === 1 ? `${channels[0]} only` : `${channels[0]} has its turn`,
    ...(isSilent ? ['no sms on Sundays'] : []),
    given?.tone === undefined ? `${tone} with ${percent}% of the time passed` : `${tone} as given`,
    ...(isFirmer ? ['firmer after a broken promise'] : []),
  ].join('; ');
}
