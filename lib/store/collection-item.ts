/** The stored form of a collection: what never changes is one JSON text, what changes are attributes of their own. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Collection, type CollectionEvent, type CollectionTerms, eventOf } from '#lib/domain/collection.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import type { Receipt } from '#lib/domain/receipt.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { collectionKey, collectionPlace, dueShard, type Key } from './keys.ts';

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
  wakeAt?: string;
  /** The index's shard; present as long as `wakeAt` is. */
  due?: string;
  wakeNumber: number;
  nextSlot: number;
  /** Absent while there are none, like the two below. */
  sessions?: readonly Session[];
  /** JSON text. */
  options?: string;
  payments?: number;
  nonce: string;
  startLeaf: number;
  idempotencyKey?: string;
  bodyHash?: string;
};

export function toItem(collection: Collection, { nonce, startLeaf, idempotency }: Receipt): CollectionItem {
  const { id: _id, place, status, updatedAt, expiresAt, completedAt, events, ...rest } = collection;
  const { wakeAt, wakeNumber, nextSlot, metadata, sessions, options: _later, payments: _none, ...terms } = rest;
  return {
    ...collectionKey(place.account, place.hash),
    terms: JSON.stringify(terms),
    ...(metadata !== undefined && { metadata }),
    status,
    updatedAt,
    expiresAt,
    ...(completedAt !== null && { completedAt }),
    events: toStoredEvents(events),
    ...(wakeAt !== undefined && { wakeAt, due: dueShard(place.hash) }),
    wakeNumber,
    nextSlot,
    ...(sessions.length > 0 && { sessions }),
    nonce,
    startLeaf,
    ...(idempotency && { idempotencyKey: idempotency.key, bodyHash: idempotency.bodyHash }),
  };
}

export function fromItem(item: CollectionItem): { collection: Collection; receipt: Receipt } {
  const { nonce, startLeaf, idempotencyKey: key, bodyHash } = item;
  const place = collectionPlace(item.pk);
  if (place === undefined) throw new Error('not a collection');
  const id = collectionId(place);
  const terms: Omit<CollectionTerms, 'metadata'> = JSON.parse(item.terms);
  const { status, updatedAt, expiresAt, completedAt = null, metadata, wakeAt, wakeNumber, nextSlot } = item;
  const { sessions = [], options, payments = 0 } = item;
  const wake = { ...(wakeAt !== undefined && { wakeAt }), wakeNumber, nextSlot };
  const idempotency = key !== undefined && bodyHash !== undefined ? { idempotency: { key, bodyHash } } : {};
  return {
    collection: {
      id,
      place,
      ...terms,
      ...(metadata !== undefined && { metadata }),
      status,
      updatedAt,
      expiresAt,
      completedAt,
      events: item.events.map(({ type, timestamp, ...detail }) => eventOf(id, type, timestamp, detail)),
      ...wake,
      sessions,
      options: options === undefined ? [] : JSON.parse(options),
      payments,
    },
    receipt: { nonce, startLeaf, ...idempotency },
  };
}

/** The item that made a condition fail; anything else that went wrong goes on up. */
export function storedItem(error: unknown): CollectionItem {
  if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
  return unmarshall(error.Item) as CollectionItem;
}
