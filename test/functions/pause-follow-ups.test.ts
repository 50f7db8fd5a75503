/** Pausing follow-ups on a real table. */

import { expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { pauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
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

const getCollection = makeGetCollection(service);
const handler = pauseFollowUps(service);
const setStatus = updateCollectionStatus(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const prepare = async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id, body: {} });
const pause = (id: string, body: object) => invoke(handler, { method: 'POST', key: tenants.mine.key, id, body });
const read = async (id: string) =>
  dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);
const UNTIL = '2026-03-02T12:00:00+01:00';

it('a pause answers the plan with the slots that it removes, and is told as an event', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  const plan = dataOf(await pause(id, { until: UNTIL }), FollowUpPlanResponse);
  const until = '2026-03-02T11:00:00.000Z';
  expect(plan.paused).toEqual({ since: '2026-03-02T09:00:00.000Z', until, reason: 'merchant' });
  expect(plan.removed.some(({ reason }) => reason === 'paused')).toBe(true);
  expect(plan.slots.every(({ dueAt }) => dueAt >= until)).toBe(true);
  const { events } = await read(id);
  expect(events.at(-1)).toMatchObject({
    type: 'followup.paused',
    data: { until, reason: 'merchant', actor: 'merchant' },
  });
});

it('the same pause again answers 200 and adds no event', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  await pause(id, { until: UNTIL });
  const before = await read(id);
  expect((await pause(id, { until: UNTIL })).status).toBe(200);
  expect(await read(id)).toEqual(before);
});

it('a pause until an instant that has passed, or that is no instant, answers 400', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  for (const until of ['2026-03-02T09:00:00.000Z', '2026-03-02', 5]) {
    expectRefusal(await pause(id, { until }), { status: 400, code: 'validation_failed', paths: ['until'] });
  }
});

it('a pause of a collection that has ended answers 409, and an expiry that is not stored yet is stored first', async () => {
  const { id } = await aCreatedCollection(tenants.mine, { expiresIn: 60 });
  clock.advance(60);
  expectRefusal(await pause(id, {}), { status: 409, code: 'invalid_transition' });
  expect((await read(id)).events.map(({ type }) => type)).toContain('collection.expired');
  const other = await aCreatedCollection(tenants.mine);
  await invoke(setStatus, { method: 'PATCH', key: tenants.mine.key, id: other.id, body: { status: 'cancelled' } });
  expectRefusal(await pause(other.id, {}), { status: 409, code: 'invalid_transition' });
});

it('of five different pauses at once each is told, and the last one stands', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  const hours = Array.from({ length: 5 }, (_, hour) => `2026-03-02T1${hour}:30:00.000Z`);
  const answers = await Promise.all(hours.map((until) => pause(id, { until })));
  expect(answers.map(({ status }) => status)).toEqual(hours.map(() => 200));
  const told = (await read(id)).events.filter(({ type }) => type === 'followup.paused');
  expect(told.map(({ data }) => data?.until).toSorted()).toEqual(hours);
  expect(new Set(told.map((event) => event.id)).size).toBe(hours.length);
});

everyEndpoint({ operation: 'pause-follow-ups', handler, tenants, prepare });
