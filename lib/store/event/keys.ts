/** The keys of told events and of the feed. */

import { type FedEvent, placeInFeed, sixDigits } from '#lib/domain/feed.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { type Key, shardOf } from '#lib/store/keys.ts';

const TOLD_PREFIX = 'TOLD#';

/** Apart from the collection's own partition, so that what reads that one reads no more than before. */
export const toldKey = ({ account, hash }: CollectionRef, sequence: number): Key => ({
  pk: `${collectionKey(account, hash).pk}#TOLD`,
  sk: `${TOLD_PREFIX}${sixDigits(sequence)}`,
});

/** A partition takes 1,000 writes a second; an account may tell more. */
const FEED_SHARDS = 4;

/** The partitions of one day (`2026-07-01`) of an account's feed. */
export const feedPartitions = (account: string, day: string): string[] =>
  Array.from({ length: FEED_SHARDS }, (_, shard) => feedPartition(account, day, shard));

const feedPartition = (account: string, day: string, shard: number): string =>
  `ACCOUNT#${account}#EVENTS#${day}#${shard}`;

/** The entries of a feed sort by when they were told, and those of one collection by their numbers. */
export const feedKey = ({ ref, toldAt, sequence, id }: Pick<FedEvent, 'ref' | 'toldAt' | 'sequence' | 'id'>): Key => ({
  pk: feedPartition(ref.account, toldAt.slice(0, 10), shardOf(ref.hash, FEED_SHARDS)),
  sk: placeInFeed({ toldAt, sequence, id }),
});
