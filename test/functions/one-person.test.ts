/** Several collections of one person, on the real table: all of them together keep the rules for people. */
import { expect, it } from 'vitest';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { previewFollowUps as makePreviewFollowUps } from '#functions/api/preview-follow-ups.ts';
import { sendFollowUp as makeSendFollowUp } from '#functions/api/send-follow-up.ts';
import { clock as systemClock } from '#lib/clock.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';

const getFollowUps = makeGetFollowUps(service);
const previewFollowUps = makePreviewFollowUps(service);
const sendFollowUp = makeSendFollowUp(service);

useTable({ hasStream: true });
useScheduler();
useChannels();
keepLogsPrivate(captureLogs());
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
systemClock.sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const planOf = async ({ id }: Pick<CollectionResponse, 'id'>) =>
  dataOf(await invoke(getFollowUps, { key: tenants.mine.key, id }), FollowUpPlanResponse);

const several = (count: number, given: object) =>
  Promise.all(Array.from({ length: count }, () => aCreatedCollection(tenants.mine, given)));

/** Runs the first slot of all at once, each as often as the queue would until it succeeds, and answers how many runs failed. */
async function runAtOnce(collections: readonly CollectionResponse[], at: string): Promise<number> {
  clock.now = new Date(at);
  const runs = await Promise.allSettled(collections.map(({ id: collection }) => runCollection({ collection, run: 1 })));
  return runs.filter(({ status }) => status === 'rejected').length;
}

it('a preview shows what the other collections of the person leave, and so does the plan of the collection that is created', async () => {
  const contact = aNewPerson();
  const [first] = await several(1, { contact, expiresIn: 1440 });
  const dueAt = (await planOf(first as CollectionResponse)).slots[0]?.dueAt ?? '';
  expect(await runAtOnce([first as CollectionResponse], dueAt)).toBe(0);
  const body = aCreateBody({ contact, expiresIn: 1440 });
  const { reference: _none, ...request } = body;
  const previewed = dataOf(
    await invoke(previewFollowUps, { method: 'POST', key: tenants.mine.key, body: request }),
    FollowUpPlanResponse,
  );
  const [second] = await several(1, { contact, expiresIn: 1440 });
  const planned = await planOf(second as CollectionResponse);
  const seen = ({ slots }: FollowUpPlanResponse) =>
    slots.map(({ channel, deferredUntil }) => ({ channel, deferredUntil }));
  expect(seen(planned)).toEqual(seen(previewed));
  expect(planned.slots[0]?.deferredUntil).toBe(new Date(Date.parse(dueAt) + 4 * 3_600_000).toISOString());
});

it('a reminder that is asked for while the person has enough is refused with the first instant allowed', async () => {
  const contact = aNewPerson();
  const [first, second] = await several(2, { contact, expiresIn: 1440 });
  const dueAt = (await planOf(first as CollectionResponse)).slots[0]?.dueAt ?? '';
  expect(await runAtOnce([first as CollectionResponse], dueAt)).toBe(0);
  const id = second?.id ?? '';
  const answer = await invoke(sendFollowUp, { method: 'POST', key: tenants.mine.key, id, body: {} });
  const firstAt = new Date(Date.parse(dueAt) + 4 * 3_600_000).toISOString();
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    409,
    { code: 'not_now', errors: [{ reason: 'contact_cap', firstAt }] },
  ]);
});
