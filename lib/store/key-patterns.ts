/**
 * The families of partition keys, each with its patterns for IAM: `?` is one character and `*` any number. They are what
 * the builders of keys make of wildcards, so no key is spelt here. A function is granted actions by family.
 */

import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { ACCOUNT_LENGTH, endpointId, HASH_LENGTH } from '#lib/domain/ids.ts';
import * as deployment from './deployment-keys.ts';
import { feedPartitions, toldKey } from './event/event-keys.ts';
import {
  CONTACT_INDEX,
  contactPartition,
  DUE_INDEX,
  dueShards,
  erasureShards,
  STATUS_INDEX,
  statusPartition,
} from './indexes.ts';
import * as keys from './keys.ts';
import { deliveryKey, heldShard, webhookDueShards, webhooksKey } from './webhook/webhook-keys.ts';

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

const OF_THE_TABLE = {
  /** The account with its providers, its API keys and its members: they share a partition. */
  account: family(keys.accountKey(account)),
  /** The collection with its attempts, events, replies, ledger entries and what waits for it. */
  collection: family(keys.collectionKey(account, hash)),
  audit: family(keys.auditKey(account, '')),
  told: family(toldKey(ref, 0)),
  feed: family(...feedPartitions(account, DAY)),
  contactByPhone: family(keys.contactByPhoneKey(account, ANY)),
  contactByEmail: family(keys.contactByEmailKey(account, ANY)),
  /** Of payment providers, as ciphertext. */
  credentials: family(keys.credentialsKey(account, ANY)),
  person: family(keys.personKey({ account, matchKey: ANY })),
  list: family(keys.segmentKey(account, 0)),
  /** The endpoints of an account, and their healths. */
  webhooks: family(webhooksKey(account)),
  delivery: family(deliveryKey(ref)),
  message: family(...CHANNELS.map((channel) => deployment.messageKey(channel, ANY))),
  lastMessage: family(deployment.lastMessageKey(ANY)),
  help: family(deployment.helpKey(ANY)),
  optOut: family(...CHANNELS.map((channel) => deployment.optOutKey(channel, ANY))),
  optOutSecret: family(deployment.optOutSecretKey),
  listedOptOut: family(deployment.listedOptOutKey(ANY)),
  unreachable: family(...CHANNELS.map((channel) => deployment.unreachableKey(channel, ANY))),
  directory: family(deployment.directoryKey(ANY)),
  erasures: family(deployment.erasureKey()),
};

const OF_INDEXES = {
  dueRun: { ...family(...dueShards()), index: DUE_INDEX },
  dueErasure: { ...family(...erasureShards()), index: DUE_INDEX },
  dueWebhook: { ...family(...webhookDueShards()), index: DUE_INDEX },
  heldWebhook: { ...family(heldShard(endpointId(ref))), index: DUE_INDEX },
  byContact: { ...family(contactPartition(account, `contact_${ANY}`)), index: CONTACT_INDEX.name },
  byStatus: { ...family(statusPartition(account, ANY)), index: STATUS_INDEX.name },
};

export type KeyFamilyName = keyof typeof OF_TABLE_AND_INDEXES;

const OF_TABLE_AND_INDEXES = { ...OF_THE_TABLE, ...OF_INDEXES };

export const KEY_FAMILIES: Readonly<Record<KeyFamilyName, KeyFamily>> = OF_TABLE_AND_INDEXES;
