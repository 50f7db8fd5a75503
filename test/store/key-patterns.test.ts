/** The families of keys: each key of the table and its indexes is of one of them, and of no other. */

import { describe, expect, it } from 'vitest';
import { collectionId, deriveHash, endpointId } from '#lib/domain/ids.ts';
import {
  announcementKey,
  attemptKey,
  attentionListed,
  collectionKey,
  openByAddressKey,
  openReturnKey,
  segmentKey,
  waitingKey,
} from '#lib/store/collection/keys.ts';
import { namesPartition, openPartition, searchKey } from '#lib/store/customer/keys.ts';
import { feedPartitions, toldKey } from '#lib/store/event/keys.ts';
import { contactPartition, dueShards, erasureShards, statusPartition } from '#lib/store/indexes.ts';
import {
  firstKey,
  insightsShards,
  newsKey,
  owesKey,
  positionKey,
  SUMMARY_SHARD,
  statisticKey,
} from '#lib/store/insights/keys.ts';
import { KEY_FAMILIES } from '#lib/store/key-patterns.ts';
import {
  accountKey,
  apiKeyKey,
  auditKey,
  contactByEmailKey,
  contactByPhoneKey,
  credentialsKey,
  directoryKey,
  erasureKey,
  helpKey,
  lastMessageKey,
  memberEmailKey,
  memberKey,
  messageKey,
  personKey,
} from '#lib/store/keys.ts';
import { listedOptOutKey, optOutKey, optOutSecretKey, unreachableKey } from '#lib/store/opt-out/keys.ts';
import { deliveryKey, heldShard, webhookDueShards, webhooksKey } from '#lib/store/webhook/keys.ts';
import { matches } from '#test/permissions/wildcards.ts';

const account = 'abc0123xyz';
const hash = deriveHash('salt', 'collection', 'INV-1');
const ref = { account, hash };
const ODD = 'x#COLLECTION#*?\n#LIST';

const KEYS: Record<string, readonly string[]> = {
  account: [accountKey(account).pk, apiKeyKey(account, 'f00d').pk, memberKey(account, 'mbr_1').pk],
  announcement: [announcementKey(account, 'INV-1').pk],
  openReturn: [openReturnKey(account, 'prv_1', 'disputes#t#d').pk],
  memberEmail: [memberEmailKey('f00d', 'mbr_1').pk],
  audit: [auditKey(account, '2026-07-01T10:00:00.000Z#n').pk],
  collection: [collectionKey(account, hash).pk, attemptKey(ref, 1).pk, waitingKey(ref, 'a').pk],
  told: [toldKey(ref, 3).pk],
  feed: feedPartitions(account, '2026-07-01'),
  contactByPhone: [contactByPhoneKey(account, '+2348031234567').pk, contactByPhoneKey(account, ODD).pk],
  contactByEmail: [contactByEmailKey(account, 'ada@example.com').pk, contactByEmailKey(account, ODD).pk],
  credentials: [credentialsKey(account, 'prv_1').pk],
  person: [personKey({ account, matchKey: '+2348031234567' }).pk, personKey({ account, matchKey: ODD }).pk],
  list: [segmentKey(account, 12).pk],
  insights: [positionKey(account).pk, newsKey(account).pk, statisticKey(account, 1, 'BOOK').pk],
  customer: [owesKey(account, `contact_${hash}`, 'NGN').pk, firstKey(account, `contact_${hash}`).pk],
  search: [searchKey(account, 'CUSTOMER', 'ada', ODD).pk, searchKey(account, 'REFERENCE', ODD).pk],
  webhooks: [webhooksKey(account).pk],
  delivery: [deliveryKey(ref).pk],
  message: [messageKey('sms', 'm-1').pk, messageKey('email', ODD).pk],
  lastMessage: [lastMessageKey('+2348031234567').pk],
  openByAddress: [openByAddressKey('+2348031234567').pk, openByAddressKey(ODD).pk],
  help: [helpKey('+2348031234567').pk],
  optOut: [optOutKey('whatsapp', '+2348031234567').pk, optOutKey('email', ODD).pk],
  optOutSecret: [optOutSecretKey.pk],
  listedOptOut: [listedOptOutKey('email#ada@example.com').pk],
  unreachable: [unreachableKey('email', 'ada@example.com').pk],
  directory: [directoryKey('01JABC').pk],
  erasures: [erasureKey('2026-07-01').pk],
  dueRun: dueShards(),
  dueErasure: erasureShards(),
  dueWebhook: webhookDueShards(),
  dueInsights: insightsShards(),
  dueSummary: [SUMMARY_SHARD],
  dueAttention: [attentionListed(account)],
  heldWebhook: [heldShard(endpointId(ref))],
  byContact: [contactPartition(account, `contact_${hash}`), contactPartition(account, 'contact_of nobody')],
  byOwed: [namesPartition(account), openPartition(account, 'NGN')],
  byStatus: [statusPartition(account, 'pending')],
};

const familiesOf = (key: string, index: string | undefined): string[] =>
  Object.entries(KEY_FAMILIES)
    .filter(([, family]) => family.index === index && family.patterns.some((pattern) => matches(pattern, key)))
    .map(([name]) => name);

describe('the families of keys', () => {
  it.each(Object.entries(KEY_FAMILIES))('the keys of the family %s are of no other family', (name, { index }) => {
    expect(KEYS[name]?.length).toBeGreaterThan(0);
    for (const key of KEYS[name] ?? []) expect([key, familiesOf(key, index)]).toEqual([key, [name]]);
  });

  it('a pattern never reaches from the partitions of an account into those of the deployment', () => {
    for (const name of ['account', 'collection', 'contactByPhone', 'list'] as const)
      for (const pattern of KEY_FAMILIES[name].patterns) expect(pattern).toMatch(/^ACCOUNT#\?{10}(#|$)/);
  });

  it('a pattern has a place for each character of an id, so that no longer key passes it', () => {
    const [pattern = ''] = KEY_FAMILIES.collection.patterns;
    expect(matches(pattern, collectionKey(account, hash).pk)).toBe(true);
    expect(matches(pattern, `${collectionKey(account, hash).pk}#TOLD`)).toBe(false);
    expect(collectionId(ref)).toHaveLength('pay_'.length + account.length + hash.length);
  });
});
