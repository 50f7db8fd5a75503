/** The stored form of a collection: what never changes is one JSON text, what changes are attributes of their own. */
import type { Collection, CollectionEvent, CollectionTerms } from '#lib/domain/collection.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { Receipt } from '#lib/domain/receipt.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { collectionKey, collectionPlace, type Key } from './keys.ts';

export type CollectionItem = Key & {
  terms: string;
  status: Status;
  updatedAt: string;
  expiresAt: string;
  completedAt?: string;
  events: CollectionEvent[];
  nonce: string;
  startLeaf: number;
  idempotencyKey?: string;
  bodyHash?: string;
};

export function toItem(collection: Collection, { nonce, startLeaf, idempotency }: Receipt): CollectionItem {
  const { id: _id, place, status, updatedAt, expiresAt, completedAt, events, ...terms } = collection;
  return {
    ...collectionKey(place.account, place.hash),
    terms: JSON.stringify(terms),
    status,
    updatedAt,
    expiresAt,
    ...(completedAt !== null && { completedAt }),
    events: [...events],
    nonce,
    startLeaf,
    ...(idempotency && { idempotencyKey: idempotency.key, bodyHash: idempotency.bodyHash }),
  };
}

export function fromItem(item: CollectionItem): { collection: Collection; receipt: Receipt } {
  const { nonce, startLeaf, idempotencyKey: key, bodyHash } = item;
  const place = collectionPlace(item.pk);
  if (place === undefined) throw new Error('not a collection');
  const terms: CollectionTerms = JSON.parse(item.terms);
  const { status, updatedAt, expiresAt, completedAt = null, events } = item;
  const idempotency = key !== undefined && bodyHash !== undefined ? { idempotency: { key, bodyHash } } : {};
  return {
    collection: { id: collectionId(place), place, ...terms, status, updatedAt, expiresAt, completedAt, events },
    receipt: { nonce, startLeaf, ...idempotency },
  };
}
