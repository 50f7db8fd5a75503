/** What every channel's sender takes and answers, and what a failure means: whether another channel gets the slot, and how long the address is left out. */

import type { ReceiptStatus } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { RenderedMessage } from '#lib/domain/channels/renderers.ts';
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';

/** Sent with the message and returned in its receipts. Channels log it, so it has only ids and our own words. */
export type AttemptTags = { collectionId: string; slot: number; token: string; tone?: Tone };

/** The slot of a message outside the plan: what a person writes, or the answer to a reply. */
export const NO_SLOT = 0;

export type Outgoing<Message extends RenderedMessage = RenderedMessage> = {
  /** A phone number in E.164, or an email address. */
  to: string;
  message: Message;
  attempt: AttemptTags;
  /** How long the channel may try to deliver. */
  timeToLiveSeconds: number;
  fromName: string;
  /** It belongs to a test account. */
  isTest?: true;
};

/** A reminder, what a person writes, or the answer to a reply, which has no tags. */
export type Sendable<Message extends RenderedMessage = RenderedMessage> = Omit<Outgoing<Message>, 'attempt'> & {
  attempt?: AttemptTags;
};

const TEST = 'test-';

/** The id of a message that was not sent, because it belongs to a test account. No channel gives such ids. */
export const testMessageId = (token: string): string => `${TEST}${token}`;

export const isTestMessage = (messageId: string | undefined): boolean => messageId?.startsWith(TEST) ?? false;

/**
 * `refused`: not accepted, and a retry would not help; `fault` if our account at the channel is the cause. `throttled`: not accepted, but a retry may help. `ambiguous`:
 * perhaps accepted, so it must not be sent again. `reason` is a code, never a person's text.
 */
export type SendOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'refused'; reason: string; optedOut?: true; fault?: true }
  | { kind: 'throttled' }
  | { kind: 'ambiguous'; reason: string };

/** `until` is in milliseconds. */
export type Breaker = { until: number; outcome: SendOutcome };

const OPEN_MS = 15 * 60_000;

/** An account that may send only to verified numbers still sends to those. */
const OF_ONE_NUMBER = 'DESTINATION_PHONE_NUMBER_NOT_VERIFIED';

/** Undefined if the next message may go out by this channel. */
export function breakerAfter(outcome: SendOutcome, now: Date): Breaker | undefined {
  if (outcome.kind !== 'refused' || outcome.fault !== true || outcome.reason === OF_ONE_NUMBER) return undefined;
  return { until: now.getTime() + OPEN_MS, outcome };
}

/** The outcome of a message that is not offered to the channel: what the last one met. */
export const outcomeWhileOpen = (breaker: Breaker | undefined, now: Date): SendOutcome | undefined =>
  breaker !== undefined && now.getTime() < breaker.until ? breaker.outcome : undefined;

/**
 * `rejected`: the message is wrong, the address is not. `channel_fault`: our own account at the channel is the cause.
 * `undelivered`: the channel has given up. `transient`: it has not, or nobody can say.
 */
export const FAILURE_KINDS = [
  'not_on_whatsapp',
  'invalid_number',
  'blocked',
  'bounced',
  'mailbox_full',
  'soft_bounce',
  'complaint',
  'rejected',
  'channel_fault',
  'undelivered',
  'transient',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** `strikes`: how many such failures within the window it takes, one by default. */
type Rule = { failsOver: boolean; days?: number; strikes?: number };

const RULES: Readonly<Record<FailureKind, Rule>> = {
  not_on_whatsapp: { failsOver: true, days: 30 },
  invalid_number: { failsOver: true, days: 90 },
  blocked: { failsOver: true, days: 30, strikes: 2 },
  bounced: { failsOver: true, days: Number.POSITIVE_INFINITY },
  mailbox_full: { failsOver: true, days: 7 },
  soft_bounce: { failsOver: false, days: 30, strikes: 3 },
  complaint: { failsOver: false, days: Number.POSITIVE_INFINITY },
  rejected: { failsOver: true },
  channel_fault: { failsOver: true },
  undelivered: { failsOver: true },
  transient: { failsOver: false },
};

/** A person who complained is not written to by another channel about the same reminder. */
export const failsOver = (kind: FailureKind): boolean => RULES[kind].failsOver;

export const isRemembered = (kind: FailureKind): boolean => RULES[kind].days !== undefined;

/** Later than any other instant. */
const FOR_GOOD = '9999-12-31T23:59:59.999Z';

/** The instant of a block that ends; null for one that does not. */
export const untilLifted = (until: string): string | null => (until === FOR_GOOD ? null : until);

/** One failure that counts only together with others. `id` is its receipt's. */
export type Strike = { id: string; kind: FailureKind; at: string };

/** What is known of one address on one channel. Without `until` there are only strikes. Instants are ISO 8601. */
export type Unreachable = { until?: string; reason?: FailureKind; strikes: readonly Strike[] };

const WINDOW_DAYS = 30;

/** Applying the same failure again changes nothing. A shorter time never replaces a longer one. */
export function withFailure(known: Unreachable, { id, kind, at }: Strike): Unreachable {
  const { days, strikes: needed = 1 } = RULES[kind];
  if (days === undefined) return known;
  const since = after(at, -WINDOW_DAYS);
  const others = known.strikes.filter((strike) => strike.id !== id && strike.at >= since);
  const strikes = needed === 1 ? others : [...others, { id, kind, at }];
  const counted = needed === 1 ? 1 : strikes.filter((strike) => strike.kind === kind).length;
  const until = Number.isFinite(days) ? after(at, days) : FOR_GOOD;
  if (counted < needed || until <= (known.until ?? '')) return { ...known, strikes };
  return { until, reason: kind, strikes };
}

const after = (at: string, days: number): string => new Date(Date.parse(at) + days * DAY_MS).toISOString();

/** In seconds since 1970: when nothing of it matters any more. Absent if it is kept for good. */
export function forgottenAt({ until, strikes }: Unreachable): number | undefined {
  if (until === FOR_GOOD) return undefined;
  const ends = strikes.map(({ at }) => after(at, WINDOW_DAYS));
  const last = [until ?? '', ...ends].toSorted().at(-1) as string;
  return Math.ceil(Date.parse(last) / 1000);
}

/** `detail` is the channel's own code, never text from a person. */
export type DeliveryReceipt = { id: string; status: ReceiptStatus; at: string; detail: string };

export type ParsedReceipt = {
  channel: Channel;
  /** The ids under which the message may be recorded. */
  messageIds: readonly [string, ...string[]];
  receipt: DeliveryReceipt;
  failure?: FailureKind | undefined;
  /** Where the message went, in E.164 or as an email address. */
  address?: string | undefined;
  /** The attempt that sent the message, when the channel repeats our tags. */
  attempt?: { collectionId: string; slot: number; token?: string } | undefined;
  /** The channel's receipts are those of the whole AWS account, other stages and applications among them. */
  isOfAwsAccount?: true;
  /** The stage of this service that sent the message, where it says so. */
  stage?: string | undefined;
};

/** Undefined when the channel says nothing new. */
export type ReceiptMeaning = { status: ReceiptStatus; failure?: FailureKind } | undefined;

/** The message that a receipt is about, under the id that its send answered. */
export type OfMessage = { channel: Channel; messageId: string };
