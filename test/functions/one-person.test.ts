/** Several collections of one person, on the real table: all of them together keep the rules for people. */
import { expect, it } from 'vitest';
import { handler as getFollowUps } from '#functions/api/get-follow-ups.ts';
import { handler as previewFollowUps } from '#functions/api/preview-follow-ups.ts';
import { handler as sendFollowUp } from '#functions/api/send-follow-up.ts';
import { clock as systemClock } from '#lib/clock.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { runCollection } from '#test/support/run-collection.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { aChain } from './chain.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';

const table = useTable({ hasStream: true });
keepLogsPrivate(captureLogs());
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const scheduler = useScheduler();
const channels = useChannels();
systemClock.sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const planOf = async ({ id }: Pick<CollectionResponse, 'id'>) =>
  dataOf(await invoke(getFollowUps, { key: tenants.mine.key, id }), FollowUpPlanResponse);

const several = (count: number, given: object) =>
  Promise.all(Array.from({ length: count }, () => aCreatedCollection(tenants.mine, given)));

const countsOf = (values: readonly string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(values, (value) => value)).map(([value, all]) => [value, all?.length]),
  );

/** Runs the first slot of all at once, each as often as the queue would until it succeeds, and answers how many runs failed. */
async function runAtOnce(collections: readonly CollectionResponse[], at: string): Promise<number> {
  clock.now = new Date(at);
  const runs = await Promise.allSettled(collections.map(({ id: collection }) => runCollection({ collection, run: 1 })));
  return runs.filter(({ status }) => status === 'rejected').length;
}

it('of twenty collections of one person that are due in one minute, with a cadence of the caller, twelve send, and the others skip their slot', async () => {
  const followUp = { startAfter: 60, cadence: 'every_5m', channels: ['sms'] };
  const collections = await several(20, { contact: aNewPerson(), expiresIn: 1440, followUp });
  expect(await runAtOnce(collections, '2026-03-02T10:01:00.000Z')).toBe(0);
  const firsts = (await Promise.all(collections.map(planOf))).map(({ slots }) => slots[0]);
  expect(countsOf(firsts.map((slot) => slot?.skipReason ?? slot?.status ?? ''))).toEqual({ sent: 12, contact_cap: 8 });
  expect(channels.messages()).toHaveLength(12);
}, 60_000);

it('of twenty collections of one person that are due in one minute, by the service’s own strategy, one sends, and the plans of the others say until when they wait', async () => {
  const collections = await several(20, { contact: aNewPerson(), expiresIn: 1440 });
  const dueAt = (await planOf(collections[0] as CollectionResponse)).slots[0]?.dueAt ?? '';
  expect(await runAtOnce(collections, dueAt)).toBe(0);
  const firsts = (await Promise.all(collections.map(planOf))).map(({ slots }) => slots[0]);
  expect(countsOf(firsts.map((slot) => slot?.status ?? ''))).toEqual({ sent: 1, planned: 19 });
  const fourHoursLater = new Date(Date.parse(dueAt) + 4 * 3_600_000).toISOString();
  const waiting = firsts.flatMap((slot) => slot?.deferredUntil ?? []);
  expect(waiting).toHaveLength(19);
  expect(waiting.every((until) => until >= fourHoursLater)).toBe(true);
  expect(channels.messages()).toHaveLength(1);
}, 60_000);

it('five collections of one person at the shortest cadence send at most twelve messages in any 24 hours, and each slot says what became of it', async () => {
  const chain = await aChain(table, scheduler, clock);
  const contact = aNewPerson();
  const followUp = { startAfter: 5, cadence: 'every_5m' };
  // So long that the day in which twelve are enough passes, and twelve more may come.
  const expiresIn = 27 * 60;
  const collections = await several(5, { contact, expiresIn, followUp });
  const sentAt: number[] = [];
  await chain.runUntil(new Date(clock.now.getTime() + 29 * 3_600_000));
  for (const collection of collections) {
    const { slots, removed } = await planOf(collection);
    expect(slots.length + removed.length).toBe(expiresIn / 5 - 1);
    for (const { status, skipReason, sentAt: at } of slots) {
      expect(['sent', 'contact_cap']).toContain(skipReason ?? status);
      if (at !== undefined) sentAt.push(Date.parse(at));
    }
  }
  sentAt.sort((a, b) => a - b);
  expect(channels.messages()).toHaveLength(sentAt.length);
  expect(sentAt.length).toBeGreaterThanOrEqual(24);
  sentAt.forEach((at, nth) => {
    expect(at - (sentAt[nth - 12] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(24 * 3_600_000 - 5 * 60_000);
  });
}, 240_000);

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
