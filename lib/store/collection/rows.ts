/** The rows beside a collection in its partition: what attempts, payments and events must look like as they are read. */
import { ATTEMPT_STATUSES, type Attempt, type CoveredSlot, type FailedMessage } from '#lib/domain/attempt.ts';
import { REPLY_CHANNELS } from '#lib/domain/channels/channels.ts';
import type { Actor, CollectionEvent, EventData, ToldTerms } from '#lib/domain/collection-event.ts';
import type { MessageCost } from '#lib/domain/forecast/message-prices.ts';
import type { OwnTextUse } from '#lib/domain/message/own-text.ts';
import type { ReportedMovement, Waiting } from '#lib/domain/payment/book-movement.ts';
import {
  ENTRY_KINDS,
  type LedgerEntry,
  type Move,
  PAYMENT_EVENT_TYPES,
  STANDINGS,
  UNEXPECTED_REASONS,
} from '#lib/domain/payment/ledger-entry.ts';
import { MOVEMENT_KINDS } from '#lib/domain/payment/movement.ts';
import type { KeptReply } from '#lib/domain/reply.ts';
import { COLLECTION_EVENT_TYPES } from '#lib/domain/transitions.ts';
import {
  type Check,
  fields,
  flag,
  instant,
  integer,
  json,
  list,
  map,
  named,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from '#lib/store/table/checks.ts';
import { by, channel, money, tone } from './terms.ts';

const reachedAt = optional(instant);

const times = object<Attempt['at']>({
  deferred: reachedAt,
  sending: reachedAt,
  unknown: reachedAt,
  sent: reachedAt,
  delivered: reachedAt,
  read: reachedAt,
  failed: reachedAt,
  skipped: reachedAt,
});

const cost = object<MessageCost>({ value: number, currency: text });

const earlier = object<FailedMessage>({
  messageId: text,
  channel: optional(channel),
  reason: optional(text),
  cost: optional(cost),
  at: times,
});

export const attempt = object<Attempt>({
  slot: integer,
  status: oneOf(ATTEMPT_STATUSES),
  dueAt: instant,
  claimedAt: instant,
  tone,
  by: optional(by),
  token: text,
  text: optional(text),
  own: optional(object<OwnTextUse>({ version: integer, isUnused: optional(flag as Check<true>) })),
  claimedFor: optional(channel),
  channelsTried: list(channel),
  channel: optional(channel),
  messageId: optional(text),
  cost: optional(cost),
  reason: optional(text),
  with: optional(text),
  covers: optional(list(object<CoveredSlot>({ hash: text, slot: integer }))),
  names: optional(list(text)),
  retryAt: optional(instant),
  earlier: optional(earlier),
  at: times,
});

const move = object<Move>({ id: text, collection: text, payment: optional(text) });

export const ledgerEntry = object<LedgerEntry>({
  key: text,
  kind: oneOf(ENTRY_KINDS),
  movement: oneOf(MOVEMENT_KINDS),
  provider: text,
  transaction: text,
  object: text,
  amount: money,
  credited: integer,
  taken: optional(flag as Check<true>),
  surcharge: optional(integer),
  fee: optional(integer),
  method: optional(text),
  at: instant,
  recordedAt: instant,
  number: optional(integer),
  eventsBefore: optional(integer),
  counts: flag,
  standing: optional(oneOf(STANDINGS)),
  event: oneOf(PAYMENT_EVENT_TYPES),
  reason: optional(oneOf(UNEXPECTED_REASONS)),
  creditReason: optional(text),
  move: optional(move),
  note: optional(text),
  by: optional(by),
  requestKey: optional(text),
  bodyHash: optional(text),
});

export const waiting = object<Waiting>({
  key: text,
  reported: json(
    object<ReportedMovement>({
      kind: oneOf(MOVEMENT_KINDS),
      transaction: text,
      object: text,
      references: list(text),
      amount: money,
      surcharge: optional(integer),
      fee: optional(integer),
      method: optional(text),
      at: instant,
      taken: optional(flag as Check<true>),
      provider: text,
      creditReason: optional(text),
      move: optional(move),
      note: optional(text),
      by: optional(by),
      requestKey: optional(text),
      bodyHash: optional(text),
    }),
  ),
  recordedAt: instant,
});

const toldTerms = object<ToldTerms>({ amount: optional(money), dueDate: optional(text), expiresAt: optional(instant) });

export const event = object<CollectionEvent>({
  type: oneOf(COLLECTION_EVENT_TYPES),
  timestamp: instant,
  about: optional(text),
  reason: optional(text),
  data: optional(
    object<EventData>({
      changed: optional(list(text)),
      from: optional(toldTerms),
      to: optional(toldTerms),
      dueDate: optional(text),
      messagesSent: optional(integer),
      until: optional(instant),
      payBy: optional(instant),
      reason: optional(text),
      note: optional(text),
      claim: optional(text),
      dispute: optional(text),
      amount: optional(money),
      method: optional(text),
      paidOn: optional(text),
      resolution: optional(text),
      actor: optional(named<Actor>({ merchant: true, customer: true, schedule: true })),
      member: optional(by),
    }),
  ),
});

/** An event that no status change carries. `about` tells several of one type apart; `id` is kept where `about` was erased. */
export const eventRow = fields({
  type: text,
  timestamp: instant,
  about: optional(text),
  id: optional(text),
  data: optional(map(text)),
  /** Who of the merchant's people did it. */
  member: optional(by),
  /** Told of several collections at once: it is counted with another one. */
  beside: optional(flag),
});
export type EventRow = Read<typeof eventRow>;

export const reply = object<KeptReply>({
  messageId: text,
  channel: oneOf(REPLY_CHANNELS),
  text,
  at: instant,
  id: optional(text),
  unproven: optional(flag),
});
