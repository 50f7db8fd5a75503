/**
 * What statistics need to know of one collection: kept with each telling of its events, so that a roll-up knows what it
 * counted before and what it has to count now. Nothing in it names or reaches a person, so an erasure leaves it as it is.
 */
import type { Arm } from '#lib/domain/account.ts';
import { openDisputes } from '#lib/domain/answers.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { promisedFor, type Tone } from '#lib/domain/follow-up/follow-up.ts';
import { type LedgerEntry, MERCHANT, openChargebacks } from '#lib/domain/payment/ledger-entry.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import type { KeptReply } from '#lib/domain/reply.ts';
import { isOpen, type Status } from '#lib/domain/transitions.ts';

/** How a message ended, as far as it is known. */
export const MESSAGE_RESULTS = ['sent', 'delivered', 'read', 'failed', 'unknown'] as const;
type MessageResult = (typeof MESSAGE_RESULTS)[number];

/** `isShared`: it is the message of another collection, which counts it. */
export type SentMessage = { at: number; channel: Channel; tone: Tone; result: MessageResult; isShared?: true };

/** Money that counts: negative when it went back. */
type MovedMoney = { at: number; credited: number; byHand: boolean };

/** Instants are milliseconds since 1970, money is in minor units. */
export type Facts = {
  contact: string;
  currency: string;
  amount: number;
  received: number;
  status: Status;
  createdAt: number;
  /** Days since 1970: the last day on which payment is in time. */
  dueDay?: number;
  /** The end of the life of its link, from which its age counts where it has no due date. */
  expiresAt: number;
  /** When it was completed or cancelled. */
  endedAt?: number;
  /** Until when a promise holds that was not broken. */
  promisedFor?: number;
  isDisputed?: true;
  /** Of the contact's phone, ISO 3166 alpha-2. */
  country?: string;
  /** Of the experiment, where its person takes part. */
  arm?: Arm;
  messages: readonly SentMessage[];
  money: readonly MovedMoney[];
  replies: readonly number[];
  optOuts: readonly number[];
};

type PartitionContent = {
  collection: Collection;
  attempts: readonly Attempt[];
  entries: readonly LedgerEntry[];
  events: readonly { type: string; timestamp: string; beside?: boolean | undefined }[];
  replies: readonly KeptReply[];
};

/** Who the customer is, as far as statistics ask. */
export type CustomerFacts = Pick<Facts, 'country' | 'arm'>;

/** Once the contact is erased, what was known before of where it is. `before`: JSON text of the facts of the last telling. */
export function subjectOf({ contact, arm, erasedAt }: Collection, before: string | undefined): CustomerFacts {
  const { country } =
    erasedAt !== undefined && before !== undefined
      ? (JSON.parse(before) as Facts)
      : parsePhone(contact.phone, undefined);
  return { ...(country !== undefined && { country }), ...(arm !== undefined && { arm }) };
}

/** More would make the row of a telling long; only the first of so many say anything. */
const MAX_REPLIES = 50;

export function factsOf(
  { collection, attempts, entries, events, replies }: PartitionContent,
  { country, arm }: CustomerFacts,
  now: Date,
): Facts {
  const seen = asSeenAt(collection, now);
  const { contact, amount, status, received, createdAt, dueDay, expiresAt } = seen;
  const endedAt = endOf(seen);
  const promised = promisedFor(seen.promise);
  return {
    contact: contact.id,
    currency: amount.currency,
    amount: amount.minor,
    received,
    status,
    createdAt: Date.parse(createdAt),
    ...(dueDay !== undefined && { dueDay }),
    expiresAt: Date.parse(expiresAt),
    ...(endedAt !== undefined && { endedAt }),
    ...(promised !== undefined && { promisedFor: promised }),
    ...((openChargebacks(entries).length > 0 || openDisputes(seen).length > 0) && { isDisputed: true as const }),
    ...(country !== undefined && { country }),
    ...(arm !== undefined && { arm }),
    messages: attempts.flatMap(messagesOf).toSorted((one, other) => one.at - other.at),
    money: entries
      .filter(({ counts, credited }) => counts && credited !== 0)
      .map(({ at, credited, provider }) => ({ at: Date.parse(at), credited, byHand: provider === MERCHANT })),
    replies: replies
      .filter(({ unproven }) => !unproven)
      .slice(0, MAX_REPLIES)
      .map(({ at }) => Date.parse(at)),
    optOuts: events
      .filter(({ type, beside }) => type === 'contact.opted_out' && beside !== true)
      .slice(0, MAX_REPLIES)
      .map(({ timestamp }) => Date.parse(timestamp)),
  };
}

function endOf({ status, completedAt, events }: Collection): number | undefined {
  if (status === 'completed' && completedAt !== null) return Date.parse(completedAt);
  const cancelled = status === 'cancelled' && events.findLast(({ type }) => type === 'collection.cancelled');
  return cancelled ? Date.parse(cancelled.timestamp) : undefined;
}

/** A slot has two messages where the first failed after its channel had accepted it. */
function messagesOf({ tone, earlier, ...last }: Attempt): SentMessage[] {
  return [earlier, last].flatMap((message) => {
    const sent = message?.at.sent ?? message?.at.unknown ?? message?.at.delivered;
    const { channel } = message ?? {};
    if (message === undefined || sent === undefined || channel === undefined) return [];
    const shared = last.with !== undefined && { isShared: true as const };
    return [{ at: Date.parse(sent), channel, tone, result: resultOf(message.at), ...shared }];
  });
}

function resultOf(at: Attempt['at']): MessageResult {
  if (at.read !== undefined) return 'read';
  if (at.delivered !== undefined) return 'delivered';
  if (at.failed !== undefined) return 'failed';
  return at.sent === undefined ? 'unknown' : 'sent';
}

/** What is owed: nothing once it is completed or cancelled. */
export const owedOf = ({ status, amount, received }: Pick<Facts, 'status' | 'amount' | 'received'>): number =>
  isOpen(status) ? Math.max(0, amount - received) : 0;
