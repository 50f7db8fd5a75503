/** What a person's past changes in a strategy. Fixed rules on few payments, each explained by a sentence that the collection keeps. */

import type { Attempt } from '#lib/domain/attempt.ts';
import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { MERCHANT } from '#lib/domain/payment/ledger-entry.ts';
import { toLocal } from '#lib/domain/time/local-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import type { Person, PersonPayment } from './person.ts';

/** Undefined if the booking teaches nothing: a merchant's record says when it was typed, and a part is not the payment. */
export function paymentOf(
  { createdAt }: Pick<Collection, 'createdAt'>,
  attempts: readonly Attempt[],
  { entry, completion }: Pick<Booking, 'entry' | 'completion'>,
): PersonPayment | undefined {
  if (completion === undefined || entry.movement !== 'payment' || entry.provider === MERCHANT) return undefined;
  const minutesSince = (instant: string) => Math.floor((Date.parse(entry.at) - Date.parse(instant)) / MINUTE_MS);
  const delivered = deliveredBefore(attempts, entry.at);
  return {
    at: entry.at,
    minutesToPay: Math.max(0, minutesSince(createdAt)),
    reminded: attempts.some(({ at: { sent, unknown } }) => (sent ?? unknown ?? entry.at) < entry.at),
    ...(delivered && { channel: delivered.channel, minutesSinceDelivery: minutesSince(delivered.at) }),
  };
}

