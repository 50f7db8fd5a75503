/** Times to live, as docs/operations/privacy.md promises them, of what no other test of the store looks at. */
import { describe, expect, it } from 'vitest';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { toBase36 } from '#lib/domain/ids.ts';
import type { FailureKind } from '#lib/domain/message/outgoing.ts';
import { newDelivery } from '#lib/domain/webhook/delivery.ts';
import { newEndpoint, newEndpointId } from '#lib/domain/webhook/endpoint.ts';
import { helpKey } from '#lib/store/keys.ts';
import { listAudit, putOfAudit, recordDenied } from '#lib/store/member/audit.ts';
import { claimHelp } from '#lib/store/message/messages.ts';
import { unreachableKey } from '#lib/store/opt-out/keys.ts';
import { rememberFailure } from '#lib/store/opt-out/unreachable.ts';
import { table } from '#lib/store/table/live-table.ts';
import { deliveryItem } from '#lib/store/webhook/deliveries.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

const NOW = new Date('2026-03-01T09:00:00.000Z');
const inDays = (days: number): number => NOW.getTime() / 1000 + days * 86_400;

it('an entry of the audit log is kept for 400 days', () => {
  const entry = newAuditEntry('denied', { member: { id: 'mbr_1', name: 'Ada' }, detail: 'POST' }, NOW);
  expect(putOfAudit(table, 'account', entry).Item['ttl']).toBe(inDays(400));
});

it('who was answered HELP is remembered for two days', async () => {
  await claimHelp(table, '+2348031234567', NOW);
  expect((await table.getItem(helpKey('+2348031234567')))?.['ttl']).toBe(inDays(2));
});

it.each(['waiting', 'held'] as const)('a delivery that is %s is kept for thirty days from its creation', (status) => {
  const id = newEndpointId('account', new Uint8Array(16));
  const endpoint = newEndpoint(id, { url: 'https://a.example', events: ['*'] }, NOW);
  const delivery = newDelivery(endpoint, { id: 'evt_1', type: 'payment.received', body: '{}' }, NOW);
  const ref = { account: 'account', hash: toBase36(new Uint8Array(16)) };
  expect(deliveryItem(ref, { ...delivery, status })['ttl']).toBe(inDays(30));
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
