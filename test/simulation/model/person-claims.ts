/** What each person gets from all collections of an account: every claim of a message counts, at the time at which it was due. */
import type { Known } from './collection.ts';
import { type Expected, termsOf } from './expected.ts';
import { hoursFor, isBarred, isOpen } from './hours.ts';
import type { Ledger } from './ledger.ts';
import type { Claim } from './ledger-runs.ts';
import { readPhone } from './people.ts';
import { brokenRules, type Got, isClosedByLaw } from './persons.ts';
import { latest } from './timeline.ts';
import { type Channel, type FollowUpRequest, MINUTE } from './wire.ts';

/** An unreachable phone leaves the email. */
export function personOf({ contact, account }: Pick<Known, 'contact' | 'account'>): string {
  const phone = readPhone(contact.phone, account.country);
  return phone.reachable ? phone.lookup : contact.email.toLowerCase();
}

/** What the person of a collection may have got at each moment of a period, without one slot's message if it is to be replaced. */
export function gotDuring(
  { entries }: Pick<Ledger, 'entries'>,
  known: Known,
  time: { from: number; to: number },
  replaced?: number,
): Got[][] {
  const person = personOf(known);
  const all = [...entries.values()];
  const isReplaced = (each: Claim) => each.known.id === known.id && each.slot.slot === replaced;
  const claims = all.flatMap(({ claims }) =>
    claims.made.filter((each) => each.channels.length > 0 && personOf(each.known) === person && !isReplaced(each)),
  );
  const moments = claims.flatMap(({ at }) => (at > time.from && at <= time.to ? [at] : []));
  const last = all.map(({ versions }) => latest(versions));
  const taken = new Set(last.flatMap(takenBack));
  const took = new Map(last.flatMap(tookIn));
  return [time.from, ...moments].flatMap((moment) =>
    counted(
      claims.filter(({ at }) => at <= moment),
      { taken, took },
    ),
  );
}

/** The slots whose message no channel took. Each may count or not: the result takes it back as best it can. */
const takenBack = ({ id, attempts, retry }: Known): string[] =>
  attempts.flatMap(({ slot: { slot }, status, skipReason, at }) => {
    const isRefused = status === 'failed' || skipReason === 'channel_busy';
    const isGivenUp = status === 'deferred' && retry?.slot !== slot && at.failed === undefined;
    return (isRefused || isGivenUp) && at.sent === undefined && at.unknown === undefined ? [`${id} ${slot}`] : [];
  });

/** By which channels slots went: a message counts by the last channel that was asked. */
const tookIn = ({ id, attempts }: Known): [string, Channel][] =>
  attempts.flatMap(({ slot: { slot }, channel }): [string, Channel][] =>
    channel === undefined ? [] : [[`${id} ${slot}`, channel]],
  );

/** More would be too many cases; of older messages it is certain. */
const MAX_DOUBTFUL = 3;

type Results = { taken: ReadonlySet<string>; took: ReadonlyMap<string, Channel> };

/** A retry takes the place of the message that was throttled, or that failed. */
function counted(claims: readonly Claim[], { taken, took }: Results): Got[][] {
  const bySlot = new Map<string, Got>();
  for (const { known, slot, channels, countsAt } of claims) {
    const name = `${known.id} ${slot.slot}`;
    const [first] = channels;
    const last = took.get(name);
    const channel = last !== undefined && channels.includes(last) ? last : first;
    if (channel !== undefined) bySlot.set(name, { at: countsAt, channel });
  }
  const certain = [...bySlot].flatMap(([name, got]) => (taken.has(name) ? [] : [got]));
  const doubtful = [...bySlot].flatMap(([name, got]) => (taken.has(name) ? [got] : [])).slice(-MAX_DOUBTFUL);
  const cases = doubtful.reduce((sets, got) => sets.flatMap((set) => [set, [...set, got]]), [certain]);
  return cases.map((set) => set.toSorted((a, b) => a.at - b.at));
}

