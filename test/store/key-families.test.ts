/** Every key that the store builds has a kind, so that a restore treats each item as what it is. */

import { expect, it } from 'vitest';
import { accountKey, apiKeyKey, auditKey, credentialsKey, directoryKey, memberKey } from '#lib/store/account/keys.ts';
import {
  attemptKey,
  collectionKey,
  entryKey,
  eventKey,
  replyKey,
  segmentKey,
  waitingKey,
} from '#lib/store/collection/keys.ts';
import { feedKey, toldKey } from '#lib/store/event/keys.ts';
import { accountOfKey, kindOf } from '#lib/store/key-families.ts';
import { helpKey, lastMessageKey, messageKey } from '#lib/store/message/keys.ts';
import { listedOptOutKey, optOutKey, unreachableKey } from '#lib/store/opt-out/keys.ts';
import { contactByEmailKey, contactByPhoneKey, personKey } from '#lib/store/person/keys.ts';
import { deliveryKey, healthKey, webhooksKey } from '#lib/store/webhook/keys.ts';

const ref = { account: '0123456789', hash: 'a'.repeat(25) };
const event = { ref, toldAt: '2026-03-02T10:00:00.000Z', sequence: 1, id: 'evt_1' };

it.each([
  ['account', 'accounts', accountKey(ref.account)],
  ['credentials', 'accounts', credentialsKey(ref.account, 'prv_1')],
  ['keys', 'keys', apiKeyKey(ref.account, 'hash')],
  ['members', 'members', memberKey(ref.account, 'mbr_1')],
  ['audit', 'members', auditKey(ref.account, '2026-07-01T10:00:00.000Z#n')],
  ['collections', 'collections', collectionKey(ref.account, ref.hash)],
  ['attempts', 'attempts', attemptKey(ref, 1)],
  ['event', 'events', eventKey(ref, 'contact.opted_out', 'about')],
  ['event', 'events', replyKey(ref, 'message')],
  ['payment', 'payments', entryKey(ref, 'prv_1#txn#payment')],
  ['waiting', 'payments', waitingKey(ref, 'prv_1#txn#payment')],
  ['contacts', 'contacts', contactByPhoneKey(ref.account, '+2348031234567')],
  ['contacts', 'contacts', contactByEmailKey(ref.account, 'a#b@example.com')],
  ['people', 'people', personKey({ account: ref.account, matchKey: '+2348031234567' })],
  ['segment', 'collections', segmentKey(ref.account, 3)],
  ['told-event', 'told', toldKey(ref, 1)],
  ['feed', 'told', feedKey(event)],
  ['endpoints', 'webhooks', webhooksKey(ref.account)],
  ['health', 'webhooks', healthKey(ref)],
  ['deliveries', 'deliveries', deliveryKey(ref, 'dlv_1')],
  ['directory', 'accounts', directoryKey('01J')],
  ['messages', 'messages', messageKey('sms', 'id')],
  ['messages', 'messages', lastMessageKey('+2348031234567')],
  ['messages', 'messages', helpKey('+2348031234567')],
  ['opt-outs', 'opt-outs', optOutKey('sms', '+2348031234567')],
  ['opt-outs', 'opt-outs', listedOptOutKey('sms#+2348031234567')],
  ['unreachable', 'unreachable', unreachableKey('email', 'ada@example.com')],
  ['other', 'other', { pk: 'SOMETHING#ELSE', sk: 'X' }],
])('a key of the kind %s belongs to the family %s', (kind, family, key) => {
  expect(kindOf(key)).toMatchObject({ kind, family });
});

it('the account of a key is the one that it starts with, and a key of the deployment has none', () => {
  expect(accountOfKey(accountKey(ref.account))).toBe(ref.account);
  expect(accountOfKey(segmentKey(ref.account, 1))).toBe(ref.account);
  expect(accountOfKey(directoryKey('01J'))).toBeUndefined();
});
