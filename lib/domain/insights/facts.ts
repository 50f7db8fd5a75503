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
import type { MessageCost } from '#lib/domain/forecast/message-prices.ts';
import { type JournalEntry, journalOf, owedBy } from '#lib/domain/journal/journal.ts';
import { type LedgerEntry, openChargebacks } from '#lib/domain/payment/ledger-entry.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import type { KeptReply } from '#lib/domain/reply.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import type { Status } from '#lib/domain/transitions.ts';

/** How a message ended, as far as it is known. */
export const MESSAGE_RESULTS = ['sent', 'delivered', 'read', 'failed', 'unknown'] as const;
type MessageResult = (typeof MESSAGE_RESULTS)[number];

/** `isShared`: it is the message of another collection, which counts it. */
export type SentMessage = {
  at: number;
  channel: Channel;
  tone: Tone;
  result: MessageResult;
  isShared?: true;
  cost?: MessageCost;
};

/** Until when payment is in time. `from`: since when that holds. */
export type DatedTerms = {
  from: number;
  /** Days since 1970: the last day on which payment is in time. */
  dueDay?: number;
  /** The end of the life of its link, from which its age counts where it has no due date. */
  expiresAt: number;
};

/** Instants are milliseconds since 1970, money is in minor units. */
export type Facts = {
  contact: string;
  reference: string;
  /** The merchant's number of it. */
  invoice?: string;
  currency: string;
  /** What is asked. */
  amount: number;
  status: Status;
  createdAt: number;
  /** All that has changed what is owed. What is here stays. */
  journal: readonly JournalEntry[];
  /** In their order; those that hold are the last. */
  terms: readonly DatedTerms[];
  /** Until when a promise holds that was not broken. */
  promisedFor?: number;
  isDisputed?: true;
  /** Of the contact's phone, ISO 3166 alpha-2. */
  country?: string;
  /** Of the experiment, where its person takes part. */
  arm?: Arm;
  inExperiment?: { since: string; reminderAt: number };
  messages: readonly SentMessage[];
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
  const { contact, reference, number, amount, status, createdAt, inExperiment } = seen;
  const promised = promisedFor(seen.promise);
  return {
    contact: contact.id,
    reference,
    ...(number !== undefined && { invoice: number }),
    currency: amount.currency,
    amount: amount.minor,
    status,
    createdAt: Date.parse(createdAt),
    journal: journalOf({ collection, entries }),
    terms: termsOf(collection),
    ...(promised !== undefined && { promisedFor: promised }),
    ...((openChargebacks(entries).length > 0 || openDisputes(seen).length > 0) && { isDisputed: true as const }),
    ...(country !== undefined && { country }),
    ...(arm !== undefined && { arm }),
    ...(inExperiment && { inExperiment: { ...inExperiment, reminderAt: Date.parse(inExperiment.reminderAt) } }),
    messages: attempts.flatMap(messagesOf).toSorted((one, other) => one.at - other.at),
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

/** Each event that changed them says what they were; those of earlier versions say it of the due day alone. */
export function termsOf({
  createdAt,
  events,
  dueDay,
  expiresAt,
}: Pick<Collection, 'createdAt' | 'events' | 'dueDay' | 'expiresAt'>): DatedTerms[] {
  const terms: DatedTerms[] = [];
  let held = { dueDay, expiresAt };
  const hold = (from: string) =>
    terms.unshift({
      from: Date.parse(from),
      ...(held.dueDay !== undefined && { dueDay: held.dueDay }),
      expiresAt: Date.parse(held.expiresAt),
    });
  for (const { timestamp, data: { from, changed } = {} } of events.toReversed()) {
    const isDueChanged = changed?.includes('dueDate') === true;
    if (!isDueChanged && from?.expiresAt === undefined) continue;
    hold(timestamp);
    const day = from?.dueDate === undefined ? undefined : dayOf(from.dueDate);
    held = { dueDay: isDueChanged ? day : held.dueDay, expiresAt: from?.expiresAt ?? held.expiresAt };
  }
  hold(createdAt);
  return terms;
}

/** A slot has two messages where the first failed after its channel had accepted it. */
function messagesOf({ tone, earlier, ...last }: Attempt): SentMessage[] {
  return [earlier, last].flatMap((message): SentMessage[] => {
    const sent = message?.at.sent ?? message?.at.unknown ?? message?.at.delivered;
    const { channel, cost } = message ?? {};
    if (message === undefined || sent === undefined || channel === undefined) return [];
    const shared = last.with !== undefined && { isShared: true as const };
    return [{ at: Date.parse(sent), channel, tone, result: resultOf(message), ...shared, ...(cost && { cost }) }];
  });
}

/** An email can fail after its delivery; by WhatsApp a delivery is what counts, whatever failed before or after it. */
function resultOf({ at, status }: Pick<Attempt, 'at'> & { status?: Attempt['status'] }): MessageResult {
  if (status === 'failed') return 'failed';
  if (at.read !== undefined) return 'read';
  if (at.delivered !== undefined) return 'delivered';
  if (at.failed !== undefined) return 'failed';
  return at.sent === undefined ? 'unknown' : 'sent';
}

/** What is owed by the books. */
export const owedOf = ({ journal }: Pick<Facts, 'journal'>): number => owedBy(journal);
