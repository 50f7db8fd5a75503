/** The stored form of a collection: what never changes is one JSON text, what changes are attributes of their own. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Collection, type CollectionEvent, type CollectionTerms, eventOf } from '#lib/domain/collection.ts';
import type { CreationRecord } from '#lib/domain/creation-record.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { collectionKey, collectionRefOfKey, dueShard, type Key } from './keys.ts';

/** Without its id, which follows from the collection and the type. */
type StoredEvent = Omit<CollectionEvent, 'id'>;

export const toStoredEvents = (events: readonly CollectionEvent[]): StoredEvent[] =>
  events.map(({ id: _derived, ...stored }) => stored);

export type CollectionItem = Key & {
  terms: string;
  /** JSON text of its own: inside the other it would be escaped. */
  metadata?: string;
  status: Status;
  updatedAt: string;
  expiresAt: string;
  completedAt?: string;
  events: StoredEvent[];
  nextRunAt?: string;
  /** The index's shard; present as long as `nextRunAt` is. */
  due?: string;
  runNumber: number;
  nextSlot: number;
  /** Absent while there are none, like the two below. */
  sessions?: readonly Session[];
  /** JSON text. */
  options?: string;
  payments?: number;
  nonce: string;
  startSegment: number;
  idempotencyKey?: string;
  bodyHash?: string;
};

export function toItem(collection: Collection, { nonce, startSegment, idempotency }: CreationRecord): CollectionItem {
  const { id: _id, ref, status, updatedAt, expiresAt, completedAt, events, ...rest } = collection;
  const { nextRunAt, runNumber, nextSlot, metadata, sessions, options: _later, payments: _none, ...terms } = rest;
  return {
    ...collectionKey(ref.account, ref.hash),
    terms: JSON.stringify(terms),
    ...(metadata !== undefined && { metadata }),
    status,
    updatedAt,
    expiresAt,
    ...(completedAt !== null && { completedAt }),
    events: toStoredEvents(events),
    ...(nextRunAt !== undefined && { nextRunAt, due: dueShard(ref.hash) }),
    runNumber,
    nextSlot,
    ...(sessions.length > 0 && { sessions }),
    nonce,
    startSegment,
    ...(idempotency && { idempotencyKey: idempotency.key, bodyHash: idempotency.bodyHash }),
  };
}

export function fromItem(item: CollectionItem): { collection: Collection; creation: CreationRecord } {
  const { nonce, startSegment, idempotencyKey: key, bodyHash } = item;
  const ref = collectionRefOfKey(item.pk);
  if (ref === undefined) throw new Error('not a collection');
  const id = collectionId(ref);
  const terms: Omit<CollectionTerms, 'metadata'> = JSON.parse(item.terms);
  const { status, updatedAt, expiresAt, completedAt = null, metadata, nextRunAt, runNumber, nextSlot } = item;
  const { sessions = [], options, payments = 0 } = item;
  const run = { ...(nextRunAt !== undefined && { nextRunAt }), runNumber, nextSlot };
  const idempotency = key !== undefined && bodyHash !== undefined ? { idempotency: { key, bodyHash } } : {};
  return {
    collection: {
      id,
      ref,
      ...terms,
      ...(metadata !== undefined && { metadata }),
      status,
      updatedAt,
      expiresAt,
      completedAt,
      events: item.events.map(({ type, timestamp, ...detail }) => eventOf(id, type, timestamp, detail)),
      ...run,
      sessions,
      options: options === undefined ? [] : JSON.parse(options),
      payments,
    },
    creation: { nonce, startSegment, ...idempotency },
  };
}

/** The item that made a condition fail; anything else that went wrong goes on up. */
export function storedItem(error: unknown): CollectionItem {
  if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
  return unmarshall(error.Item) as CollectionItem;
}

/** The parts of an update that set the next run, or end the running; the item is in the index only while it has one. */
export function nextRunUpdate(hash: string, nextRunAt: string | undefined) {
  if (nextRunAt === undefined) return { set: '', remove: 'REMOVE nextRunAt, due', values: {} };
  return {
    set: ', nextRunAt = :nextRunAt, due = :due',
    remove: '',
    values: { ':nextRunAt': nextRunAt, ':due': dueShard(hash) },
  };
}
