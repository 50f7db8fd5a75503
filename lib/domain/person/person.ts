/** A person: what an account remembers of somebody, by match key, over all collections: what was sent, and what was paid. */

import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';

/** `account` and match key; see `matchKeyOf`. */
export type PersonRef = { account: string; matchKey: string };

/** A message by the time at which it counts, its channel, and the hash of its collection. */
export type PersonSend = { at: string; channel: Channel; hash: string };

/** A payment that completed a collection. `at` is the provider's time. */
export type PersonPayment = {
  at: string;
  /** From the collection's creation to the payment. */
  minutesToPay: number;
  /** Whether a reminder was sent before the payment. */
  reminded: boolean;
  /** The channel of the reminder that was delivered last, at most 24 hours before the payment. */
  channel?: Channel;
  minutesSinceDelivery?: number;
};

export type Person = {
  /** How many times it was written: a write is saved only on the version that was read. 0 is a person not stored yet. */
  version: number;
  /** Oldest first. */
  sends: readonly PersonSend[];
  /** Oldest first. */
  payments: readonly PersonPayment[];
  /** WhatsApp messages in a row that were delivered and not read, and when the last of them was delivered. */
  unread?: { count: number; at: string };
  /** Since when the account sends no reminders to the person, whatever the collection. */
  pausedSince?: string;
};

export const NEW_PERSON: Person = { version: 0, sends: [], payments: [] };

/** The largest limit of a rule is 12 messages, the longest period 30 days; no limit on single channels is above 2. */
const KEPT_SENDS = 12;
const KEPT_DAYS = 30;
const KEPT_PER_CHANNEL = 2;
const KEPT_PAYMENTS = 5;

/** Runs are not exact: within these limits a message counts at the time at which it was due, so that no rule forbids a plan of its own pace. */
const EARLY = 60_000;
const LATE = 5 * 60_000;

/** When a message counts. `dueAt`: of its slot, or of the retry of its slot. All in milliseconds. */
export const countedAt = (dueAt: number, now: number): number =>
  now >= dueAt - EARLY && now <= dueAt + LATE ? dueAt : now;

export function withSend(person: Person, { at, channel, hash }: Omit<PersonSend, 'at'> & { at: number }): Person {
  const send = { at: new Date(at).toISOString(), channel, hash };
  const sends = [...person.sends, send].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  return { ...person, sends: trimmed(sends) };
}

/** Drops what no rule asks for. The last messages of each channel stay, however old: a reply belongs to one of them. */
function trimmed(sends: readonly PersonSend[]): PersonSend[] {
  const newest = Date.parse(sends.at(-1)?.at ?? '');
  const recent = sends.slice(-KEPT_SENDS).filter(({ at }) => newest - Date.parse(at) <= KEPT_DAYS * DAY_MS);
  const kept = new Set(recent);
  for (const wanted of CHANNELS) {
    for (const send of sends.filter(({ channel }) => channel === wanted).slice(-KEPT_PER_CHANNEL)) kept.add(send);
  }
  return sends.filter((send) => kept.has(send));
}

/** Without a collection's last message: it certainly did not arrive, and another channel may take its place. */
export function withoutLastSend(person: Person, hash: string): Person {
  const index = person.sends.findLastIndex((send) => send.hash === hash);
  return { ...person, sends: person.sends.filter((_, at) => at !== index) };
}

/**
 * A counted message, and which of its collection's that count at the same time it is, from 1 on: a slot that was claimed early counts
 * then as a reminder does that was asked for.
 */
export type CountedSend = { send: PersonSend; nth: number };

/**
 * The message that a collection's claim counted; undefined if it was not counted, or is forgotten. `dueAt`: of its slot. A
 * slot that was claimed early and throttled at once has its retry before it is due.
 */
export function countedFor(
  { sends }: Pick<Person, 'sends'>,
  { hash, dueAt }: { hash: string; dueAt: string },
): CountedSend | undefined {
  const send = sends.findLast((each) => each.hash === hash && Date.parse(each.at) >= Date.parse(dueAt) - EARLY);
  return send && { send, nth: sends.filter((each) => isSame(each, send)).length };
}

/** By which channel it went may have been recorded since. */
const isSame = (one: PersonSend, { at, hash }: PersonSend): boolean => one.at === at && one.hash === hash;

const placeOf = ({ sends }: Person, { send, nth }: CountedSend): number | undefined =>
  [...sends.keys()].filter((index) => isSame(sends[index] as PersonSend, send))[nth - 1];

/** Without a message that no channel took. Undefined if it is not there: a write whose answer was lost is tried again. */
export function withoutSend(person: Person, gone: CountedSend): Person | undefined {
  const place = placeOf(person, gone);
  return place === undefined ? undefined : { ...person, sends: person.sends.toSpliced(place, 1) };
}

/** With a message by another channel than the one it was counted for. Undefined if that changes nothing. */
export function withChannel(person: Person, counted: CountedSend, channel: Channel): Person | undefined {
  const place = placeOf(person, counted) ?? -1;
  const stored = person.sends[place];
  if (stored === undefined || stored.channel === channel) return undefined;
  return { ...person, sends: person.sends.with(place, { ...stored, channel }) };
}

/** Undefined if it changes nothing. `since`: undefined for a person who is written to again. */
export function withPause(person: Person, since: string | undefined): Person | undefined {
  const { pausedSince, ...rest } = person;
  if ((pausedSince === undefined) === (since === undefined)) return undefined;
  return since === undefined ? rest : { ...rest, pausedSince: since };
}

/** Undefined if the payment is known: a write whose answer was lost is tried again. */
export function withPayment(person: Person, payment: PersonPayment): Person | undefined {
  if (person.payments.some(({ at }) => at === payment.at)) return undefined;
  const payments = [...person.payments, payment].sort((a, b) => (a.at < b.at ? -1 : 1));
  return { ...person, payments: payments.slice(-KEPT_PAYMENTS) };
}

/** A receipt of a WhatsApp message that moved its attempt on; undefined if it changes nothing. No other channel says what was read. */
export function withReceipt(
  person: Person,
  { status, at }: { status: 'delivered' | 'read'; at: string },
): Person | undefined {
  const { unread, ...rest } = person;
  if (status === 'read') return unread && rest;
  return unread?.at === at ? undefined : { ...rest, unread: { count: (unread?.count ?? 0) + 1, at } };
}
