/**
 * Every kind of key of the one table: open this file first. It builds the keys that start with an account, `deployment-keys.ts`
 * those marked °, `event-keys.ts` and `webhook-keys.ts` those of what is told, `indexes.ts` those of the indexes;
 * `key-families.ts` says of any key what it names. Nothing outside the six spells a key, a prefix, a key attribute or an index.
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

import { createHash } from 'node:crypto';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { PersonRef } from '#lib/domain/person/person.ts';

export type Key = { pk: string; sk: string };

export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';

/** Seconds since 1970, after which DynamoDB deletes the item; only items that nothing will need any more have it. */
export const TTL_ATTRIBUTE = 'ttl';

/** Sort keys of items that are alone of their kind in a partition. */
export const ACCOUNT_SORT_KEY = 'ACCOUNT';
export const COLLECTION_SORT_KEY = 'COLLECTION';
export const CONTACT_SORT_KEY = 'CONTACT';
const PERSON_SORT_KEY = 'PERSON';

/** The prefixes under which an account's API keys and members, and a collection's other rows sort. */
export const API_KEY_PREFIX = 'KEY#';
export const MEMBER_PREFIX = 'MEMBER#';
export const ATTEMPT_PREFIX = 'ATTEMPT#';
export const EVENT_PREFIX = 'EVENT#';
export const REPLY_PREFIX = 'REPLY#';
export const PAYMENT_PREFIX = 'PAYMENT#';
export const WAITING_PREFIX = 'WAITING#';
const SEGMENT_PREFIX = 'SEGMENT#';
export const AUDIT_PREFIX = 'AUDIT#';

export const accountKey = (account: string): Key => ({ pk: `ACCOUNT#${account}`, sk: ACCOUNT_SORT_KEY });

export const apiKeyKey = (account: string, keyHash: string): Key => ({
  pk: accountKey(account).pk,
  sk: `${API_KEY_PREFIX}${keyHash}`,
});

export const memberKey = (account: string, id: string): Key => ({
  pk: accountKey(account).pk,
  sk: `${MEMBER_PREFIX}${id}`,
});

/** `entry` is an instant, a `#` and a nonce; entries sort by it. */
export const auditKey = (account: string, entry: string): Key => ({
  pk: `ACCOUNT#${account}#AUDIT`,
  sk: `${AUDIT_PREFIX}${entry}`,
});

/** What {@link auditKey} was made of. */
export const auditEntryOf = (sk: string): string => sk.slice(AUDIT_PREFIX.length);

/** Of a payment provider. */
export const credentialsKey = (account: string, provider: string): Key => ({
  pk: `ACCOUNT#${account}#CREDENTIALS`,
  sk: provider,
});

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

/** `about` tells several events of one type apart. */
export const eventKey = (ref: CollectionRef, type: string, about?: string): Key =>
  beside(ref, `${EVENT_PREFIX}${type}${about === undefined ? '' : `#${shortened(about)}`}`);

export const replyKey = (ref: CollectionRef, messageId: string): Key =>
  beside(ref, `${REPLY_PREFIX}${shortened(messageId)}`);

/** `key` is the entry's own. */
export const entryKey = (ref: CollectionRef, key: string): Key => beside(ref, `${PAYMENT_PREFIX}${shortened(key)}`);

export const waitingKey = (ref: CollectionRef, key: string): Key => beside(ref, `${WAITING_PREFIX}${shortened(key)}`);

/** DynamoDB takes 1024 bytes; what a merchant calls a transaction can be longer. No key of an entry is a bare hash. */
const MAX_KEY_BYTES = 1000;

const shortened = (key: string): string =>
  Buffer.byteLength(key) <= MAX_KEY_BYTES ? key : createHash('sha256').update(key).digest('hex');

export const contactByPhoneKey = (account: string, phone: string): Key => ({
  pk: `ACCOUNT#${account}#PHONE#${phone}`,
  sk: CONTACT_SORT_KEY,
});

export const contactByEmailKey = (account: string, email: string): Key => ({
  pk: `ACCOUNT#${account}#EMAIL#${email}`,
  sk: CONTACT_SORT_KEY,
});

export const personKey = ({ account, matchKey }: PersonRef): Key => ({
  pk: `ACCOUNT#${account}#PERSON#${matchKey}`,
  sk: PERSON_SORT_KEY,
});

export const segmentKey = (account: string, segment: number): Key => ({
  pk: `ACCOUNT#${account}#LIST`,
  sk: `${SEGMENT_PREFIX}${String(segment).padStart(8, '0')}`,
});

/** The segment number in a segment's sort key. */
export const segmentNumber = (sk: string): number => Number(sk.slice(SEGMENT_PREFIX.length));

/** What may be logged of a key: all of it, but without a phone, an email, or a message's id that may hold a phone. */
export const loggableKey = ({ pk, sk }: Key): Key => ({
  pk: pk.replace(/^(ACCOUNT#[^#]*#(?:PHONE|EMAIL|PERSON)|(?:OPTOUT|UNREACHABLE)#[^#]*|LASTMESSAGE|HELP)#.*$/su, '$1'),
  sk: sk.replace(/^(REPLY|EVENT#[^#]*|sms|whatsapp|email)#.*$/su, '$1'),
});
