/** Asking for a reminder on a real table. */

import { expect, it } from 'vitest';
import { sendFollowUp } from '#functions/api/send-follow-up.ts';
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
useChannels();
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

everyEndpoint({ operation: 'send-follow-up', handler, tenants, prepare });
