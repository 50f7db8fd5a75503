/**
 * The families of partition keys, each with its patterns for IAM: `?` is one character and `*` any number. They are what
 * the builders of keys make of wildcards, so no key is spelt here. A function is granted actions by family.
 */
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { ACCOUNT_LENGTH, endpointId, HASH_LENGTH } from '#lib/domain/ids.ts';
import { debtsPartition, namesPartition, openPartition, searchKey } from '#lib/store/customer/keys.ts';
import { feedPartitions, toldKey } from '#lib/store/event/keys.ts';
import { listedOptOutKey, optOutKey, optOutSecretKey, unreachableKey } from '#lib/store/opt-out/keys.ts';
import {
  announcementKey,
  attentionListed,
  collectionKey,
  openByAddressKey,
  openReturnKey,
  segmentKey,
} from './collection/keys.ts';
import {
  CONTACT_INDEX,
  contactPartition,
  DUE_INDEX,
  dueShards,
  erasureShards,
  OWED_INDEX,
  STATUS_INDEX,
  statusPartition,
} from './indexes.ts';
import { insightsShards, owesKey, positionKey, SUMMARY_SHARD } from './insights/keys.ts';
import {
  accountKey,
  apiKeyCopies,
  auditKey,
  contactByEmailKey,
  contactByPhoneKey,
  credentialsKey,
  directoryKey,
  erasureKey,
  helpKey,
  lastMessageKey,
  logoKey,
  memberEmailKey,
  messageKey,
  personKey,
} from './keys.ts';
import { deliveryKey, heldShard, webhookDueShards, webhooksKey } from './webhook/keys.ts';

export type KeyFamily = {
  /** No pattern matches a key of another family of the same table or index. */
  patterns: readonly string[];
  /** Absent for keys of the table itself. */
  index?: string;
};

const ANY = '*';
const account = '?'.repeat(ACCOUNT_LENGTH);
const hash = '?'.repeat(HASH_LENGTH);
const ref = { account, hash };
const DAY = '????-??-??';

const family = (...built: ({ pk: string } | string)[]): KeyFamily => ({
  patterns: built.map((each) => (typeof each === 'string' ? each : each.pk)),
});

/** Any number at the end: a pattern for each of many shards would fill a policy. */
const inShards = (built: readonly string[]): Set<string> =>
  new Set(built.map((pk) => pk.replace(/\d+$/, (shard) => '?'.repeat(shard.length))));

const OF_THE_TABLE = {
  /** The account with its providers, its API keys and its members, which share a partition, and the copies of keys. */
  account: family(accountKey(account), ...inShards(apiKeyCopies(account, '').map(({ pk }) => pk))),
  /** The images of logos. */
  logo: family(logoKey(account, '')),
  /** The collection with its attempts, events, replies, ledger entries, what waits for it and what of it needs a person. */
  collection: family(collectionKey(account, hash)),
  /** Of payments before their collections. */
  announcement: family({ pk: announcementKey(account, '').pk.replace(/#[^#]*$/, `#${ANY}`) }),
  /** Refunds and disputes that have not ended. */
  openReturn: family(openReturnKey(account, '', '')),
  audit: family(auditKey(account, '')),
  memberEmail: family(memberEmailKey(ANY, '')),
  told: family(toldKey(ref, 0)),
  feed: family(...inShards(feedPartitions(account, DAY, true))),
  contactByPhone: family(contactByPhoneKey(account, ANY)),
  contactByEmail: family(contactByEmailKey(account, ANY)),
  /** Of payment providers, as ciphertext. */
  credentials: family(credentialsKey(account, ANY)),
  person: family(personKey({ account, matchKey: ANY })),
  list: family(segmentKey(account, 0)),
  /** How far the account's events are counted, and the sums. */
  insights: family(positionKey(account)),
  /** What a customer owes, and who it is. */
  customer: family(owesKey(account, ANY, '')),
  /** The words by which customers and collections are found. */
  search: family(searchKey(account, 'CUSTOMER', ANY), searchKey(account, 'REFERENCE', ANY)),
  /** The endpoints of an account, their healths, and the addresses that are told of these. */
  webhooks: family(webhooksKey(account)),
  delivery: family(deliveryKey(ref)),
  message: family(...CHANNELS.map((channel) => messageKey(channel, ANY))),
  lastMessage: family(lastMessageKey(ANY)),
  openByAddress: family(openByAddressKey(ANY)),
  help: family(helpKey(ANY)),
  optOut: family(...CHANNELS.map((channel) => optOutKey(channel, ANY))),
  optOutSecret: family(optOutSecretKey),
  listedOptOut: family(listedOptOutKey(ANY)),
  unreachable: family(...CHANNELS.map((channel) => unreachableKey(channel, ANY))),
  directory: family(directoryKey(ANY)),
  erasures: family(erasureKey()),
};

const OF_INDEXES = {
  dueRun: { ...family(...dueShards()), index: DUE_INDEX },
  dueErasure: { ...family(...erasureShards()), index: DUE_INDEX },
  dueWebhook: { ...family(...webhookDueShards()), index: DUE_INDEX },
  dueInsights: { ...family(...insightsShards()), index: DUE_INDEX },
  dueSummary: { ...family(SUMMARY_SHARD), index: DUE_INDEX },
  heldWebhook: { ...family(heldShard(endpointId(ref))), index: DUE_INDEX },
  dueAttention: { ...family(attentionListed(account)), index: DUE_INDEX },
  byContact: { ...family(contactPartition(account, `contact_${ANY}`)), index: CONTACT_INDEX.name },
  byOwed: {
    ...family(openPartition(account, ANY), debtsPartition(account, ANY), namesPartition(account)),
    index: OWED_INDEX.name,
  },
  byStatus: { ...family(statusPartition(account, ANY)), index: STATUS_INDEX.name },
};

export type KeyFamilyName = keyof typeof OF_TABLE_AND_INDEXES;

const OF_TABLE_AND_INDEXES = { ...OF_THE_TABLE, ...OF_INDEXES };

export const KEY_FAMILIES: Readonly<Record<KeyFamilyName, KeyFamily>> = OF_TABLE_AND_INDEXES;
