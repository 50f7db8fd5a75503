/** The keys of collections, of the rows in their partitions, and of the list of an account. */

import { createHash } from 'node:crypto';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { MESSAGE_SENT } from '#lib/domain/written-message.ts';
import type { Key } from '#lib/store/keys.ts';

export const COLLECTION_SORT_KEY = 'COLLECTION';
export const ATTEMPT_PREFIX = 'ATTEMPT#';
export const EVENT_PREFIX = 'EVENT#';
/** What a person of the merchant wrote, once it was sent. */
export const MESSAGE_SENT_PREFIX = `${EVENT_PREFIX}${MESSAGE_SENT}#`;
export const REPLY_PREFIX = 'REPLY#';
const WRITTEN_PREFIX = 'WRITTEN#';
export const PAYMENT_PREFIX = 'PAYMENT#';
export const WAITING_PREFIX = 'WAITING#';
export const ATTENTION_PREFIX = 'ATTENTION#';
const SEGMENT_PREFIX = 'SEGMENT#';

export const collectionKey = (account: string, hash: string): Key => ({
  pk: `ACCOUNT#${account}#COLLECTION#${hash}`,
  sk: COLLECTION_SORT_KEY,
});

/** The account and hash in a collection's partition key; undefined for any other key. */
export function collectionRefOfKey(pk: string): CollectionRef | undefined {
  const [, account, kind, hash] = pk.split('#');
  return kind === 'COLLECTION' && account !== undefined && hash !== undefined ? { account, hash } : undefined;
}

const beside = ({ account, hash }: CollectionRef, sk: string): Key => ({ pk: collectionKey(account, hash).pk, sk });

export const attemptKey = (ref: CollectionRef, slot: number): Key =>
  beside(ref, `${ATTEMPT_PREFIX}${String(slot).padStart(4, '0')}`);

const NO_REF: CollectionRef = { account: '', hash: '' };

/** Among the open collections of an address, by age. Without a collection: the partition. */
export const openByAddressKey = (address: string, createdAt = '', { account, hash }: CollectionRef = NO_REF): Key => ({
  pk: `OPEN#${address}`,
  sk: `OPEN#${createdAt}#${account}#${hash}`,
});

/** `about` tells several events of one type apart. */
export const eventKey = (ref: CollectionRef, type: string, about?: string): Key =>
  beside(ref, `${EVENT_PREFIX}${type}${about === undefined ? '' : `#${shortened(about)}`}`);

export const replyKey = (ref: CollectionRef, messageId: string): Key =>
  beside(ref, `${REPLY_PREFIX}${shortened(messageId)}`);

/** The claim of a message that a person of the merchant writes. */
export const writtenKey = (ref: CollectionRef, id: string): Key => beside(ref, `${WRITTEN_PREFIX}${id}`);

/** What of a collection needs a person, for this reason. */
export const attentionKey = (ref: CollectionRef, reason: string): Key => beside(ref, `${ATTENTION_PREFIX}${reason}`);

/** The partition of an account's list of them, in the index of what is due. */
export const attentionListed = (account: string): string => `${ATTENTION_PREFIX}${account}`;

/** `key` is the entry's own. */
export const entryKey = (ref: CollectionRef, key: string): Key => beside(ref, `${PAYMENT_PREFIX}${shortened(key)}`);

export const waitingKey = (ref: CollectionRef, key: string): Key => beside(ref, `${WAITING_PREFIX}${shortened(key)}`);

/** `about` names one refund or dispute of the provider. */
export const openReturnKey = (account: string, provider: string, about: string): Key => ({
  pk: `ACCOUNT#${account}#RETURNS`,
  sk: `${openReturnPrefix(provider)}${shortened(about, MAX_ABOUT_BYTES)}`,
});

/** How often in a row the lists of a provider could not be read. */
export const unreadKey = (account: string, provider: string): Key => ({
  pk: openReturnKey(account, provider, '').pk,
  sk: `UNREAD#${provider}`,
});

export const openReturnPrefix = (provider: string): string => `${provider}#`;

/** DynamoDB takes 1024 bytes; what a merchant calls a transaction can be longer. No key of an entry is a bare hash. */
const MAX_KEY_BYTES = 1000;

/** By the reference itself: a create looks for it before it has read the account, from which the hash of a collection is derived. */
export const announcementKey = (account: string, reference: string): Key => ({
  pk: `ACCOUNT#${account}#ANNOUNCED#${createHash('sha256').update(reference).digest('hex')}`,
  sk: 'ANNOUNCED',
});

/** Behind the id of a provider. */
const MAX_ABOUT_BYTES = 900;

const shortened = (key: string, maxBytes = MAX_KEY_BYTES): string =>
  Buffer.byteLength(key) <= maxBytes ? key : createHash('sha256').update(key).digest('hex');

export const segmentKey = (account: string, segment: number): Key => ({
  pk: `ACCOUNT#${account}#LIST`,
  sk: `${SEGMENT_PREFIX}${String(segment).padStart(8, '0')}`,
});

/** The segment number in a segment's sort key. */
export const segmentNumber = (sk: string): number => Number(sk.slice(SEGMENT_PREFIX.length));
