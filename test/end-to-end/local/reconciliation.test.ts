/** A payment whose webhook is lost is found in the provider's list, by the hourly run or at the latest by the daily one. */
import { beforeEach, expect, it } from 'vitest';
import { aCollection, createCollection, getCollection } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';
import { dayOf } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);
const HOUR = 60;

beforeEach(() => day.toMorning());

/** Nothing else asks the provider: it has no follow-ups, and expires much later. */
const aQuiet = () =>
  createCollection(
    service.owner,
    aCollection({
      expiresIn: 30 * 24 * HOUR,
      followUp: { enabled: false },
      payable: { enabled: true, methods: ['virtual_account'] },
    }),
  );

async function local(path: string, body?: object): Promise<unknown> {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${service.baseUrl}/_local/${path}`, init);
  expect(answer.status).toBe(200);
  return answer.json();
}

const payUnheard = (collectionId: string, value: number) =>
  local('sandbox/payments', { collectionId, amount: { value, currency: 'NGN' }, webhook: false });

type Pending = { name: string; at: string; target: string };
const recurring = async () =>
  ((await local('schedules')) as Pending[]).filter(({ target }) => target.endsWith(':reconcile-provider'));

it('a payment whose webhook is lost completes its collection within the hour', async () => {
  const { id } = await aQuiet();
  await payUnheard(id, 45_000);
  expect(await getCollection(service.owner, id)).toMatchObject({ status: 'pending' });
  await day.advance(HOUR + 1);
  const paid = await getCollection(service.owner, id);
  expect(paid).toMatchObject({ status: 'completed', balance: { received: { value: 45_000 } } });
  expect(paid.events.map(({ type }) => type)).toContain('payment.received');
});

it('a payment that the hourly run does not reach back to is found by the daily run', async () => {
  const { id } = await aQuiet();
  await payUnheard(id, 45_000);
  // Over so many times what recurs runs once, at the end: the run of the hour reaches back two hours, that of the day eight days.
  await day.advance(7 * 24 * HOUR);
  expect(await getCollection(service.owner, id)).toMatchObject({ status: 'completed' });
});

it('what reconciles counts as no run of a collection, and shows its next time', async () => {
  const before = await recurring();
  expect(before.length).toBeGreaterThanOrEqual(4);
  expect(new Set(before.map(({ name }) => name.replace(/^prv_\w+-/, '')))).toEqual(new Set(['hourly', 'daily']));
  const { now, fired } = (await local('clock', { advanceMinutes: 3 * 24 * HOUR })) as { now: string; fired: number };
  expect(fired).toBe(0);
  const after = await recurring();
  expect(after.map(({ name }) => name).toSorted()).toEqual(before.map(({ name }) => name).toSorted());
  for (const { name, at } of after) {
    const minutes = (Date.parse(at) - Date.parse(now)) / 60_000;
    expect(minutes).toBeGreaterThan(0);
    expect(minutes).toBeLessThanOrEqual(name.endsWith('-hourly') ? HOUR : 24 * HOUR);
  }
});
