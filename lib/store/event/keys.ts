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

/** A partition takes 1,000 writes a second, and each event two; an account may tell more. */
const FEED_SHARDS = 4;

/** Beside these, of an account that is spread: a life tells eight events, so they take 2,000 lives a second. */
const SPREAD_SHARDS = 32;

/** The partitions of one day (`2026-07-01`) of an account's feed. What was created before the account was spread stays in the first ones. */
export const feedPartitions = (account: string, day: string, isSpread: boolean): string[] => [
  ...Array.from({ length: FEED_SHARDS }, (_, shard) => feedPartition(account, day, String(shard))),
  ...Array.from({ length: isSpread ? SPREAD_SHARDS : 0 }, (_, shard) =>
    feedPartition(account, day, spreadShard(shard)),
  ),
];

const feedPartition = (account: string, day: string, shard: string): string =>
  `ACCOUNT#${account}#EVENTS#${day}#${shard}`;

/** Of two digits, which tell it from the others. */
const spreadShard = (shard: number): string => String(shard).padStart(2, '0');

type PlacedEvent = Pick<FedEvent, 'ref' | 'toldAt' | 'sequence' | 'id' | 'spread'>;

/** The entries of a feed sort by when they were told, and those of one collection by their numbers. */
export const feedKey = ({ ref: { account, hash }, toldAt, sequence, id, spread }: PlacedEvent): Key => ({
  pk: feedPartition(
    account,
    toldAt.slice(0, 10),
    spread ? spreadShard(shardOf(hash, SPREAD_SHARDS)) : String(shardOf(hash, FEED_SHARDS)),
  ),
  sk: placeInFeed({ toldAt, sequence, id }),
});
