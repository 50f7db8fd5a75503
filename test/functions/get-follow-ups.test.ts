/** Reading a follow-up plan on a real table. */

import { describe, expect, it } from 'vitest';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { phoneAddresses } from '#lib/domain/contact.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { claimSlots, recordResult } from '#lib/store/attempt/attempts.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aClaim, tokenOf } from '#test/store/a-claim.ts';
import { aContactBody, aFullCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aCreatedCollection } from './created.ts';

const handler = getFollowUps(service);
const updateStatus = updateCollectionStatus(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const prepare = async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id });
const planOf = async (id: string) => dataOf(await invoke(handler, { key: tenants.mine.key, id }), FollowUpPlanResponse);
const aPlanned = async (given: object = {}) => (await aCreatedCollection(tenants.mine, given)).id;

/** Claims the first slot after skipping this many; answers what a result is recorded under. */
async function claimed(id: string, late = 0, claimedFor: Channel = 'whatsapp') {
  const collection = await getCollection(table, parseCollectionId(id) ?? { account: '', hash: '' });
  if (collection === undefined) throw new Error('it is there');
  const { slots } = await planOf(id);
  const claim = aClaim(collection, { token: `${tokenOf(collection)}${collection.ref.hash}`.slice(0, 36) }, late);
  const attempts = claim.attempts.map((row) => ({
    ...row,
    dueAt: slots[row.slot - 1]?.dueAt ?? '',
    claimedAt: clock.now.toISOString(),
    tone: slots[row.slot - 1]?.tone ?? row.tone,
    claimedFor,
  }));
  await claimSlots(table, { ...claim, attempts: attempts as never, now: clock.now });
  return { of: { ref: collection.ref, slot: 1 + late }, token: claim.token };
}

describe('GET /public/collections/{id}/follow-ups', () => {
  it('a plan shows every future slot with its time, channel, tone, message and reason', async () => {
    const plan = await planOf(await aPlanned());
    expect(plan).toMatchObject({ enabled: true, strategyVersion: 2, removed: [] });
    expect(plan.reasons.length).toBeGreaterThan(0);
    expect(plan.slots.map(({ slot, channel, status }) => [slot, channel, status])).toEqual([
      [1, 'whatsapp', 'planned'],
      [2, 'sms', 'planned'],
      [3, 'email', 'planned'],
    ]);
    for (const { text, reason, channelsTried } of plan.slots) {
      expect(text).toContain('Ada');
      expect(text).toContain('45,000');
      expect(reason).toMatch(/\S/);
      expect(channelsTried).toEqual([]);
    }
  });

  it('a plan of the interface’s example shows which slots the caps have removed', async () => {
    const { reference: _own, ...body } = aFullCreateBody();
    const plan = await planOf(await aPlanned(body));
    expect(plan.slots.length).toBeLessThanOrEqual(13);
    expect(plan.slots[0]).toMatchObject({ dueAt: '2026-03-02T09:20:00.000Z', channel: 'whatsapp', tone: 'gentle' });
    expect(plan.removed.length).toBeGreaterThan(0);
    expect(new Set(plan.removed.map(({ reason }) => reason))).toContain('cap_24h');
  });

  it('a plan shows a slot that was skipped as late, and the slot that is being sent', async () => {
    const id = await aPlanned();
    await claimed(id, 1);
    const { slots } = await planOf(id);
    expect(slots.map(({ status, skipReason }) => [status, skipReason])).toEqual([
      ['skipped', 'late'],
      ['sending', undefined],
      ['planned', undefined],
    ]);
  });

  it('a plan shows a sent slot with its channel, its time and the channels tried before', async () => {
    const id = await aPlanned();
    const { of, token } = await claimed(id);
    const at = '2026-03-02T10:00:05.000Z';
    const messageId = `get-follow-ups-${id}`;
    await recordResult(table, of, token, {
      status: 'sent',
      channel: 'email',
      messageId,
      channelsTried: ['whatsapp', 'email'],
      at,
    });
    const [slot] = (await planOf(id)).slots;
    expect(slot).toMatchObject({ status: 'sent', channel: 'email', channelsTried: ['whatsapp', 'email'], sentAt: at });
    expect(slot?.text).toContain('/u/');
  });

  it('a plan shows a send without a result as unknown after two minutes, and not a millisecond before', async () => {
    const id = await aPlanned();
    await claimed(id);
    const start = clock.now.getTime();
    clock.now = new Date(start + 119_999);
    expect((await planOf(id)).slots[0]?.status).toBe('sending');
    clock.now = new Date(start + 120_000);
    expect((await planOf(id)).slots[0]?.status).toBe('unknown');
  });

  it('a send without a result shows the channel that its claim was for, not the one of the plan', async () => {
    const id = await aPlanned();
    await claimed(id, 0, 'sms');
    expect((await planOf(id)).slots[0]).toMatchObject({ status: 'sending', channel: 'sms', channelsTried: [] });
    clock.advance(2);
    expect((await planOf(id)).slots[0]).toMatchObject({ status: 'unknown', channel: 'sms', channelsTried: [] });
  });

  it.each(['completed', 'cancelled', 'expired'])(
    'a plan shows the remaining slots as skipped once the collection is %s',
    async (status) => {
      const id = await aPlanned();
      await invoke(updateStatus, { method: 'PATCH', key: tenants.mine.key, id, body: { status } });
      const { slots } = await planOf(id);
      expect(slots.map((slot) => [slot.status, slot.skipReason])).toEqual(Array(3).fill(['skipped', status]));
    },
  );

  it('a plan shows the remaining slots as skipped from the expiry on, even if it is not stored', async () => {
    const id = await aPlanned();
    clock.advance(1440);
    expect(new Set((await planOf(id)).slots.map(({ skipReason }) => skipReason))).toEqual(new Set(['expired']));
  });

  it('a plan leaves a channel out after its opt-out, and keeps the slots before it', async () => {
    const phone = '+2348031230001';
    const id = await aPlanned({ contact: aContactBody({ phone, email: 'past@example.com' }) });
    const { of, token } = await claimed(id);
    const result = { status: 'sent', channel: 'whatsapp', channelsTried: ['whatsapp'] } as const;
    await recordResult(table, of, token, { ...result, messageId: `past-${id}`, at: clock.now.toISOString() });
    await optOut(table, phoneAddresses(phone), 'reply', clock.now);
    expect((await planOf(id)).slots.map(({ channel, status }) => [channel, status])).toEqual([
      ['whatsapp', 'sent'],
      ['email', 'planned'],
      ['email', 'planned'],
    ]);
    await optOut(table, [{ channel: 'email', address: 'past@example.com' }], 'link', clock.now);
    expect((await planOf(id)).slots.map(({ channel, status }) => [channel, status])).toEqual([['whatsapp', 'sent']]);
  });
});

everyEndpoint({ operation: 'get-follow-ups', handler, tenants, prepare });
