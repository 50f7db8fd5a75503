/** The stored form of a collection: what seldom changes is one JSON text, what changes are attributes of their own. */

import type { Collection, KeyedRequest } from '#lib/domain/collection.ts';
import type { CreationRecord } from '#lib/domain/creation-record.ts';
import type { Deferral, Retry } from '#lib/domain/follow-up/follow-up.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { OpenedBy, ProviderOption } from '#lib/domain/payment/payment-option.ts';
import type { OpenedSession, Session, StaleSessions } from '#lib/domain/payment/session.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import {
  CONTACT_PARTITION_KEY,
  CREATED_SORT_KEY,
  DUE_PARTITION_KEY,
  dueShard,
  STATUS_PARTITION_KEY,
  statusPart,
} from '#lib/store/indexes.ts';
import { type Key, PARTITION_KEY } from '#lib/store/keys.ts';
import {
  type Check,
  fields,
  flag,
  instant,
  integer,
  json,
  jsonText,
  list,
  named,
  object,
  oneOf,
  optional,
  type Stored,
  text,
  variant,
} from '#lib/store/table/checks.ts';
import { type Item, malformedItem, readItem } from '#lib/store/table/read-item.ts';
import { collectionKey, collectionRefOfKey } from './keys.ts';
import { event } from './rows.ts';
import {
  claim,
  dispute,
  foundBy,
  money,
  packTerms,
  pause,
  planStart,
  promise,
  terms,
  termsOf,
  withoutErasure,
} from './terms.ts';

const sessionMethod = named<keyof OpenedBy>({
  checkout: true,
  card: true,
  virtual_account: true,
  bank_transfer: true,
  mobile_money: true,
});

export const session = object<Session>({
  method: sessionMethod,
  provider: text,
  key: optional(text),
  ended: optional(flag),
  reservedAt: optional(instant),
  opened: optional(object<OpenedSession>({ minor: integer, until: instant, link: optional(text) })),
  shares: optional(list(text)),
  asks: optional(integer),
  codes: optional(integer),
});

export const staleSessions = object<StaleSessions>({
  upTo: integer,
  numbers: optional(list(integer)),
  since: instant,
  checks: integer,
});

const bankAccount = {
  bankName: text,
  accountNumber: text,
  accountName: text,
  expiresAt: instant,
  amount: optional(money),
  asked: optional(money),
};

type Option<Method extends ProviderOption['method']> = ProviderOption & { method: Method };

const option = variant<ProviderOption>('method', {
  card: object<Option<'card'>>({ method: oneOf(['card']), link: text, expiresAt: instant }),
  virtual_account: object<Option<'virtual_account'>>({ method: oneOf(['virtual_account']), ...bankAccount }),
  bank_transfer: object<Option<'bank_transfer'>>({ method: oneOf(['bank_transfer']), ...bankAccount }),
  mobile_money: object<Option<'mobile_money'>>({
    method: oneOf(['mobile_money']),
    provider: text,
    phone: text,
    instructions: text,
    expiresAt: instant,
    needsCode: optional(flag as Check<true>),
    asked: optional(money),
  }),
} satisfies { [Method in ProviderOption['method']]: Check<Option<Method>> });

const attributes = fields({
  terms: json(terms),
  /** Absent in items of earlier versions, like the next. */
  [CREATED_SORT_KEY]: optional(instant),
  /** The partition in the index by contact; it holds the contact's id. */
  [CONTACT_PARTITION_KEY]: optional(text),
  /** A text of its own: inside the terms it would be escaped. */
  metadata: optional(jsonText),
  status: oneOf(STATUSES),
  updatedAt: instant,
  expiresAt: instant,
  completedAt: optional(instant),
  events: list(event),
  nextRunAt: optional(instant),
  runNumber: integer,
  nextSlot: integer,
  /** Absent while there are none, like the three below. */
  sessions: optional(list(session)),
  options: optional(json(list(option))),
  entryCount: optional(integer),
  /** In minor units, like the next. */
  received: optional(integer),
  credits: optional(integer),
  referenceEnded: optional(flag),
  reopenedAt: optional(instant),
  amountChanges: optional(integer),
  staleSessions: optional(staleSessions),
  /** The hash of the collection whose session pays this one, too; it may have ended. */
  sharedBy: optional(text),
  askedAt: optional(instant),
  erasedAt: optional(instant),
  skippedSlot: optional(integer),
  postponedSlot: optional(integer),
  plan: optional(planStart),
  reminderRequests: optional(list(object<KeyedRequest>({ key: text, bodyHash: text }))),
  pause: optional(pause),
  promise: optional(promise),
  claims: optional(list(claim)),
  disputes: optional(list(dispute)),
  retry: optional(object<Retry>({ slot: integer, at: instant })),
  deferral: optional(object<Deferral>({ slot: integer, until: instant })),
  nonce: text,
  startSegment: integer,
  idempotencyKey: optional(text),
  bodyHash: optional(text),
});

/** The keys of its places in the indexes of collections. */
type IndexKeys = Record<typeof CREATED_SORT_KEY | typeof CONTACT_PARTITION_KEY | typeof STATUS_PARTITION_KEY, string>;

/** As it is written. */
export type CollectionItem = Key & Stored<typeof attributes> & IndexKeys & { [DUE_PARTITION_KEY]?: string };

/** A collection with what the table keeps about its creation. */
export type CreatedCollection = { collection: Collection; creation: CreationRecord };

export function toItem(collection: Collection, { nonce, startSegment, idempotency }: CreationRecord): CollectionItem {
  const { ref, status, updatedAt, expiresAt, completedAt, events } = collection;
  const { nextRunAt, runNumber, nextSlot, metadata, sessions, received } = collection;
  return {
    ...collectionKey(ref.account, ref.hash),
    terms: packTerms(collection),
    ...foundBy(collection),
    [STATUS_PARTITION_KEY]: statusPart(collection, status),
    ...(metadata !== undefined && { metadata }),
    status,
    updatedAt,
    expiresAt,
    ...(completedAt !== null && { completedAt }),
    events,
    ...(nextRunAt !== undefined && { nextRunAt, [DUE_PARTITION_KEY]: dueShard(ref.hash) }),
    runNumber,
    nextSlot,
    ...(sessions.length > 0 && { sessions }),
    ...(received !== 0 && { received }),
    nonce,
    startSegment,
    ...(idempotency && { idempotencyKey: idempotency.key, bodyHash: idempotency.bodyHash }),
  };
}

/** @throws {Error} when the item is spoilt. */
export function fromItem(item: Item & Key): CreatedCollection {
  const ref = collectionRefOfKey(item.pk);
  if (ref === undefined) throw malformedItem(item, PARTITION_KEY);
  const id = collectionId(ref);
  const read = readItem(item, attributes);
  const { terms: _own, byContact: _contact, nonce, startSegment, idempotencyKey: key, bodyHash, ...rest } = read;
  const state = withoutErasure(item, rest);
  if ((key === undefined) !== (bodyHash === undefined)) throw malformedItem(item, 'bodyHash');
  return {
    collection: {
      id,
      ref,
      completedAt: null,
      sessions: [],
      options: [],
      entryCount: 0,
      received: 0,
      ...state,
      ...termsOf(item, read),
    },
    creation: {
      nonce,
      startSegment,
      ...(key !== undefined && bodyHash !== undefined && { idempotency: { key, bodyHash } }),
    },
  };
}
