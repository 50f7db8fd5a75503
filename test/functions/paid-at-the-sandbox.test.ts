/** From the create to the payment with the deployed functions: real signatures, and the sandbox provider over HTTP. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCollection as makeCreateCollection } from '#functions/api/create-collection.ts';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { receivePayment as makeReceivePayment } from '#functions/payment/receive-payment.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { random } from '#lib/random.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, type Handler, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aNewPerson } from './created.ts';
import { aShop, referenceOf, type Shop } from './paying.ts';
import { signedWebhookEvent, useSandboxDesk } from './sandbox-desk.ts';

const createCollection = makeCreateCollection(service);
const getCollection = makeGetCollection(service);
const getFollowUps = makeGetFollowUps(service);
const receivePayment = makeReceivePayment(service);

useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const channels = useChannels();
const desk = useSandboxDesk();
systemClock.sleep = async () => {};

const shops = {} as { mine: Shop; other: Shop };
const secrets = { mine: '', other: '' };
beforeAll(async () => {
  Object.assign(shops, { mine: await aShop(tenants.mine), other: await aShop(tenants.other) });
  Object.assign(secrets, { mine: desk.open(shops.mine.providerId), other: desk.open(shops.other.providerId) });
});
afterEach(() => {
  Object.assign(desk, { isDown: false });
  desk.asked.length = 0;
});

const METHODS = ['payment_link', 'card', 'virtual_account', 'bank_transfer', 'mobile_money'];
const create = async () => {
  const payable = { enabled: true, methods: METHODS };
  const body = aCreateBody({ reference: random.nonce(), contact: aNewPerson(), provider: 'sandbox', payable });
  const answer = await invoke(createCollection, { method: 'POST', key: shops.mine.key, body });
  expect(answer.status, answer.text).toBe(201);
  return dataOf(answer, CollectionResponse);
};
const get = async (id: string) => dataOf(await invoke(getCollection, { key: shops.mine.key, id }), CollectionResponse);
const planOf = async (id: string) =>
  dataOf(await invoke(getFollowUps, { key: shops.mine.key, id }), FollowUpPlanResponse).slots;

const live: Handler = (event, context) =>
  receivePayment({ ...event, pathParameters: { providerId: shops.mine.providerId } }, context);
const webhook = (call: { body: unknown; headers?: Record<string, string> }) =>
  invoke(live, { method: 'POST', ...call });

/** The customer has paid at the provider, which has not sent a webhook yet. */
function paid(id: string, given: object = {}) {
  const amount = { minor: 4_500_000, currency: 'NGN' };
  const paidAt = clock.now.toISOString();
  const payment = {
    transaction: `trx-${desk.paid.length}`,
    reference: referenceOf(id, 'virtual_account'),
    amount,
    paidAt,
    ...given,
  };
  desk.paid.push(payment);
  return payment;
}

async function slotIsDue(id: string): Promise<void> {
  const [slot] = await planOf(id);
  clock.now = new Date(slot?.dueAt ?? '');
}

describe('a webhook', () => {
  it('a webhook that is signed and confirmed completes the collection', async () => {
    const { id } = await create();
    const answer = await webhook(signedWebhookEvent(paid(id), secrets.mine));
    expect([answer.status, answer.body.message]).toEqual([200, 'Webhook received']);
    expect(await get(id)).toMatchObject({ status: 'completed', completedAt: clock.now.toISOString() });
  });
});

describe('a follow-up that is due', () => {
  it('a due follow-up is not sent for a paid collection, even if no webhook came', async () => {
    const { id, reference } = await create();
    paid(id);
    await slotIsDue(id);
    desk.asked.length = 0;
    await runCollection({ collection: id, run: 1 });
    const sessions = [
      referenceOf(id, 'virtual_account', 1),
      referenceOf(id, 'bank_transfer', 2),
      referenceOf(id, 'mobile_money', 3),
    ];
    expect(desk.asked.toSorted()).toEqual(
      [reference, ...sessions].map((each) => `GET /v1/transactions?reference=${each}`).toSorted(),
    );
    expect(channels.messages().filter(({ collection }) => collection === id)).toEqual([]);
    expect(await get(id)).toMatchObject({ status: 'completed', completedAt: clock.now.toISOString() });
    expect((await planOf(id)).map(({ status, skipReason }) => [status, skipReason])).toEqual([
      ['skipped', 'already_paid'],
      ...Array((await planOf(id)).length - 1).fill(['skipped', 'completed']),
    ]);
    expect((await get(id)).events.map(({ type }) => type)).toEqual([
      ...['collection.created', 'payment.received', 'collection.completed', 'followup.stopped', 'followup.skipped'],
    ]);
    expect(logs.events()).toEqual(
      expect.arrayContaining(['payment_received', 'collection_completed', 'followup_already_paid']),
    );
  });
});

it('a collection that was paid in time is completed at its expiry, even if no webhook came', async () => {
  const { id } = await create();
  paid(id);
  clock.advance(1440);
  await runCollection({ collection: id });
  expect((await get(id)).status).toBe('completed');
});