/** Runs are not exact: a minute early or five minutes late is on time. */
export const countedAt = (dueAt: number, now: number): number =>
  now >= dueAt - MINUTE && now <= dueAt + 5 * MINUTE ? dueAt : now;

export type Addressed = { expected: Expected; given: FollowUpRequest | undefined; got: readonly Got[] };

/** Whether the rules for people let one of the channels write at an instant. */
export function mayWrite({ expected, given, got }: Addressed, channels: readonly Channel[], at: number): boolean {
  const { known } = expected;
  const { contact, account, followUp, expiresIn: window, status } = known;
  const phone = readPhone(contact.phone, account.country);
  const { zones } = termsOf(expected).hours;
  const of = {
    isChosen: followUp.enabled && given?.cadence === undefined,
    window,
    country: phone.country ?? account.country,
    isOverdue: status === 'overdue',
    got,
    zones,
  };
  return (
    !isClosedByLaw(at, of) && channels.some((channel) => brokenRules({ ...of, message: { at, channel } }).length === 0)
  );
}

/** The channels that may have a message, in their order; another may stand in for the first where no law counts it apart. */
export function lawfulChannels(of: Addressed, channels: readonly Channel[], at: number): Channel[] {
  const { known } = of.expected;
  const [first, ...others] = channels.filter((channel) => mayWrite(of, [channel], at));
  // Whether there may be a message at all is judged by the claim, and by what each person gets.
  if (first === undefined) return [...channels];
  if (countryOf(known) === 'CO') return [first];
  return [first, ...others.filter((channel) => !isCountedApart(known) || first !== 'email' || channel === 'email')];
}

const countryOf = ({ contact, account }: Known) => readPhone(contact.phone, account.country).country ?? account.country;

/** Whether a law counts some channels apart from others. */
export const isCountedApart = (known: Known): boolean =>
  countryOf(known) === 'CO' || (countryOf(known) === 'US' && known.status === 'overdue');

type Waiting = { channels: readonly Channel[]; dueAt: number; now: number; endsAt: number };

/** The faults of a deferral: it is needed, it ends as soon as a message is allowed, and before all that follows. */
export const deferralFaults = (of: Addressed, waiting: Waiting, until: number): string[] => [
  ...(isAllowed(of, waiting.channels, countedAt(waiting.dueAt, waiting.now)) ? ['the rules for people allow it'] : []),
  ...waitFaults(of, waiting, until),
];

type End = Pick<Waiting, 'channels' | 'endsAt'>;

export function waitFaults(of: Addressed, { channels, endsAt }: End, until: number): string[] {
  return [
    ...(isAllowed(of, channels, until) ? [] : ['it is not allowed at the end']),
    ...(isAllowed(of, channels, until - 1) ? ['it is allowed earlier'] : []),
    ...(until < endsAt ? [] : ['the next slot or the expiry comes first']),
  ];
}

const QUARTER = 15 * MINUTE;

/** The faults of a skip for the rules for people: nothing is allowed until the next slot or the expiry. */
export function capFaults(of: Addressed, { channels, dueAt, now, endsAt }: Waiting): string[] {
  if (isAllowed(of, channels, countedAt(dueAt, now))) return ['the rules for people allow it'];
  for (let at = Math.ceil(now / QUARTER) * QUARTER; at < endsAt; at += QUARTER)
    if (isAllowed(of, channels, at)) return ['it could have been deferred'];
  return [];
}

/** In the hours, too: a slot that was asked for can be due at night once the phone is corrected. */
export function isAllowed(of: Addressed, channels: readonly Channel[], at: number): boolean {
  const hours = hoursFor(termsOf(of.expected).hours, channels);
  const open = channels.filter((each) => !isBarred(each, at, hours));
  return isOpen(at, hours) && mayWrite(of, open, at);
}
