/** Where one account stops: what its collections ask, in a life each, of the partitions that they share. */
import { feedPartitions } from '#lib/store/event/keys.ts';
import { partsOf } from '#lib/store/indexes.ts';
import { KEY_FAMILIES } from '#lib/store/key-patterns.ts';
import { apiKeyCopies } from '#lib/store/keys.ts';
import { matches } from '#test/permissions/asked.ts';
import type { Demands } from './watch-partitions.ts';

/** A second, of one partition: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
export const READS = 3_000;
export const WRITES = 1_000;

export type Wall = { partition: string; shards: number; reads: number; writes: number; 'a second': number };

/** Longer parts of a key are ids and hashes: of one collection, one person or one address. */
const LONGEST_WORD = 12;

/** Before the partition of an index. */
const INDEX = /^\w+: /;

/** A partition of each day has on every day what the collections of all ages ask that day: a whole life, where they come steadily. */
const A_DAY = /\d{4}-\d{2}-\d{2}/;

/** The partitions that all collections of the account share, smallest wall first; of no account: that those of all accounts share. */
export function wallsOf(demands: Demands, account?: string): Wall[] {
  const without = (key: string, shown: string) => (account === undefined ? key : key.replace(account, shown));
  const shared = new Map<string, Wall>();
  for (const [key, { reads, writes }] of demands) {
    const words = without(key, '').replace(INDEX, '').split('#');
    if (!key.includes(account ?? '') || words.some((word) => word.length > LONGEST_WORD)) continue;
    const shards = shardsOf(key);
    const partition = without(shards > 1 ? key.replace(/\d+$/, '…') : key, 'a').replace(A_DAY, '<day>');
    const known = shared.get(partition) ?? { partition, shards, reads: 0, writes: 0, 'a second': 0 };
    shared.set(partition, { ...known, reads: known.reads + reads, writes: known.writes + writes });
  }
  return [...shared.values()]
    .map((wall) => ({ ...wall, 'a second': rateOf(wall) }))
    .toSorted((one, other) => one['a second'] - other['a second']);
}

/** In how many partitions, which end in their numbers, keys of this kind are spread for one account. */
function shardsOf(key: string): number {
  const bare = key.replace(INDEX, '');
  const [, account = '', kind, day = ''] = bare.split('#');
  if (!NUMBER.test(bare) || (kind === 'SEARCH' && bare.split('#').length < SEARCH_WORDS)) return 1;
  const [first, all] = [feedPartitions(account, day, false), feedPartitions(account, day, true)];
  const groups = [
    ...Object.values(KEY_FAMILIES).map(({ patterns }) => patterns.filter((each) => NUMBER.test(each))),
    first,
    all.slice(first.length),
    apiKeyCopies(account, '').map(({ pk }) => pk),
    partsOf(bare.replace(NUMBER, ''), true).slice(1),
  ];
  return groups.find((group) => group.some((each) => matches(each, bare)))?.length ?? 1;
}

const NUMBER = /#\d+$/;

/** In the key of a part: the key of a word ends in its first letter, which may be a digit. */
const SEARCH_WORDS = 6;

const rateOf = ({ shards, reads, writes }: Wall): number =>
  Math.floor(shards * Math.min(READS / (reads || 1), WRITES / (writes || 1)));
