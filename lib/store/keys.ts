/**
 * Every kind of key of the one table: open this file first. Those of accounts, people and messages are built
 * here, the others in the `keys.ts` of their folders; the indexes are in `indexes.ts`. Nothing else spells a key, a prefix,
 * a key attribute or an index.
 *
 * | Item         | pk                          | sk                                  | Read by                                       |
 * |--------------|-----------------------------|-------------------------------------|-----------------------------------------------|
 * | Account      | ACCOUNT#a                   | ACCOUNT                             | create, follow-up, provider endpoints; holds ≤ 50 providers |
 * | API key      | ACCOUNT#a                   | KEY#<SHA-256 of the key>            | every request with a key, beside what it asks for |
 * | … copies     | ACCOUNT#a#KEY#<0…7>         | KEY#<SHA-256 of the key>            | requests with a key, of an account that asks often |
 * | Logo         | ACCOUNT#a#LOGO              | <name of the file>                  | what shows it; never changes |
 * | Member       | ACCOUNT#a                   | MEMBER#<member id>                  | every request with a session, beside what it asks for; holds its sessions |
 * | Audit entry  | ACCOUNT#a#AUDIT             | AUDIT#<instant>#<nonce>             | the console's audit log; time to live of 400 days |
 * | Failed call  | ACCOUNT#a#AUDIT             | AUDIT#~failed#<instant>#<nonce>     | the console's developers; time to live of 7 days |
 * | Collection   | ACCOUNT#a#COLLECTION#<hash> | COLLECTION                          | get, update status, follow-up, each entry of a list page |
 * | Attempt      | ACCOUNT#a#COLLECTION#<hash> | ATTEMPT#<4 digits of the slot>      | get, follow-up plan: one query with the collection |
 * | Event        | ACCOUNT#a#COLLECTION#<hash> | EVENT#<type>, EVENT#<type>#<what it is about> | get, with the collection            |
 * | Reply        | ACCOUNT#a#COLLECTION#<hash> | REPLY#<channel's id of the message> | get, with the collection                      |
 * | Claimed message | ACCOUNT#a#COLLECTION#<hash> | WRITTEN#<what tells it apart>     | what sends a message of a person of the merchant once; time to live of two days |
 * | Ledger entry | ACCOUNT#a#COLLECTION#<hash> | PAYMENT#<provider id>#<transaction>#<what moved> | get, payments, and what books an entry, with the collection |
 * | Waiting      | ACCOUNT#a#COLLECTION#<hash> | WAITING#<key of the entry>          | what books an entry: it came before its collection |
 * | Attention    | ACCOUNT#a#COLLECTION#<hash> | ATTENTION#<reason>                  | the list of what needs a person, what keeps it, with the collection |
 * | Told event   | ACCOUNT#a#COLLECTION#<hash>#TOLD | TOLD#<6 digits of the sequence> | what tells the collection's events |
 * | Feed entry   | ACCOUNT#a#EVENTS#<day>#<0…3, 00…31 of a spread account> | <when told>#<sequence>#<event id> | the feed of events: a day's shards at once |
 * | Announcement | ACCOUNT#a#ANNOUNCED#<SHA-256 of a reference> | ANNOUNCED        | create, beside the person: a webhook named the reference before |
 * | Open return  | ACCOUNT#a#RETURNS           | <provider id>#<refunds or disputes>#<transaction>#<its id> | each day, what asks its provider how it ended |
 * | Contact      | ACCOUNT#a#PHONE#<phone>     | CONTACT                             | create, preview                               |
 * | … by email   | ACCOUNT#a#EMAIL#<email>     | CONTACT                             | create, preview                               |
 * | Credentials  | ACCOUNT#a#CREDENTIALS       | <provider id>                       | what calls a payment provider, once in five minutes: only KMS can read them |
 * | Person       | ACCOUNT#a#PERSON#<match key> | PERSON                             | create, preview, every run before it sends, the follow-up plan |
 * | List segment | ACCOUNT#a#LIST              | SEGMENT#<8 digits>                  | create (the newest), list (a range)           |
 * | Insights     | ACCOUNT#a#INSIGHTS          | POSITION, NEWS, SUMMARY, STATISTIC#<generation>#<kind>#<month>#<currency>, JOURNAL#<generation>#<day>#<part> | what counts events, the insights: how far they are counted, and the sums; what mails summaries |
 * | Owes         | ACCOUNT#a#CUSTOMER#<contact id> | OWES#<currency>, FIRST          | what counts events: what a customer owes; its first collection in the experiment |
 * | Customer     | ACCOUNT#a#CUSTOMER#<contact id> | CUSTOMER, CUSTOMER#<currency>, DEBT#<hash> | the customers' operations: who it is, what it owes by open collections, and these |
 * | Searched word ^ | ACCOUNT#a#SEARCH#CUSTOMER#<first character> | <word>#<contact id>  | search: names, phones and emails; an erasure finds them by the customer |
 * | … of a reference ^ | ACCOUNT#a#SEARCH#REFERENCE#<first character> | <word>#<time to the end>#<hash> | search of collections, the newest first |
 * | Webhooks     | ACCOUNT#a#WEBHOOKS          | WEBHOOKS                            | the webhook endpoints' operations, what tells events, every delivery: ≤ 10 endpoints |
 * | Health       | ACCOUNT#a#WEBHOOKS          | HEALTH#<endpoint id>                | every delivery to the endpoint: its failures, its next probe |
 * | Delivery     | ACCOUNT#a#DELIVERIES#<hash of the endpoint> | DELIVERY#<delivery id> | its attempts, the log of deliveries, replay: ids are in the order of telling |
 * | Message °    | MESSAGE#<channel>#<its id>  | MESSAGE                             | receipts, replies: the slot it was sent for   |
 * | Last message ° | LASTMESSAGE#<folded phone> | LASTMESSAGE                        | replies: the slot that was last sent to this phone |
 * | Open °       | OPEN#<folded address>       | OPEN#<created at>#<account>#<hash>  | replies, opt-outs: the open collections of this phone or email |
 * | Help °       | HELP#<folded phone>         | HELP                                | replies: whether HELP was answered today      |
 * | Opt-out °    | OPTOUT#<channel>#<folded address, or its hash once erased> | OPTOUT | every run before it sends, the follow-up plan |
 * | … key °      | OPTOUT#KEY                  | KEY                                 | START, opening an account: the key of those hashes; accounts have a copy |
 * | Erasure °    | ERASURES                    | ERASURE#<instant>#<account>#<id>    | the CLI, which repeats the erasures after a restore |
 * | … listed °   | OPTOUTS                     | <channel>#<folded address>          | the CLI's list of opt-outs                    |
 * | Unreachable ° | UNREACHABLE#<channel>#<folded address> | UNREACHABLE             | with the opt-outs; receipts write it          |
 * | Directory °  | ACCOUNTS                    | <ULID>                              | the CLI's list of accounts                    |
 *
 * A pk starts with the account, so no key of one account can name an item of another. ° belongs to the deployment: all
 * accounts share the senders, and the directory is for operators. ^ has 16 more parts in a spread account: #<0…15>.
 */
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { PersonRef } from '#lib/domain/person/person.ts';

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

