/** Times to live, as docs/operations/privacy.md promises them, of what no other test of the store looks at. */
import { describe, expect, it } from 'vitest';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { toBase36 } from '#lib/domain/ids.ts';
import type { FailureKind } from '#lib/domain/message/outgoing.ts';
import { newDelivery } from '#lib/domain/webhook/delivery.ts';
import { newEndpoint, newEndpointId } from '#lib/domain/webhook/endpoint.ts';
import { announcementKey, openByAddressKey } from '#lib/store/collection/keys.ts';
import { putOpen } from '#lib/store/collection/open-by-address.ts';
import { helpKey, type Key, messageKey } from '#lib/store/keys.ts';
import { announcePayment } from '#lib/store/ledger/ledger.ts';
import { listAudit, putOfAudit, putOfFailed, recordDenied } from '#lib/store/member/audit.ts';
import { claimHelp, keepMessageAlias } from '#lib/store/message/messages.ts';
import { unreachableKey } from '#lib/store/opt-out/keys.ts';
import { rememberFailure } from '#lib/store/opt-out/unreachable.ts';
import { table } from '#lib/store/table/live-table.ts';
import { deliveryItem } from '#lib/store/webhook/deliveries.ts';
import { askedOnKey } from '#lib/store/webhook/keys.ts';
import { countAsking } from '#lib/store/webhook/notify-addresses.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

const NOW = new Date('2026-03-01T09:00:00.000Z');
const inDays = (days: number): number => NOW.getTime() / 1000 + days * 86_400;

it('an entry of the audit log is kept for 400 days', () => {
  const entry = newAuditEntry('denied', { member: { id: 'mbr_1', name: 'Ada' }, detail: 'POST' }, NOW);
  expect(putOfAudit(table, 'account', entry).Item['ttl']).toBe(inDays(400));
});

it('a call that was refused to an API key is kept for seven days', () => {
  const refusal = {
    requestId: 'one',
    call: 'POST /public/collections',
    status: 400,
    code: 'malformed_json',
    message: '',
  };
  expect(putOfFailed(table, 'account', { at: NOW.toISOString(), ...refusal }).Item['ttl']).toBe(inDays(7));
});

it('who was answered HELP is remembered for two days', async () => {
  await claimHelp(table, '+2348031234567', NOW);
  expect((await table.getItem(helpKey('+2348031234567')))?.['ttl']).toBe(inDays(2));
});

const REF = { account: 'account', hash: toBase36(new Uint8Array(16)) };
const PHONE = '+2348031234567';
const OPEN = {
  address: PHONE,
  ref: REF,
  createdAt: NOW.toISOString(),
  expiresAt: new Date(NOW.getTime() + 60_000).toISOString(),
  name: 'of Ada',
};

it.each<[string, Key, () => Promise<unknown>, number]>([
  [
    'a payment that came before its collection is announced for thirty days',
    announcementKey('account', 'INV-1'),
    () => announcePayment(table, 'account', 'INV-1', NOW),
    inDays(30),
  ],
  [
    'an open collection is found by its address for thirty days after its expiry at most',
    openByAddressKey(PHONE, OPEN.createdAt, REF),
    () => putOpen(table, OPEN),
    inDays(30) + 60,
  ],
  [
    'how many links were sent to addresses for notices is known for the day, and the next one',
    askedOnKey('account', '2026-03-01'),
    () => countAsking(table, 'account', '2026-03-01'),
    Date.parse('2026-03-03T00:00:00.000Z') / 1000,
  ],
  [
    'another id of a message leads to it for sixty days',
    messageKey('whatsapp', 'second'),
    () =>
      keepMessageAlias(table, { channel: 'whatsapp', messageId: 'first', alias: 'second' }, { ref: REF, slot: 1 }, NOW),
    inDays(60),
  ],
])('%s', async (_what, key, write, ttl) => {
  await write();
  expect((await table.getItem(key))?.['ttl']).toBe(ttl);
});

it.each(['waiting', 'held'] as const)('a delivery that is %s is kept for thirty days from its creation', (status) => {
  const id = newEndpointId('account', new Uint8Array(16));
  const endpoint = newEndpoint(id, { url: 'https://a.example', events: ['*'] }, NOW);
  const delivery = newDelivery(endpoint, { id: 'evt_1', type: 'payment.received', body: '{}' }, NOW);
  expect(deliveryItem(REF, { ...delivery, status })['ttl']).toBe(inDays(30));
});

it.each<[FailureKind, number | undefined]>([
  ['not_on_whatsapp', 30],
  ['invalid_number', 90],
  ['mailbox_full', 7],
  ['bounced', undefined],
  ['complaint', undefined],
  // These count with others of thirty days only.
  ['blocked', 30],
  ['soft_bounce', 30],
])('an address that failed as %s is remembered for %s days; undefined is for good', async (kind, days) => {
  const address = `${kind}@example.com`;
  await rememberFailure(table, { channel: 'email', address }, { id: 'r-1', kind, at: NOW.toISOString() });
  const item = await table.getItem(unreachableKey('email', address));
  expect(item).toBeDefined();
  expect(item?.['ttl']).toBe(days && inDays(days));
});

describe('calls that a role did not allow', () => {
  const account = 'acc_denied';
  const denied = (minutes: number, detail = 'POST /public/providers', id = 'mbr_1') =>
    newAuditEntry('denied', { member: { id, name: 'Ada' }, detail }, new Date(NOW.getTime() + minutes * 60_000));
  const recorded = async () => (await listAudit(table, account, { limit: 100 })).entries;

  it('are recorded once in an hour for a member and a kind of call, also when many come at once', async () => {
    await Promise.all(Array.from({ length: 50 }, () => recordDenied(table, account, denied(0))));
    await recordDenied(table, account, denied(59));
    expect(await recorded()).toEqual([denied(0)]);
    await recordDenied(table, account, denied(60));
    await recordDenied(table, account, denied(60, 'DELETE /console/members/{id}'));
    await recordDenied(table, account, denied(60, 'POST /public/providers', 'mbr_2'));
    expect(await recorded()).toHaveLength(4);
  });
});
