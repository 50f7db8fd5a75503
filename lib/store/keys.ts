/**
 * Every kind of key of the one table: open this file first. Each folder builds its keys in its `keys.ts`, and the
 * indexes are at the end of this file. Nothing else spells a key, a prefix, a key attribute or an index.
 *
 * | Item         | pk                          | sk                                  | Read by                                       |
 * |--------------|-----------------------------|-------------------------------------|-----------------------------------------------|
 * | Account      | ACCOUNT#a                   | ACCOUNT                             | create, follow-up, provider endpoints; holds ≤ 50 providers |
 * | API key      | ACCOUNT#a                   | KEY#<SHA-256 of the key>            | every request with a key, beside what it asks for |
 * | Member       | ACCOUNT#a                   | MEMBER#<member id>                  | every request with a session, beside what it asks for; holds its sessions |
 * | Audit entry  | ACCOUNT#a#AUDIT             | AUDIT#<instant>#<nonce>             | the console's audit log; time to live of 400 days |
 * | Collection   | ACCOUNT#a#COLLECTION#<hash> | COLLECTION                          | get, update status, follow-up, each entry of a list page |
 * | Attempt      | ACCOUNT#a#COLLECTION#<hash> | ATTEMPT#<4 digits of the slot>      | get, follow-up plan: one query with the collection |
 * | Event        | ACCOUNT#a#COLLECTION#<hash> | EVENT#<type>, EVENT#<type>#<what it is about> | get, with the collection            |
 * | Reply        | ACCOUNT#a#COLLECTION#<hash> | REPLY#<channel's id of the message> | get, with the collection                      |
 * | Ledger entry | ACCOUNT#a#COLLECTION#<hash> | PAYMENT#<provider id>#<transaction>#<what moved> | get, payments, and what books an entry, with the collection |
 * | Waiting      | ACCOUNT#a#COLLECTION#<hash> | WAITING#<key of the entry>          | what books an entry: it came before its collection |
 * | Told event   | ACCOUNT#a#COLLECTION#<hash>#TOLD | TOLD#<6 digits of the sequence> | what tells the collection's events |
 * | Feed entry   | ACCOUNT#a#EVENTS#<day>#<0…3> | <when told>#<sequence>#<event id>  | the feed of events: a day's shards at once    |
 * | Contact      | ACCOUNT#a#PHONE#<phone>     | CONTACT                             | create, preview                               |
 * | … by email   | ACCOUNT#a#EMAIL#<email>     | CONTACT                             | create, preview                               |
 * | Credentials  | ACCOUNT#a#CREDENTIALS       | <provider id>                       | what calls a payment provider, once in five minutes: only KMS can read them |
 * | Person       | ACCOUNT#a#PERSON#<match key> | PERSON                             | create, preview, every run before it sends, the follow-up plan |
 * | List segment | ACCOUNT#a#LIST              | SEGMENT#<8 digits>                  | create (the newest), list (a range)           |
 * | Webhooks     | ACCOUNT#a#WEBHOOKS          | WEBHOOKS                            | the webhook endpoints' operations, what tells events, every delivery: ≤ 10 endpoints |
 * | Health       | ACCOUNT#a#WEBHOOKS          | HEALTH#<endpoint id>                | every delivery to the endpoint: its failures, its next probe |
 * | Delivery     | ACCOUNT#a#DELIVERIES#<hash of the endpoint> | DELIVERY#<delivery id> | its attempts, the log of deliveries, replay: ids are in the order of telling |
 * | Message °    | MESSAGE#<channel>#<its id>  | MESSAGE                             | receipts, replies: the slot it was sent for   |
 * | Last message ° | LASTMESSAGE#<folded phone> | LASTMESSAGE                        | replies: the slot that was last sent to this phone |
 * | Help °       | HELP#<folded phone>         | HELP                                | replies: whether HELP was answered today      |
 * | Opt-out °    | OPTOUT#<channel>#<folded address, or its hash once erased> | OPTOUT | every run before it sends, the follow-up plan |
 * | … key °      | OPTOUT#KEY                  | KEY                                 | START, opening an account: the key of those hashes; accounts have a copy |
 * | Erasure °    | ERASURES                    | ERASURE#<instant>#<account>#<id>    | the CLI, which repeats the erasures after a restore |
 * | … listed °   | OPTOUTS                     | <channel>#<folded address>          | the CLI's list of opt-outs                    |
 * | Unreachable ° | UNREACHABLE#<channel>#<folded address> | UNREACHABLE             | with the opt-outs; receipts write it          |
 * | Directory °  | ACCOUNTS                    | <ULID>                              | the CLI's list of accounts                    |
 *
 * A pk starts with the account, so no key of one account can name an item of another. ° belongs to the deployment: all
 * accounts share the senders, and the directory is for operators.
 */