/** The message that was delivered last, at most 24 hours before. */
function deliveredBefore(attempts: readonly Attempt[], paidAt: string) {
  const earliest = new Date(Date.parse(paidAt) - DAY_MS).toISOString();
  return attempts
    .flatMap(({ channel, at: { delivered, read } }) => {
      const at = delivered ?? read;
      return channel === undefined || at === undefined || at < earliest || at > paidAt ? [] : [{ channel, at }];
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
}

export type History = Pick<Person, 'payments' | 'unread'>;

/** A choice of the strategy after the past was looked at; `learned` says why, if the past changed it. */
export type LearnedChoice<T> = { chosen: T; learned: readonly string[] };

const MIN_WINS = 2;
const MIN_LEAD = 2;
const UNREAD_LIMIT = 3;
const UNREAD_DAYS = 30;

/** The channel that led to payments comes first; else one whose messages stay unread comes last. */
export function channelsByHistory(
  channels: readonly Channel[],
  { payments, unread }: History,
  at: number,
): LearnedChoice<Channel[]> {
  const winner = channels.find((channel) => isAhead(channel, payments));
  if (winner !== undefined) return winner === channels[0] ? unchanged(channels) : moveFirst(winner, channels, payments);
  const isUnread =
    unread !== undefined && unread.count >= UNREAD_LIMIT && at - Date.parse(unread.at) < UNREAD_DAYS * DAY_MS;
  const [first, ...others] = channels;
  if (!isUnread || first === undefined || !channelFacts(first).tellsWhetherRead || others.length === 0)
    return unchanged(channels);
  const reason = `the last ${unread.count} ${first} messages were delivered and not read: ${others[0]} first`;
  return { chosen: [...others, first], learned: [reason] };
}

const unchanged = (channels: readonly Channel[]): LearnedChoice<Channel[]> => ({ chosen: [...channels], learned: [] });

const winsOf = (wanted: Channel, payments: readonly PersonPayment[]): PersonPayment[] =>
  payments.filter(({ channel }) => channel === wanted);

function isAhead(channel: Channel, payments: readonly PersonPayment[]): boolean {
  const wins = winsOf(channel, payments).length;
  const others = new Set(payments.flatMap((payment) => payment.channel ?? []));
  others.delete(channel);
  return wins >= MIN_WINS && [...others].every((other) => wins - winsOf(other, payments).length >= MIN_LEAD);
}

function moveFirst(
  winner: Channel,
  channels: readonly Channel[],
  payments: readonly PersonPayment[],
): LearnedChoice<Channel[]> {
  const wins = winsOf(winner, payments);
  const minutes = Math.max(...wins.map(({ minutesSinceDelivery = 0 }) => minutesSinceDelivery));
  const hours = Math.max(1, Math.ceil(minutes / 60));
  const within = `within ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  const reason = `paid ${within} of ${winner} ${wins.length} of the last ${payments.length} times: ${winner} first`;
  return { chosen: [winner, ...channels.filter((channel) => channel !== winner)], learned: [reason] };
}

/** All in minutes, but `createdAt`, in milliseconds. */
export type StartCase = {
  startAfter: number;
  expiresIn: number;
  /** From the first to the last reminder. */
  length: number;
  createdAt: number;
  zone: string;
};

/** Never sooner than the strategy's own start. */
export function startByHistory({ payments }: History, given: StartCase): LearnedChoice<number> {
  const unasked = afterUnaskedPayments(payments, given);
  const start = unasked?.start ?? given.startAfter;
  const atHour = atPaymentHour(payments, { ...given, startAfter: start });
  return {
    chosen: atHour?.start ?? start,
    learned: [unasked, atHour].flatMap((change) => (change === undefined ? [] : [change.reason])),
  };
}

type Change = { start: number; reason: string } | undefined;

const MIN_UNASKED = 3;
const ROUND_TO_MINUTES = 5;

/**
 * Most of those who pay without being asked have paid by then. Only these payments count: a payment after a reminder
 * says when the reminder came, and would move it later and later.
 */
function afterUnaskedPayments(payments: readonly PersonPayment[], { startAfter, expiresIn }: StartCase): Change {
  const unasked = payments.filter(({ reminded }) => !reminded).map(({ minutesToPay }) => minutesToPay);
  if (unasked.length < MIN_UNASKED) return undefined;
  const upperQuartile = unasked.sort((a, b) => a - b)[Math.ceil(unasked.length * 0.75) - 1] ?? 0;
  const half = Math.floor(expiresIn / 2);
  const start = Math.min(Math.ceil(upperQuartile / ROUND_TO_MINUTES) * ROUND_TO_MINUTES, half);
  if (start <= startAfter) return undefined;
  const times = `${unasked.length} of the last ${payments.length} times`;
  return { start, reason: `paid without a reminder ${times}: first reminder after ${start} minutes` };
}

const MIN_IN_BLOCK = 3;
const BLOCK_HOURS = 3;
const MAX_SHIFT_MINUTES = 4 * 60;

/** Moves the first reminder to the hours in which this person pays, if all reminders still fit. */
function atPaymentHour(payments: readonly PersonPayment[], given: StartCase): Change {
  const { startAfter, expiresIn, length, createdAt, zone } = given;
  const block = busiestBlock(payments, zone);
  if (block === undefined) return undefined;
  const hourOfDay = (toLocal(zone, createdAt + startAfter * MINUTE_MS) % DAY_MS) / HOUR_MS;
  const ahead = (block.from - hourOfDay + 24) % 24;
  const shift = Math.ceil(ahead * 60);
  const isInside = ahead > 24 - BLOCK_HOURS;
  if (isInside || shift === 0 || shift > MAX_SHIFT_MINUTES) return undefined;
  const start = startAfter + shift;
  if (start + length >= expiresIn) return undefined;
  const hours = `${clockHour(block.from)} and ${clockHour((block.from + BLOCK_HOURS) % 24)}`;
  const reason = `${block.count} of the last ${payments.length} payments between ${hours}: first reminder ${shift} minutes later`;
  return { start, reason };
}

/** The earliest of the fullest spans of three hours. */
function busiestBlock(payments: readonly PersonPayment[], zone: string): { from: number; count: number } | undefined {
  const hours = payments.map(({ at }) => Math.floor((toLocal(zone, Date.parse(at)) % DAY_MS) / HOUR_MS));
  const countFrom = (from: number) => hours.filter((hour) => (hour - from + 24) % 24 < BLOCK_HOURS).length;
  const counts = Array.from({ length: 24 }, (_, from) => countFrom(from));
  const count = Math.max(...counts);
  return count < MIN_IN_BLOCK ? undefined : { from: counts.indexOf(count), count };
}

const clockHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