const SEARCHED = /#SEARCH#/;

/** What may be logged of a key: all of it, but without a phone, an email, or a message's id that may hold a phone. */
export const loggableKey = ({ pk, sk }: Key): Key => ({
  pk: pk.replace(
    /^(ACCOUNT#[^#]*#(?:PHONE|EMAIL|PERSON)|(?:OPTOUT|UNREACHABLE)#[^#]*|LASTMESSAGE|OPEN|HELP)#.*$/su,
    '$1',
  ),
  sk: SEARCHED.test(pk) ? '' : sk.replace(PERSONAL_SORT_KEY, '$1'),
});

/** By the end of an id or hash, which is as good as random. */
export const shardOf = (id: string, shards: number): number => Number.parseInt(id.slice(-4), 36) % shards;

export const ACCOUNT_SORT_KEY = 'ACCOUNT';

/** The prefixes under which an account's API keys and members sort. */
export const API_KEY_PREFIX = 'KEY#';
export const MEMBER_PREFIX = 'MEMBER#';
const AUDIT_PREFIX = 'AUDIT#';

export const accountKey = (account: string): Key => ({ pk: `ACCOUNT#${account}`, sk: ACCOUNT_SORT_KEY });

export const apiKeyKey = (account: string, keyHash: string): Key => ({
  pk: accountKey(account).pk,
  sk: `${API_KEY_PREFIX}${keyHash}`,
});

const API_KEY_COPIES = 8;

/** Each in a partition of its own. */
export const apiKeyCopies = (account: string, keyHash: string): Key[] =>
  Array.from({ length: API_KEY_COPIES }, (_, copy) => ({
    pk: `${accountKey(account).pk}#KEY#${copy}`,
    sk: `${API_KEY_PREFIX}${keyHash}`,
  }));

/** `file`: the name of the image, which says whose it is. */
export const logoKey = (account: string, file: string): Key => ({ pk: `ACCOUNT#${account}#LOGO`, sk: file });

export const memberKey = (account: string, id: string): Key => ({
  pk: accountKey(account).pk,
  sk: `${MEMBER_PREFIX}${id}`,
});

/** Of the members with an email address, by the SHA-256 of it, whichever their accounts. */
export const memberEmailKey = (emailHash: string, id: string): Key => ({ pk: `MEMBEREMAIL#${emailHash}`, sk: id });

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

/** `ulid` keeps the entries in the order in which the accounts were opened. */
export const directoryKey = (ulid: string): Key => ({ pk: 'ACCOUNTS', sk: ulid });

export const CONTACT_SORT_KEY = 'CONTACT';

export const contactByPhoneKey = (account: string, phone: string): Key => ({
  pk: `ACCOUNT#${account}#PHONE#${phone}`,
  sk: CONTACT_SORT_KEY,
});

export const contactByEmailKey = (account: string, email: string): Key => ({
  pk: `ACCOUNT#${account}#EMAIL#${email}`,
  sk: CONTACT_SORT_KEY,
});

const PERSON_SORT_KEY = 'PERSON';

export const personKey = ({ account, matchKey }: PersonRef): Key => ({
  pk: `ACCOUNT#${account}#PERSON#${matchKey}`,
  sk: PERSON_SORT_KEY,
});

/** When the account's people wrote to a person lately or, without one, to anybody. */
export const writtenTurnsKey = (account: string, matchKey = 'ANYBODY'): Key => ({
  pk: personKey({ account, matchKey }).pk,
  sk: 'WRITTEN',
});

/** Without an id: where the erasures begin. */
export const erasureKey = (id = ''): Key => ({ pk: 'ERASURES', sk: `ERASURE#${id}` });

export const messageKey = (channel: Channel, messageId: string): Key => ({
  pk: `MESSAGE#${channel}#${messageId}`,
  sk: 'MESSAGE',
});

/** `phone` is folded, here and below. */
export const lastMessageKey = (phone: string): Key => ({ pk: `LASTMESSAGE#${phone}`, sk: 'LASTMESSAGE' });

export const helpKey = (phone: string): Key => ({ pk: `HELP#${phone}`, sk: 'HELP' });
