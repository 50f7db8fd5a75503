/** Asking for a reminder on a real table. */

import { describe, expect, it } from 'vitest';
import { sendFollowUp } from '#functions/api/send-follow-up.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { followUp } from '#functions/scheduled/follow-up.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

const handler = sendFollowUp(service);

useTable();
keepLogsPrivate(captureLogs());
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const prepare = async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id, body: {} });
const ask = (id: string, body: object) => invoke(handler, { method: 'POST', key: tenants.mine.key, id, body });

it('a reminder asked for is the next slot, due at once; asked for again before it is sent, it is the same', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  const answer = await ask(id, { channel: 'email', tone: 'urgent' });
  expect([answer.status, answer.body.message]).toEqual([202, 'Follow-up will be sent']);
  const plan = dataOf(answer, FollowUpPlanResponse);
  expect(plan.slots[0]).toMatchObject({
    slot: 1,
    dueAt: '2026-03-02T09:00:00.000Z',
    channel: 'email',
    tone: 'urgent',
    reason: 'asked for by the merchant',
    status: 'planned',
  });
  expect(dataOf(await ask(id, {}), FollowUpPlanResponse)).toEqual(plan);
});

it('a reminder asked for in quiet hours answers 409 with the reason and the first instant', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  clock.advance(12 * 60);
  const answer = await ask(id, {});
  expectRefusal(answer, { status: 409, code: 'not_now', paths: [''] });
  expect(answer.body.errors?.[0]).toMatchObject({ reason: 'quiet_hours', firstAt: '2026-03-03T07:00:00.000Z' });
});

it('an unknown channel or tone answers 400', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  expectRefusal(await ask(id, { channel: 'fax', tone: 'rude' }), {
    status: 400,
    code: 'validation_failed',
    paths: ['channel', 'tone'],
  });
});

describe('with an Idempotency-Key', () => {
  const run = (collection: string) =>
    followUp(service)({ Records: [{ messageId: '1', body: JSON.stringify({ collection }) }] } as never);
  const keyed = (id: string, key: string, body: object = {}) =>
    invoke(handler, { method: 'POST', key: tenants.mine.key, id, body, headers: { 'idempotency-key': key } });
  const isReplay = ({ headers }: { headers: Record<string, unknown> }) => headers['idempotent-replayed'] === 'true';
  const sent = () => channels.messages().length;

  it('is sent once, however often and late it is repeated; another key sends another one', async () => {
    const { id } = await aCreatedCollection(tenants.mine, { expiresIn: 5 * 1_440 });
    const before = sent();
    expect(isReplay(await keyed(id, 'one'))).toBe(false);
    expect(isReplay(await keyed(id, 'one'))).toBe(true);
    await run(id);
    expect(sent()).toBe(before + 1);
    for (const minutes of [1, 60, 2 * 1_440]) {
      clock.advance(minutes);
      const again = await keyed(id, 'one');
      expect([again.status, isReplay(again)]).toEqual([202, true]);
      await run(id);
    }
    expect(sent()).toBe(before + 1);
    expect(isReplay(await keyed(id, 'two'))).toBe(false);
    await run(id);
    expect(sent()).toBe(before + 2);
  });

  it('is remembered, too, where it found one that waited, and after the collection was paid', async () => {
    const { id } = await aCreatedCollection(tenants.mine, { expiresIn: 5 * 1_440 });
    const before = sent();
    await keyed(id, 'first');
    await keyed(id, 'second');
    await run(id);
    clock.advance(90);
    expect(isReplay(await keyed(id, 'second'))).toBe(true);
    await run(id);
    expect(sent()).toBe(before + 1);
    const { key } = tenants.mine;
    await invoke(updateCollectionStatus(service), { method: 'PATCH', key, id, body: { status: 'completed' } });
    const late = await keyed(id, 'first');
    expect([late.status, isReplay(late)]).toEqual([202, true]);
    expect((await keyed(id, 'third')).status).toBe(409);
  });

  it('asks for one thing only, and forgets the oldest of many', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    await keyed(id, 'key 0', { tone: 'urgent' });
    expectRefusal(await keyed(id, 'key 0', { tone: 'gentle' }), { status: 409, code: 'idempotency_conflict' });
    for (let number = 1; number <= 11; number += 1) await keyed(id, `key ${number}`);
    expect(isReplay(await keyed(id, 'key 0', { tone: 'urgent' }))).toBe(true);
    await keyed(id, 'key 12');
    expect(isReplay(await keyed(id, 'key 0', { tone: 'urgent' }))).toBe(false);
    expect(isReplay(await keyed(id, 'key 2'))).toBe(true);
  });
});

everyEndpoint({ operation: 'send-follow-up', handler, tenants, prepare });
