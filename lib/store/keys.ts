/**
 * Every key of the one table, and so its map: open this file first.
 *
 * | Item         | pk                            | sk                                          | Read by                                        |
 * |--------------|-------------------------------|---------------------------------------------|------------------------------------------------|
 * | Account      | ACCOUNT#a                     | ACCOUNT                                     | create, provider endpoints; holds ≤ 50 providers |
 * | API key      | ACCOUNT#a                     | KEY#<sha-256 of the key>                    | every request, beside the thing it asks for    |
 * | Collection   | ACCOUNT#a#COLLECTION#<hash>   | COLLECTION                                  | get, update status, each entry of a list page  |
 * | Contact      | ACCOUNT#a#PHONE#<phone>       | CONTACT                                     | create                                         |
 * | … by email   | ACCOUNT#a#EMAIL#<email>       | CONTACT                                     | create                                         |
 * | List segment    | ACCOUNT#a#LIST                | LEAF#<8 digits>                             | create (newest), list (a range)                |
 * | Attempt      | ACCOUNT#a#COLLECTION#<hash>   | ATTEMPT#<4 digits of the slot>              | get, follow-up plan: one query with the collection |
 * | Event        | ACCOUNT#a#COLLECTION#<hash>   | EVENT#<type>                                | get, with the collection                       |
 * | Payment      | ACCOUNT#a#COLLECTION#<hash>   | PAYMENT#<provider id>#<transaction>         | get; whoever settles one, with the collection  |
 * | Message °    | MESSAGE#<channel>#<its id>    | MESSAGE                                     | receipts: which attempt a message belongs to   |
 * | Opt-out °    | OPTOUT#<channel>#<address>    | OPTOUT                                      | every run, before it sends                    |
 * | Directory °  | ACCOUNTS                      | <ulid>                                      | the CLI's list of accounts                     |
 *
 * Every pk starts with the account, so no key of one tenant can name an item of another. ° belongs to the deployment:
 * senders are shared by all its accounts, and the directory is for its operators.
 *
 * One index, sparse and keys only: `due` (DUE#<0…15>) by `nextRunAt` holds the collections that still need running.
 */

import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';

/** The primary key of one item. */
export type Key = { pk: string; sk: string };

/** The names of the two key attributes, for whoever defines the table. */
export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';

/** Sort keys of items that are alone of their kind in a partition; the stream's filters name them too. */
export const COLLECTION_SORT_KEY = 'COLLECTION';
const ACCOUNT_SORT_KEY = 'ACCOUNT';
const CONTACT_SORT_KEY = 'CONTACT';
const SEGMENT_PREFIX = 'SEGMENT#';
/** The prefix under which an account's API keys sort. */
export const API_KEY_PREFIX = 'KEY#';

export const accountKey = (account: string): Key => ({ pk: `ACCOUNT#${account}`, sk: ACCOUNT_SORT_KEY });

/** `ulid` keeps the entries in the order in which the accounts were opened. */
export const directoryKey = (ulid: string): Key => ({ pk: 'ACCOUNTS', sk: ulid });

export const apiKeyKey = (account: string, keyHash: string): Key => ({
  pk: `ACCOUNT#${account}`,
  sk: `${API_KEY_PREFIX}${keyHash}`,
});

export const collectionKey = (account: string, hash: string): Key => ({
  pk: `ACCOUNT#${account}#COLLECTION#${hash}`,
  sk: COLLECTION_SORT_KEY,
});

/** The account and hash in a collection's partition key. */
export function collectionRefOfKey(pk: string): { account: string; hash: string } | undefined {
  const [, account, kind, hash] = pk.split('#');
  return kind === 'COLLECTION' && account !== undefined && hash !== undefined ? { account, hash } : undefined;
}

/** The prefix under which a collection's attempts sort, in the order of their slots. */
export const ATTEMPT_PREFIX = 'ATTEMPT#';

export const attemptKey = ({ account, hash }: CollectionRef, slot: number): Key => ({
  pk: collectionKey(account, hash).pk,
  sk: `${ATTEMPT_PREFIX}${String(slot).padStart(4, '0')}`,
});

/** The prefix under which a collection's own event rows sort. */
export const EVENT_PREFIX = 'EVENT#';

export const eventKey = ({ account, hash }: CollectionRef, type: string): Key => ({
  pk: collectionKey(account, hash).pk,
  sk: `${EVENT_PREFIX}${type}`,
});

/** The prefix under which a collection's payments sort; the stream's filters name it too. */
export const PAYMENT_PREFIX = 'PAYMENT#';

export const paymentKey = (
  { account, hash }: CollectionRef,
  { provider, transaction }: { provider: string; transaction: string },
): Key => ({ pk: collectionKey(account, hash).pk, sk: `${PAYMENT_PREFIX}${provider}#${transaction}` });

export const messageKey = (channel: Channel, messageId: string): Key => ({
  pk: `MESSAGE#${channel}#${messageId}`,
  sk: 'MESSAGE',
});

export const optOutKey = (channel: Channel, address: string): Key => ({
  pk: `OPTOUT#${channel}#${address}`,
  sk: 'OPTOUT',
});

/** The index of what is due, and its shards: enough of them that no single one limits how many collections run at once. */
export const DUE_INDEX = 'due';
export const DUE_PARTITION_KEY = 'due';
export const DUE_SORT_KEY = 'nextRunAt';
export const DUE_SHARDS = 16;

/** The shard a collection is in; its hash is as good as random. */
export const dueShard = (hash: string): string => `DUE#${Number.parseInt(hash.slice(-4), 36) % DUE_SHARDS}`;

export const contactByPhoneKey = (account: string, phone: string): Key => ({
  pk: `ACCOUNT#${account}#PHONE#${phone}`,
  sk: CONTACT_SORT_KEY,
});

export const contactByEmailKey = (account: string, email: string): Key => ({
  pk: `ACCOUNT#${account}#EMAIL#${email}`,
  sk: CONTACT_SORT_KEY,
});

export const segmentKey = (account: string, segment: number): Key => ({
  pk: `ACCOUNT#${account}#LIST`,
  sk: `${SEGMENT_PREFIX}${String(segment).padStart(8, '0')}`,
});

/** The segment number in a segment's sort key. */
export const segmentNumber = (sk: string): number => Number(sk.slice(SEGMENT_PREFIX.length));
