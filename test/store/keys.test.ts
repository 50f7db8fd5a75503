/**
 * The keys of the table.
 * The families of keys: each key of the table and its indexes is of one of them, and of no other.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectionId, deriveHash, endpointId } from '#lib/domain/ids.ts';
import {
  announcementKey,
  attemptKey,
  attentionListed,
  collectionKey,
  collectionRefOfKey,
  entryKey,
  eventKey,
  openByAddressKey,
  openReturnKey,
  segmentKey,
  segmentNumber,
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
  apiKeyCopies,
  apiKeyKey,
  auditKey,
  contactByEmailKey,
  contactByPhoneKey,
  credentialsKey,
  directoryKey,
  erasureKey,
  helpKey,
  type Key,
  lastMessageKey,
  loggableKey,
  logoKey,
  memberEmailKey,
  memberKey,
  messageKey,
  personKey,
  shardOf,
} from '#lib/store/keys.ts';
import { listedOptOutKey, optOutKey, optOutSecretKey, unreachableKey } from '#lib/store/opt-out/keys.ts';
import { deliveryKey, heldShard, webhookDueShards, webhooksKey } from '#lib/store/webhook/keys.ts';
import { matches } from '#test/permissions/asked.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const account = 'abc0123xyz';
const hash = deriveHash('salt', 'collection', 'INV-1');

const KEYS_OF_AN_ACCOUNT = {
  'an account': accountKey(account),
  'an API key': apiKeyKey(account, 'f00d'),
  'a member': memberKey(account, 'mbr_1'),
  'an audit entry': auditKey(account, '2026-07-01T10:00:00.000Z#n'),
  'a collection': collectionKey(account, hash),
  'an attempt': attemptKey({ account, hash }, 7),
  'an event': eventKey({ account, hash }, 'contact.opted_out'),
  'a ledger entry': entryKey({ account, hash }, 'prv_1#trx-1#payment#100'),
  'a movement that waits': waitingKey({ account, hash }, 'prv_1#trx-1#payment#100'),
  'a contact by phone': contactByPhoneKey(account, '+2348031234567'),
  'a contact by email': contactByEmailKey(account, 'ada@example.com'),
  'a person': personKey({ account, matchKey: '+2348031234567' }),
  'a list segment': segmentKey(account, 12),
};

describe('keys', () => {
  it.each(Object.entries(KEYS_OF_AN_ACCOUNT))('the key of %s lies in a partition of its account', (_item, { pk }) => {
    expect(pk === `ACCOUNT#${account}` || pk.startsWith(`ACCOUNT#${account}#`)).toBe(true);
  });

  it('the keys of an account each name another item', () => {
    const names = Object.values(KEYS_OF_AN_ACCOUNT).map(({ pk, sk }) => `${pk}|${sk}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('the directory of accounts lies outside every account', () => {
    expect(directoryKey('01JABC')).toEqual({ pk: 'ACCOUNTS', sk: '01JABC' });
  });

  it('messages and opt-outs lie outside every account, and each channel’s apart from the others’', () => {
    const shared = (['whatsapp', 'sms', 'email'] as const).flatMap((channel) => [
      messageKey(channel, `ACCOUNT#${account}`).pk,
      optOutKey(channel, '+2348031234567').pk,
    ]);
    expect(new Set(shared).size).toBe(6);
    for (const pk of shared) expect(pk).not.toMatch(/^ACCOUNT/);
  });

  it('attempts sort by their slots, in their collection’s partition', () => {
    const slots = [1, 2, 9, 10, 59, 60].map((slot) => attemptKey({ account, hash }, slot));
    const sorts = slots.map(({ sk }) => sk);
    expect(sorts.toSorted()).toEqual(sorts);
    expect(new Set(slots.map(({ pk }) => pk))).toEqual(new Set([collectionKey(account, hash).pk]));
  });

  it('a phone or email that a person typed never names an item of another kind or account', () => {
    const typed = fc.string({ minLength: 1, maxLength: 40, unit: anyCharacter, size: 'max' });
    fc.assert(
      fc.property(typed, typed, (phone, email) => {
        const byPhone = contactByPhoneKey(account, phone);
        const byEmail = contactByEmailKey(account, email);
        expect(byPhone.pk).not.toBe(byEmail.pk);
        expect(byPhone.sk).toBe('CONTACT');
        expect(byEmail.sk).toBe('CONTACT');
        expect(collectionRefOfKey(byPhone.pk)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });
});

describe('the key of a ledger entry', () => {
  const ref = { account, hash };
  const sk = (key: string) => entryKey(ref, key).sk;

  it('the key of a ledger entry is its own, and of a movement that waits the same', () => {
    expect(sk('prv_1#trx-1#payment#100')).toBe('PAYMENT#prv_1#trx-1#payment#100');
    expect(waitingKey(ref, 'prv_1#trx-1#payment#100').sk).toBe('WAITING#prv_1#trx-1#payment#100');
  });

  it('the key of a ledger entry is never longer than DynamoDB allows, and different for different entries', () => {
    const long = ['x'.repeat(1_000), 'x'.repeat(1_001), 'x'.repeat(1_002), `${'é'.repeat(501)}`, '💸'.repeat(300)];
    for (const key of long) {
      for (const of of [entryKey(ref, key), waitingKey(ref, key)]) {
        expect(Buffer.byteLength(of.sk)).toBeLessThanOrEqual(1_024);
      }
    }
    expect(new Set(long.map(sk)).size).toBe(long.length);
    expect(sk(long[1] ?? '')).toBe(sk('x'.repeat(1_001)));
  });
});

describe('a segment key', () => {
  it('a segment’s key sorts by its number, and gives the number back', () => {
    const numbers = [0, 1, 9, 10, 99, 100, 19_999, 99_999_999];
    const sorted = numbers.map((segment) => segmentKey(account, segment).sk);
    expect(sorted.toSorted()).toEqual(sorted);
    expect(sorted.map(segmentNumber)).toEqual(numbers);
  });
});

describe('a collection key', () => {
  it('a collection’s key gives its account and hash back', () => {
    expect(collectionRefOfKey(collectionKey(account, hash).pk)).toEqual({ account, hash });
  });

  it.each(['', 'ACCOUNTS', `ACCOUNT#${account}`, segmentKey(account, 0).pk, 'ACCOUNT#a#COLLECTION'])(
    'the key %j is no collection’s',
    (pk) => expect(collectionRefOfKey(pk)).toBeUndefined(),
  );
});

it.each<[string, Key, Key]>([
  ['a contact by phone', contactByPhoneKey('a', '+234803'), { pk: 'ACCOUNT#a#PHONE', sk: 'CONTACT' }],
  ['a contact by email', contactByEmailKey('a', 'a#b@example.com'), { pk: 'ACCOUNT#a#EMAIL', sk: 'CONTACT' }],
  ['a person', personKey({ account: 'a', matchKey: 'a#b@example.com' }), { pk: 'ACCOUNT#a#PERSON', sk: 'PERSON' }],
  ['an opt-out', optOutKey('email', 'x\ny#@example.com'), { pk: 'OPTOUT#email', sk: 'OPTOUT' }],
])('the loggable key of %s has no address', (_item, key, loggable) => {
  expect(loggableKey(key)).toEqual(loggable);
});

it('what is stored in a shard stays where it is looked for, whatever the version', () => {
  expect([shardOf('acct7x91b2c', 15), shardOf('acct7x91b2d', 4)]).toEqual([6, 1]);
});

it('the loggable key of any other item is its whole key', () => {
  for (const key of [accountKey('a'), collectionKey('a', hash), messageKey('sms', 'm-1')])
    expect(loggableKey(key)).toEqual(key);
});

const ref = { account, hash };
const ODD = 'x#COLLECTION#*?\n#LIST';

const KEYS: Record<string, readonly string[]> = {
  account: [
    accountKey(account).pk,
    apiKeyKey(account, 'f00d').pk,
    ...apiKeyCopies(account, 'f00d').map(({ pk }) => pk),
    memberKey(account, 'mbr_1').pk,
  ],
  logo: [logoKey(account, 'a.png').pk],
  announcement: [announcementKey(account, 'INV-1').pk],
  openReturn: [openReturnKey(account, 'prv_1', 'disputes#t#d').pk],
  memberEmail: [memberEmailKey('f00d', 'mbr_1').pk],
  audit: [auditKey(account, '2026-07-01T10:00:00.000Z#n').pk],
  collection: [collectionKey(account, hash).pk, attemptKey(ref, 1).pk, waitingKey(ref, 'a').pk],
  told: [toldKey(ref, 3).pk],
  feed: feedPartitions(account, '2026-07-01', true),
  contactByPhone: [contactByPhoneKey(account, '+2348031234567').pk, contactByPhoneKey(account, ODD).pk],
  contactByEmail: [contactByEmailKey(account, 'ada@example.com').pk, contactByEmailKey(account, ODD).pk],
  credentials: [credentialsKey(account, 'prv_1').pk],
  person: [personKey({ account, matchKey: '+2348031234567' }).pk, personKey({ account, matchKey: ODD }).pk],
  list: [segmentKey(account, 12).pk],
  insights: [positionKey(account).pk, newsKey(account).pk, statisticKey(account, 1, 'BOOK').pk],
  customer: [owesKey(account, `contact_${hash}`, 'NGN').pk, firstKey(account, `contact_${hash}#2026-01-01`).pk],
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