import { CHANNELS } from '#lib/domain/channels/channels.ts';

export type Key = { pk: string; sk: string };

export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';

/** Seconds since 1970, after which DynamoDB deletes the item; only items that nothing will need any more have it. */
export const TTL_ATTRIBUTE = 'ttl';

const SECONDS_A_DAY = 86_400;

/** For {@link TTL_ATTRIBUTE}. */
export const secondsAfter = (instant: string, days: number): number =>
  Math.floor(Date.parse(instant) / 1000) + days * SECONDS_A_DAY;

const PERSONAL_SORT_KEY = new RegExp(`^(REPLY|EVENT#[^#]*|${CHANNELS.join('|')})#.*$`, 'su');

/** What may be logged of a key: all of it, but without a phone, an email, or a message's id that may hold a phone. */
export const loggableKey = ({ pk, sk }: Key): Key => ({
  pk: pk.replace(/^(ACCOUNT#[^#]*#(?:PHONE|EMAIL|PERSON)|(?:OPTOUT|UNREACHABLE)#[^#]*|LASTMESSAGE|HELP)#.*$/su, '$1'),
  sk: sk.replace(PERSONAL_SORT_KEY, '$1'),
});

/** By the end of an id or hash, which is as good as random. */
export const shardOf = (id: string, shards: number): number => Number.parseInt(id.slice(-4), 36) % shards;

/*
 * Every index of the table, all sparse. AWS, the local run and the simulator make them from here.
 *
 * | Index   | Partition                 | By        | Holds                                            | Read by               |
 * |---------|---------------------------|-----------|--------------------------------------------------|-----------------------|
 * | due     | due: DUE#<0…15>           | nextRunAt | keys of collections that have a next run         | sweep                 |
 * |         | DUEERASURE#<0…3>          |           | keys of collections that are to be erased, where a retention period is set | sweep |
 * |         | DUEWEBHOOKS#<0…15>        |           | keys of deliveries, and of healths of endpoints, that have a next run | sweep-webhooks |
 * |         | HELD#<endpoint id>        |           | keys of deliveries that wait until their endpoint is enabled | deliver |
 * | contact | byContact: a#<contact>    | createdAt | keys of all collections                          | list, with a contact  |
 * | status  | byStatus: a#<status>      | createdAt | keys of all collections, with their `expiresAt`  | list, with a status   |
 *
 * `due` belongs to the deployment; the partitions of the other two start with the account. They are short, because they
 * are in each collection's kilobyte.
 */

/** `also`: the attributes that it holds beside its own keys and the table's. */
export type TableIndex = { name: string; partitionKey: string; sortKey: string; also?: readonly string[] };

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

export const DUE: TableIndex = { name: DUE_INDEX, partitionKey: DUE_PARTITION_KEY, sortKey: DUE_SORT_KEY };

export const INDEXES: readonly TableIndex[] = [DUE, CONTACT_INDEX, STATUS_INDEX];

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

export const statusPartition = (account: string, status: string): string => `${account}#${status}`;
