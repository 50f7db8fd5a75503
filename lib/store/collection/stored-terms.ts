/** The terms of a collection as they are stored: one JSON text, beside it what the indexes need. */
import type { Collection, CollectionTerms } from '#lib/domain/collection.ts';
import {
  CONTACT_PARTITION_KEY,
  CREATED_SORT_KEY,
  contactIdOf,
  contactPartition,
  DUE_PARTITION_KEY,
  isErasureShard,
} from '#lib/store/indexes.ts';
import type { Key } from '#lib/store/keys.ts';
import { type Item, malformedItem } from '#lib/store/table/read-item.ts';
import type { StoredTerms } from './collection-checks.ts';

/** Beside the status, what the indexes need. */
export const foundBy = ({ ref, contact, createdAt }: Collection) => ({
  [CREATED_SORT_KEY]: createdAt,
  [CONTACT_PARTITION_KEY]: contactPartition(ref.account, contact.id),
});

/** The terms as they are stored, without what is an attribute of its own. */
export function termsText(collection: Collection): string {
  const { contact: given, reference, amount, expiresInMinutes, payable, followUp } = collection;
  const { id: _ownAttribute, ...contact } = given;
  const { provider, referenceProvider, replaced = [] } = collection;
  const stored: StoredTerms = {
    contact,
    reference,
    amount,
    expiresInMinutes,
    payable,
    followUp,
    ...(provider !== undefined && { provider }),
    ...(referenceProvider !== undefined && { referenceProvider }),
    ...(replaced.length > 0 && { replaced }),
  };
  return JSON.stringify(stored);
}

type Read = { terms: StoredTerms; createdAt?: string; byContact?: string };

/** Items of earlier versions have all of it in their terms. @throws {Error} when something is in neither place. */
export function termsOf(item: Item & Key, { terms, ...own }: Read): Omit<CollectionTerms, 'metadata'> {
  const createdAt = own.createdAt ?? terms.createdAt;
  if (createdAt === undefined) throw malformedItem(item, CREATED_SORT_KEY);
  const id = own.byContact === undefined ? terms.contact.id : contactIdOf(own.byContact);
  if (id === undefined) throw malformedItem(item, CONTACT_PARTITION_KEY);
  return { ...terms, contact: { id, ...terms.contact }, createdAt };
}

/** An erasure that is due some day is no run. */
export function withoutErasure<T extends { nextRunAt?: string }>(item: Item, read: T): T | Omit<T, 'nextRunAt'> {
  if (!isErasureShard(item[DUE_PARTITION_KEY])) return read;
  const { nextRunAt: _erasure, ...rest } = read;
  return rest;
}
