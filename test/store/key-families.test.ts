/** Every key that the store builds has a kind, so that a restore treats each item as what it is. */
import { expect, it } from 'vitest';
import * as deployment from '#lib/store/deployment-keys.ts';
import { feedKey, toldKey } from '#lib/store/event/event-keys.ts';
import { accountOfKey, kindOf } from '#lib/store/key-families.ts';
import * as keys from '#lib/store/keys.ts';
import { deliveryKey, healthKey, webhooksKey } from '#lib/store/webhook/webhook-keys.ts';

const ref = { account: '0123456789', hash: 'a'.repeat(25) };
const event = { ref, toldAt: '2026-03-02T10:00:00.000Z', sequence: 1, id: 'evt_1' };

it.each([
  ['account', 'accounts', keys.accountKey(ref.account)],
  ['credentials', 'accounts', keys.credentialsKey(ref.account, 'prv_1')],
  ['keys', 'keys', keys.apiKeyKey(ref.account, 'hash')],
  ['members', 'members', keys.memberKey(ref.account, 'mbr_1')],
  ['audit', 'members', keys.auditKey(ref.account, '2026-07-01T10:00:00.000Z#n')],
  ['collections', 'collections', keys.collectionKey(ref.account, ref.hash)],
  ['attempts', 'attempts', keys.attemptKey(ref, 1)],
  ['event', 'events', keys.eventKey(ref, 'contact.opted_out', 'about')],
  ['event', 'events', keys.replyKey(ref, 'message')],
  ['payment', 'payments', keys.entryKey(ref, 'prv_1#txn#payment')],
  ['waiting', 'payments', keys.waitingKey(ref, 'prv_1#txn#payment')],
  ['contacts', 'contacts', keys.contactByPhoneKey(ref.account, '+2348031234567')],
  ['contacts', 'contacts', keys.contactByEmailKey(ref.account, 'a#b@example.com')],
  ['people', 'people', keys.personKey({ account: ref.account, matchKey: '+2348031234567' })],
  ['segment', 'collections', keys.segmentKey(ref.account, 3)],
  ['told-event', 'told', toldKey(ref, 1)],
  ['feed', 'told', feedKey(event)],
  ['endpoints', 'webhooks', webhooksKey(ref.account)],
  ['health', 'webhooks', healthKey(ref)],
  ['deliveries', 'deliveries', deliveryKey(ref, 'dlv_1')],
  ['directory', 'accounts', deployment.directoryKey('01J')],
  ['messages', 'messages', deployment.messageKey('sms', 'id')],
  ['messages', 'messages', deployment.lastMessageKey('+2348031234567')],
  ['messages', 'messages', deployment.helpKey('+2348031234567')],
  ['opt-outs', 'opt-outs', deployment.optOutKey('sms', '+2348031234567')],
  ['opt-outs', 'opt-outs', deployment.listedOptOutKey('sms#+2348031234567')],
  ['unreachable', 'unreachable', deployment.unreachableKey('email', 'ada@example.com')],
  ['other', 'other', { pk: 'SOMETHING#ELSE', sk: 'X' }],
])('a key of the kind %s belongs to the family %s', (kind, family, key) => {
  expect(kindOf(key)).toMatchObject({ kind, family });
});

it('the account of a key is the one that it starts with, and a key of the deployment has none', () => {
  expect(accountOfKey(keys.accountKey(ref.account))).toBe(ref.account);
  expect(accountOfKey(keys.segmentKey(ref.account, 1))).toBe(ref.account);
  expect(accountOfKey(deployment.directoryKey('01J'))).toBeUndefined();
});
