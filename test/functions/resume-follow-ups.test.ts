/** Resuming follow-ups on a real table. */

import { expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { pauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { resumeFollowUps } from '#functions/api/resume-follow-ups.ts';
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
import { aCreatedCollection } from './created.ts';

const getCollection = makeGetCollection(service);
const pause = pauseFollowUps(service);
const handler = resumeFollowUps(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const prepare = async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id });
const resume = async (id: string) =>
  dataOf(await invoke(handler, { method: 'POST', key: tenants.mine.key, id }), FollowUpPlanResponse);
const read = async (id: string) =>
  dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);

it('a resume ends the pause, answers the plan from then on, and is told; a second one changes nothing', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  await invoke(pause, { method: 'POST', key: tenants.mine.key, id, body: {} });
  clock.advance(30);
  const plan = await resume(id);
  expect(plan.paused).toBeUndefined();
  expect(plan.slots.length).toBeGreaterThan(0);
  const after = await read(id);
  expect(after.events.at(-1)).toMatchObject({ type: 'followup.resumed', data: { actor: 'merchant' } });
  expect(await resume(id)).toEqual(plan);
  expect(await read(id)).toEqual(after);
});

everyEndpoint({ operation: 'resume-follow-ups', handler, tenants, prepare });
