/** From the create to the payment with the deployed functions: real signatures, and the sandbox provider over HTTP. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as getFollowUps } from '#functions/api/get-follow-ups.ts';
import { handler as receivePayment } from '#functions/payment/receive-payment.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { random } from '#lib/random.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, type Handler, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { runCollection } from '#test/support/run-collection.ts';
import { aNewPerson } from './created.ts';
import { aShop, referenceOf, type Shop } from './paying.ts';
import { signedWebhookEvent, useSandboxDesk } from './sandbox-desk.ts';

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

describe('a create', () => {
  it('a create gets every option from the sandbox provider', async () => {
    const { payable } = await create();
    expect(payable.options.map(({ method }) => method)).toEqual(METHODS);
    expect(desk.asked).toEqual(Array(3).fill('POST /v1/sessions'));
  });

  it('a create answers 201 with only the options that lead to our page when the provider is down', async () => {
    desk.isDown = true;
    const { payable, id } = await create();
    expect(payable.options.map(({ method }) => method)).toEqual(['payment_link', 'card']);
    expect((await get(id)).events.filter(({ type }) => type === 'payment_option.failed')).toHaveLength(3);
  });
});

describe('a webhook', () => {
  it('a webhook that is signed and confirmed completes the collection', async () => {
    const { id } = await create();
    const answer = await webhook(signedWebhookEvent(paid(id), secrets.mine));
    expect([answer.status, answer.body.message]).toEqual([200, 'Webhook received']);
    expect(await get(id)).toMatchObject({ status: 'completed', completedAt: clock.now.toISOString() });
  });

  it.each([
    ['an open session', (id: string) => referenceOf(id, 'virtual_account')],
    ['a session that the provider does not know', (id: string) => referenceOf(id, 'card', 9)],
  ])(
    'a webhook that is signed and not confirmed answers 503 and changes nothing, where it names %s',
    async (_what, referenceFor) => {
      const { id } = await create();
      const reference = referenceFor(id);
      desk.asked.length = 0;
      const answer = await webhook(signedWebhookEvent({ transaction: 'never', reference }, secrets.mine));
      expectRefusal(answer, { status: 503, code: 'service_unavailable' });
      expect(desk.asked).toEqual([`GET /v1/transactions?reference=${reference}`]);
      expect(await get(id)).toMatchObject({ status: 'pending', events: [{ type: 'collection.created' }] });
    },
  );

  it.each(['another account’s secret', 'no secret', 'an old signature', 'a signature over something else'])(
    'a webhook that has %s answers 401, and the provider is not asked',
    async (what) => {
      const { id } = await create();
      const payment = paid(id);
      const good = signedWebhookEvent(payment, secrets.mine);
      const calls: Record<string, Parameters<typeof webhook>[0]> = {
        'another account’s secret': signedWebhookEvent(payment, secrets.other),
        'no secret': { body: good.body },
        'a signature over something else': { ...good, body: good.body.replace('succeeded', 'succeedeD') },
        'an old signature': good,
      };
      if (what === 'an old signature') clock.advance(6);
      desk.asked.length = 0;
      expectRefusal(await webhook(calls[what] ?? good), { status: 401, code: 'invalid_signature' });
      expect([desk.asked, (await get(id)).status]).toEqual([[], 'pending']);
    },
  );

  it('a webhook that the provider cannot confirm now answers 503, and counts when it is sent again', async () => {
    const { id } = await create();
    const payment = paid(id);
    desk.isDown = true;
    const answer = await webhook(signedWebhookEvent(payment, secrets.mine));
    expectRefusal(answer, { status: 503, code: 'service_unavailable' });
    desk.isDown = false;
    expect((await webhook(signedWebhookEvent(payment, secrets.mine))).status).toBe(200);
    expect((await get(id)).status).toBe('completed');
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

  it('a due follow-up is not sent for a collection that was paid under the merchant’s own reference', async () => {
    const { id, reference } = await create();
    paid(id, { reference });
    await slotIsDue(id);
    await runCollection({ collection: id, run: 1 });
    expect(channels.messages().filter(({ collection }) => collection === id)).toEqual([]);
    expect((await get(id)).status).toBe('completed');
  });

  it('a due follow-up is sent when the provider is down', async () => {
    const { id } = await create();
    await slotIsDue(id);
    desk.isDown = true;
    await runCollection({ collection: id, run: 1 });
    expect(channels.messages().filter(({ collection }) => collection === id)).toHaveLength(1);
    expect((await get(id)).status).toBe('pending');
  });

  it('a due follow-up is left out after a part payment, and the next one asks for the rest', async () => {
    const { id } = await create();
    const { transaction } = paid(id, { amount: { minor: 100, currency: 'NGN' } });
    await slotIsDue(id);
    await runCollection({ collection: id, run: 1 });
    const sent = () => channels.messages().filter(({ collection }) => collection === id);
    expect(sent()).toEqual([]);
    const [first, second] = await planOf(id);
    expect([first, second]).toMatchObject([{ status: 'skipped', skipReason: 'part_paid' }, { status: 'planned' }]);
    const { events } = await get(id);
    expect(events.flatMap((event) => (event.type === 'payment.received' ? [event.data] : []))).toEqual([
      { transaction, amount: { value: 1, currency: 'NGN' }, actor: 'provider' },
    ]);
    clock.now = new Date(second?.dueAt ?? '');
    await runCollection({ collection: id });
    expect(sent()).toMatchObject([{ text: expect.stringContaining('NGN 44,999.00') }]);
  });
});

it('a collection that was paid in time is completed at its expiry, even if no webhook came', async () => {
  const { id } = await create();
  paid(id);
  clock.advance(1440);
  await runCollection({ collection: id });
  expect((await get(id)).status).toBe('completed');
});
