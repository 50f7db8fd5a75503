/** The stored form of a collection: what seldom changes is one JSON text, what changes are attributes of their own. */

import type { Collection, CollectionEvent } from '#lib/domain/collection.ts';
import type { CreationRecord } from '#lib/domain/creation-record.ts';
import type { Retry } from '#lib/domain/follow-up/retry.ts';
import type { Deferral, Pause, PlanStart, Promised } from '#lib/domain/follow-up/revision.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import { STATUSES, type Status } from '#lib/domain/transitions.ts';
import { collectionKey, collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { option, session } from '#lib/store/collection/options.ts';
import {
  event,
  foundBy,
  pause,
  planStart,
  promise,
  type StoredTerms,
  terms,
  termsOf,
  termsText,
  withoutErasure,
} from '#lib/store/collection/terms.ts';
import {
  type CONTACT_PARTITION_KEY,
  type DUE_PARTITION_KEY,
  dueShard,
  type STATUS_PARTITION_KEY,
  statusPartition,
} from '#lib/store/indexes.ts';
import { type Key, PARTITION_KEY } from '#lib/store/keys.ts';
import {
  flag,
  instant,
  integer,
  json,
  jsonText,
  list,
  object,
  oneOf,
  optional,
  text,
} from '#lib/store/table/checks.ts';
import { type Item, malformedItem, readItem } from '#lib/store/table/read-item.ts';

export type CollectionItem = Key & {
  /** JSON text. */
  terms: string;
  createdAt: string;
  /** The partitions of the collection in two indexes; the first holds the contact's id. */
  byContact: string;
  byStatus: string;
  /** JSON text of its own: inside the terms it would be escaped. */
  metadata?: string;
  status: Status;
  updatedAt: string;
  expiresAt: string;
  completedAt?: string;
  events: readonly CollectionEvent[];
  nextRunAt?: string;
  /** The index's shard; present as long as `nextRunAt` is. */
  due?: string;
  runNumber: number;
  nextSlot: number;
  /** Absent while there are none, like the two below. */
  sessions?: readonly Session[];
  /** JSON text. */
  options?: string;
  entryCount?: number;
  /** In minor units. */
  received?: number;
  referenceEnded?: boolean;
  erasedAt?: string;
  skippedSlot?: number;
  postponedSlot?: number;
  plan?: PlanStart;
  pause?: Pause;
  promise?: Promised;
  retry?: Retry;
  deferral?: Deferral;
  nonce: string;
  startSegment: number;
  idempotencyKey?: string;
  bodyHash?: string;
};

/** A collection with what the table keeps about its creation. */
export type Recorded = { collection: Collection; creation: CreationRecord };

export function toItem(collection: Collection, { nonce, startSegment, idempotency }: CreationRecord): CollectionItem {
  const { ref, status, updatedAt, expiresAt, completedAt, events } = collection;
  const { nextRunAt, runNumber, nextSlot, metadata, sessions } = collection;
  return {
    ...collectionKey(ref.account, ref.hash),
    terms: termsText(collection),
    ...foundBy(collection),
    byStatus: statusPartition(ref.account, status),
    ...(metadata !== undefined && { metadata }),
    status,
    updatedAt,
    expiresAt,
    ...(completedAt !== null && { completedAt }),
    events,
    ...(nextRunAt !== undefined && { nextRunAt, due: dueShard(ref.hash) }),
    runNumber,
    nextSlot,
    ...(sessions.length > 0 && { sessions }),
    nonce,
    startSegment,
    ...(idempotency && { idempotencyKey: idempotency.key, bodyHash: idempotency.bodyHash }),
  };
}

type Unread = keyof Key | typeof DUE_PARTITION_KEY | typeof STATUS_PARTITION_KEY;

type Attributes = Omit<CollectionItem, Unread | 'terms' | 'options' | 'createdAt' | typeof CONTACT_PARTITION_KEY> & {
  terms: StoredTerms;
  /** Absent in items of earlier versions, like the next. */
  createdAt?: string;
  byContact?: string;
  options?: ProviderOption[];
};

const attributes = object<Attributes>({
  terms: json(terms),
  createdAt: optional(instant),
  byContact: optional(text),
  metadata: optional(jsonText),
  status: oneOf(STATUSES),
  updatedAt: instant,
  expiresAt: instant,
  completedAt: optional(instant),
  events: list(event),
  nextRunAt: optional(instant),
  runNumber: integer,
  nextSlot: integer,
  sessions: optional(list(session)),
  options: optional(json(list(option))),
  entryCount: optional(integer),
  received: optional(integer),
  referenceEnded: optional(flag),
  erasedAt: optional(instant),
  skippedSlot: optional(integer),
  postponedSlot: optional(integer),
  plan: optional(planStart),
  pause: optional(pause),
  promise: optional(promise),
  retry: optional(object<Retry>({ slot: integer, at: instant })),
  deferral: optional(object<Deferral>({ slot: integer, until: instant })),
  nonce: text,
  startSegment: integer,
  idempotencyKey: optional(text),
  bodyHash: optional(text),
});

/** @throws {Error} when the item is spoilt. */
export function fromItem(item: Item & Key): Recorded {
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
