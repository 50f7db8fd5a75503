/**
 * Every index of the table, all sparse. AWS, the local run and the simulator make them from here.
 *
 * | Index   | Partition                 | By        | Holds                                            | Read by               |
 * |---------|---------------------------|-----------|--------------------------------------------------|-----------------------|
 * | due     | due: DUE#<0…15>           | nextRunAt | keys of collections that have a next run         | sweep                 |
 * |         | DUEERASURE#<0…3>          |           | keys of collections that are to be erased, where a retention period is set | sweep |
 * |         | DUEWEBHOOKS#<0…15>        |           | keys of deliveries, and of healths of endpoints, that have a next run | sweep-webhooks |
 * |         | DUESUMMARY#0              |           | keys of accounts with a weekly summary           | mail-summaries        |
 * |         | ATTENTION#<account>       |           | keys of what needs a person, by since when       | list-attention        |
 * |         | HELD#<endpoint id>        |           | keys of deliveries that wait until their endpoint is enabled | deliver |
 * | contact | byContact: a#<contact>    | createdAt | keys of all collections                          | list, with a contact  |
 * |         | a#CUSTOMERS               | createdAt | keys of all customers, by their first collections | list-customers       |
 * |         | DUEINSIGHTS#<0…3>         |           | keys of accounts with events that are not counted | count-insights       |
 * | status  | byStatus: a#<status>      | createdAt | keys of all collections, with their `expiresAt`  | list, with a status   |
 * |         | a#DUE                     | createdAt | keys of debts with a due day, by it              | list, by due date     |
 * | owed    | byOwed: a#OPEN#<currency> | owed      | keys of customers, by what they can pay, in 16 digits | list-customers   |
 * |         | a#DEBTS#<currency>        | owed      | keys of debts, by what is left of each           | list, by what is owed |
 * |         | a#NAME                    | owed      | keys of all customers, by name                   | list-customers        |
 *
 * `due` belongs to the deployment; the partitions of the others start with the account. They are short, because they
 * are in each collection's kilobyte. Of a spread account those by status, of debts and of what can be paid have 16 more parts: #<0…15>.
 */

import { PARTITION_KEY, SORT_KEY, shardOf } from './keys.ts';

/** `also`: the attributes that it holds beside its own keys and the table's. */
export type TableIndex = { name: string; partitionKey: string; sortKey: string; also?: readonly string[] };

/** The keys of a place in an index. */
export const placeIn = ({ partitionKey, sortKey }: TableIndex, partition: string | undefined, sort: string) => ({
  [partitionKey]: partition,
  [sortKey]: sort,
});

/** With 16 shards no single one limits how many collections run at once. */
export const DUE_INDEX = 'due';
export const DUE_PARTITION_KEY = 'due';
export const DUE_SORT_KEY = 'nextRunAt';
const DUE_SHARDS = 16;

const DUE_PREFIX = 'DUE#';

/** The partition key of every shard of the index. */
export const dueShards = (): string[] => Array.from({ length: DUE_SHARDS }, (_, shard) => `${DUE_PREFIX}${shard}`);

/** The shard of a collection; its hash is as good as random. */
export const dueShard = (hash: string): string => `${DUE_PREFIX}${shardOf(hash, DUE_SHARDS)}`;

const ERASURE_PREFIX = 'DUEERASURE#';
const ERASURE_SHARDS = 4;

export const erasureShards = (): string[] =>
  Array.from({ length: ERASURE_SHARDS }, (_, shard) => `${ERASURE_PREFIX}${shard}`);

/** The shard of a collection that waits for nothing but its erasure. */
export const erasureShard = (hash: string): string => `${ERASURE_PREFIX}${shardOf(hash, ERASURE_SHARDS)}`;

export const isErasureShard = (due: unknown): boolean => typeof due === 'string' && due.startsWith(ERASURE_PREFIX);

export const CONTACT_PARTITION_KEY = 'byContact';
export const STATUS_PARTITION_KEY = 'byStatus';
export const CREATED_SORT_KEY = 'createdAt';

const created = { sortKey: CREATED_SORT_KEY };

export const CONTACT_INDEX: TableIndex = { name: 'contact', partitionKey: CONTACT_PARTITION_KEY, ...created };

/** An expiry that is not stored yet is seen by `expiresAt`, without a read of each collection. */
export const STATUS_INDEX: TableIndex = {
  name: 'status',
  partitionKey: STATUS_PARTITION_KEY,
  ...created,
  also: ['expiresAt'],
};

export const OWED_PARTITION_KEY = 'byOwed';
export const OWED_SORT_KEY = 'owed';

export const OWED_INDEX: TableIndex = { name: 'owed', partitionKey: OWED_PARTITION_KEY, sortKey: OWED_SORT_KEY };

export const DUE: TableIndex = { name: DUE_INDEX, partitionKey: DUE_PARTITION_KEY, sortKey: DUE_SORT_KEY };

export const INDEXES: readonly TableIndex[] = [DUE, CONTACT_INDEX, STATUS_INDEX, OWED_INDEX];

/** The attributes that are keys of an index: texts, where an item has them. */
export const INDEX_ATTRIBUTES: readonly string[] = [
  ...new Set(INDEXES.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])),
];

/** The attributes that are keys of the table or of an index. */
export const KEY_ATTRIBUTES: readonly string[] = [PARTITION_KEY, SORT_KEY, ...INDEX_ATTRIBUTES];

const CONTACT_PREFIX = 'contact_';

export const contactPartition = (account: string, contactId: string): string =>
  `${account}#${contactId.slice(CONTACT_PREFIX.length)}`;

/** The id of a contact in the partition key of the index. */
export const contactIdOf = (partition: string): string =>
  `${CONTACT_PREFIX}${partition.slice(partition.indexOf('#') + 1)}`;

/** A partition takes 1,000 writes a second, and a change of a key in an index is two; so those of a spread account have parts. */
const PARTS = 16;

/** The parts of a partition. What was created before the account was spread stays in the first one. */
export const partsOf = (partition: string, isSpread: boolean): string[] => [
  partition,
  ...Array.from({ length: isSpread ? PARTS : 0 }, (_, part) => `${partition}#${part}`),
];

/** The part of something with this hash or id, which may be of a spread account. */
export const partFor = (partition: string, id: string, spread: true | undefined): string =>
  spread ? `${partition}#${shardOf(id, PARTS)}` : partition;

/** Of a collection, which may be of a spread account. */
export const statusPart = ({ ref, spread }: StatusPlace, status: string): string =>
  partFor(statusPartition(ref.account, status), ref.hash, spread);

type StatusPlace = { ref: { account: string; hash: string }; spread?: true | undefined };

export const statusPartition = (account: string, status: string): string => `${account}#${status}`;
