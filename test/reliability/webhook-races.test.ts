/** Concurrent webhooks and status changes through the functions: one completion, and no payment is lost. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as updateStatus } from '#functions/api/update-collection-status.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { aShop, paid, pay, referenceOf, type Shop, webhook } from '#test/functions/paying.ts';
import { allowQueues } from '#test/store/allow-queues.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Answer, dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';

useTable();
allowQueues();
const logs = captureLogs();
const tenants = useTenants();
const shop = {} as Shop;
beforeAll(async () => Object.assign(shop, await aShop(tenants.mine)));

const get = async (id: string) => dataOf(await invoke(getCollection, { key: shop.key, id }), CollectionResponse);
const setStatus = (id: string, status: string) =>
  invoke(updateStatus, { method: 'PATCH', key: shop.key, id, body: { status } });
const count = ({ events }: CollectionResponse, type: string) => events.filter((event) => event.type === type).length;

/** Sends the webhook again after a 503, as a provider does. */
async function tellUntilHeard(reference: string): Promise<Answer> {
  const answer = await webhook(shop.providerId, `signed ${reference}`);
  return answer.status === 503 ? tellUntilHeard(reference) : answer;
}

it('fifty concurrent copies of a webhook complete the collection once and count once', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  pay(referenceOf(id));
  const answers = await Promise.all(Array.from({ length: 50 }, () => tellUntilHeard(referenceOf(id))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const shown = await get(id);
  expect([shown.status, count(shown, 'collection.completed'), count(shown, 'payment.received')]).toEqual([
    'completed',
    1,
    1,
  ]);
  expect(logs.events().filter((event) => event === 'collection_completed').length).toBeLessThanOrEqual(1);
});

it('fifteen concurrent webhooks of partial payments are all recorded and complete the collection', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  const references = Array.from({ length: 15 }, (_, index) => referenceOf(id, 'checkout', index + 1));
  for (const reference of references) pay(reference, { amount: { minor: 300_000, currency: 'NGN' } });
  await Promise.all(references.map(tellUntilHeard));
  const shown = await get(id);
  expect([shown.status, count(shown, 'payment.received'), count(shown, 'collection.completed')]).toEqual([
    'completed',
    15,
    1,
  ]);
});

describe.each([1, 2, 3, 4])('a webhook and a concurrent status change, race %i', (race) => {
  it(`in race ${race} with a webhook, a cancellation answers 200, stays and makes the payment unexpected, or it answers 409`, async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const [cancelled, delivered] = await Promise.all([setStatus(id, 'cancelled'), paid(shop, referenceOf(id))]);
    expect(delivered.status).toBe(200);
    const shown = await get(id);
    const isCancelled = cancelled.status === 200;
    if (!isCancelled) expect(cancelled.body.code).toBe('invalid_transition');
    expect(shown.status).toBe(isCancelled ? 'cancelled' : 'completed');
    expect(shown.completedAt === null).toBe(isCancelled);
    expect([count(shown, 'payment.unexpected'), count(shown, 'payment.received')]).toEqual(
      isCancelled ? [1, 0] : [0, 1],
    );
  });

  it(`in race ${race} with a webhook, a completion by the caller answers 200, and the collection is completed once`, async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const at = new Date(Date.now() - 60_000).toISOString();
    const answers = await Promise.all([setStatus(id, 'completed'), paid(shop, referenceOf(id), { at })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const shown = await get(id);
    expect([count(shown, 'collection.completed'), count(shown, 'payment.received')]).toEqual([1, 1]);
    expect(shown.events.find(({ type }) => type === 'collection.completed')?.timestamp).toBe(shown.completedAt);
  });
});
