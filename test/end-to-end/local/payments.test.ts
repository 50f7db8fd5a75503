/** Payments of a collection: amounts of every kind, at any time, and during faults lead to the right status and end its follow-ups. */
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { aCollection, createCollection, getCollection, listProviders, setStatus } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';
import { dayOf, getPlan } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);
const DAY = 24 * 60;
/** More faults than the requests of all collections of one test use up. */
const MANY = 1_000;

const METHODS = ['payment_link', 'virtual_account', 'mobile_money', 'card', 'bank_transfer'];
const aPayable = (given: object = {}) => aCollection({ payable: { enabled: true, methods: METHODS }, ...given });
const naira = (value: number) => ({ value, currency: 'NGN' });

type Paid = { delivered: boolean; status: number; transaction: string };

async function pay(collectionId: string, amount: object, given: object = {}): Promise<Paid> {
  const body = JSON.stringify({ collectionId, amount, ...given });
  const answer = await fetch(`${service.baseUrl}/_local/sandbox/payments`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Paid;
}

const linkOf = (option: CollectionResponse['payable']['options'][number] | undefined) =>
  option !== undefined && 'link' in option ? option.link : '';
const typesOf = ({ events }: CollectionResponse) => events.map(({ type }) => type);
const seen = (id: string) => getCollection(service.owner, id);
const count = (collection: CollectionResponse, type: string) =>
  typesOf(collection).filter((each) => each === type).length;

/** Advances to a minute after the due time of the slot. */
const toSlot = async (slot: { dueAt: string } | undefined) =>
  day.advance((Date.parse(slot?.dueAt ?? '') - (await day.now()).getTime()) / 60_000 + 1);

beforeEach(() => day.toMorning(11));

describe('a collection with every way to pay', () => {
  it('a payable collection has an option for each requested method, in the requested order', async () => {
    const { payable } = await createCollection(service.owner, aPayable());
    expect(payable.options.map(({ method }) => method)).toEqual(METHODS);
  });

  it('a collection is completed once, when its webhook is answered, and is sent nothing afterwards', async () => {
    const { id } = await createCollection(service.owner, aPayable());
    expect(await pay(id, naira(45_000))).toMatchObject({ delivered: true, status: 200 });
    const paid = await seen(id);
    expect(paid.status).toBe('completed');
    expect(typesOf(paid)).toEqual([
      'collection.created',
      'payment.received',
      'collection.completed',
      'followup.stopped',
    ]);
    await pay(id, naira(45_000));
    await day.advance(DAY + 1);
    expect(await day.messages(id)).toEqual([]);
    const later = await seen(id);
    expect(later.completedAt).toBe(paid.completedAt);
    expect(count(later, 'collection.completed')).toBe(1);
    expect(count(later, 'payment.received')).toBe(1);
    expect(later.events.at(-1)).toMatchObject({
      type: 'payment.unexpected',
      data: { amount: naira(45_000), reason: 'already_paid', actor: 'provider' },
    });
    expect(later.balance).toEqual({ received: naira(90_000), outstanding: naira(0) });
  });

  it('a collection paid in parts is completed when they reach its amount; a part skips one reminder, and the next one asks for the rest with thanks', async () => {
    const { id } = await createCollection(service.owner, aPayable());
    await pay(id, naira(20_000));
    const [first, second] = (await getPlan(service.owner, id)).slots;
    await toSlot(first);
    expect(await day.messages(id)).toEqual([]);
    expect((await getPlan(service.owner, id)).slots[0]).toMatchObject({ status: 'skipped', skipReason: 'part_paid' });
    await toSlot(second);
    const messages = await day.messages(id);
    expect(messages.map(({ slot }) => slot)).toEqual([2]);
    expect(messages[0]?.text).toContain('NGN 25,000.00');
    expect(messages[0]?.text).toContain('Thank you for the NGN 20,000.00 received so far.');
    expect(messages[0]?.text).not.toContain('45,000');
    expect(await seen(id)).toMatchObject({
      completedAt: null,
      balance: { received: naira(20_000), outstanding: naira(25_000) },
    });
    await pay(id, naira(25_000));
    expect(await seen(id)).toMatchObject({
      status: 'completed',
      balance: { received: naira(45_000), outstanding: naira(0) },
    });
    await day.advance(DAY);
    expect(await day.messages(id)).toHaveLength(1);
  });

  it.each([
    ['too much', [50_000], 'completed', 'payment.received'],
    ['one kobo short', [44_999.99], 'pending', 'payment.received'],
  ])('a collection that is paid %s with values %j is %s with the event %s', async (_, values, status, event) => {
    const { id } = await createCollection(service.owner, aPayable());
    for (const value of values) await pay(id, naira(value));
    const paid = await seen(id);
    expect(paid.status).toBe(status);
    expect(typesOf(paid)).toContain(event);
  });

  it('a payment after the expiry completes the collection', async () => {
    const { id } = await createCollection(service.owner, aPayable({ expiresIn: 30, followUp: { enabled: false } }));
    await day.advance(31);
    expect((await seen(id)).status).toBe('expired');
    await pay(id, naira(45_000));
    const paid = await seen(id);
    expect(paid.status).toBe('completed');
    expect(typesOf(paid)).toEqual([
      'collection.created',
      'collection.expired',
      'payment.received',
      'collection.completed',
    ]);
  });

  it('a payment for a cancelled collection leaves it cancelled and is recorded as unexpected', async () => {
    const { id } = await createCollection(service.owner, aPayable());
    await setStatus(service.owner, id, 'cancelled');
    await pay(id, naira(45_000));
    const paid = await seen(id);
    expect(paid).toMatchObject({ status: 'cancelled', completedAt: null });
    expect(typesOf(paid)).toContain('payment.unexpected');
  });

  it('a payment in another currency never completes the collection and is recorded as unexpected', async () => {
    const { id } = await createCollection(service.owner, aPayable());
    await pay(id, { value: 45_000, currency: 'USD' });
    await pay(id, naira(1));
    expect(await seen(id)).toMatchObject({ status: 'pending', completedAt: null });
    expect(count(await seen(id), 'payment.unexpected')).toBe(1);
  });

  it.each([
    ['JPY', 1_500, [500, 1_000]],
    ['KWD', 12.345, [2.345, 10]],
    ['NGN', 0.3, [0.1, 0.2]],
  ])('payments in %s add up exactly to %d', async (currency, value, parts) => {
    const { id } = await createCollection(service.owner, aPayable({ amount: { value, currency } }));
    for (const part of parts) await pay(id, { value: part, currency });
    expect((await seen(id)).status).toBe('completed');
  });
});

describe('a webhook', () => {
  it('a webhook that is delivered fifty times at once counts as one payment', async () => {
    const { id } = await createCollection(service.owner, aPayable());
    const { transaction } = await pay(id, naira(20_000));
    const again = await Promise.all(Array.from({ length: 50 }, () => pay(id, naira(20_000), { transaction })));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    const paid = await seen(id);
    expect(paid.status).toBe('pending');
    expect(count(paid, 'payment.received')).toBe(1);
  });

  it('a webhook and a concurrent status change keep the payment and one final status', async () => {
    for (const status of ['completed', 'cancelled']) {
      const { id } = await createCollection(service.owner, aPayable());
      const patch = service.owner.send('PATCH', `/public/collections/${id}/status`, { json: { status } });
      const [{ status: answered }, paid] = await Promise.all([patch, pay(id, naira(45_000))]);
      expect(paid.delivered).toBe(true);
      const after = await seen(id);
      // A cancellation after the payment answers 409.
      expect([after.status, answered]).toEqual(
        status === 'completed' || answered === 409 ? ['completed', answered] : ['cancelled', 200],
      );
      expect(count(after, 'payment.received') + count(after, 'payment.unexpected')).toBe(1);
      expect(count(after, 'collection.completed') + count(after, 'collection.cancelled')).toBe(1);
    }
  });

  it('a webhook with a wrong signature or without one answers 401 and changes nothing', async () => {
    const { id } = await createCollection(service.owner, aPayable());
    const [provider] = await listProviders(service.owner);
    const body = JSON.stringify({
      event: 'payment.succeeded',
      data: { transaction: 't-1', reference: `${id}-card-1` },
    });
    const signed = `t=${Math.floor((await day.now()).getTime() / 1000)},v1=`;
    const signature = createHmac('sha256', 'sk_sandbox_of_somebody_else').update(body).digest('hex');
    for (const headers of [{}, { 'x-sandbox-signature': signed + signature }]) {
      const answer = await fetch(`${service.baseUrl}/webhooks/${provider?.id}`, { method: 'POST', headers, body });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ status: 'error', code: 'invalid_signature' });
    }
    expect(typesOf(await seen(id))).toEqual(['collection.created']);
  });
});

describe('a payment without a webhook', () => {
  it('a payment without a webhook is found before the next reminder, which is skipped', async () => {
    const { id } = await createCollection(service.owner, aPayable());
    const missed = await pay(id, naira(45_000), { signature: 'bad' });
    expect(missed).toMatchObject({ delivered: false, status: 401 });
    expect((await seen(id)).status).toBe('pending');
    await day.advance(DAY + 1);
    expect(await day.messages(id)).toEqual([]);
    const paid = await seen(id);
    expect(paid.status).toBe('completed');
    expect(typesOf(paid)).toEqual(expect.arrayContaining(['payment.received', 'followup.skipped', 'followup.stopped']));
    const [first, ...rest] = (await getPlan(service.owner, id)).slots;
    expect(first).toMatchObject({ status: 'skipped', skipReason: 'already_paid' });
    for (const slot of rest) expect(slot).toMatchObject({ status: 'skipped', skipReason: 'completed' });
  });

  it('a reminder is sent when the provider cannot be asked for payments', async () => {
    const { id } = await createCollection(service.owner, aPayable());
    const [slot] = (await getPlan(service.owner, id)).slots;
    await day.fault('sandbox', 'error', MANY);
    await toSlot(slot);
    await day.clearFaults();
    expect(await day.messages(id)).toHaveLength(1);
  });
});

describe('a provider that is down', () => {
  it.each(['reject', 'throttle', 'error', 'lost-reply'])(
    'a create while the provider fails (%s) succeeds with the options on our own page only',
    async (kind) => {
      await day.fault('sandbox', kind, MANY);
      const { id, payable } = await createCollection(service.owner, aPayable());
      await day.clearFaults();
      const [page, card] = payable.options;
      expect(payable.options).toHaveLength(2);
      expect(page).toMatchObject({ method: 'payment_link', link: expect.stringContaining(`${service.baseUrl}/pay/`) });
      expect(card).toEqual({ ...page, method: 'card', link: `${linkOf(page)}?method=card` });
      expect(count(await seen(id), 'payment_option.failed')).toBe(3);
      await pay(id, naira(45_000));
      expect((await seen(id)).status).toBe('completed');
    },
  );

  it('the payment page of a failing provider answers 200 and offers to try again', async () => {
    const { payable } = await createCollection(service.owner, aPayable());
    const link = linkOf(payable.options.find(({ method }) => method === 'payment_link'));
    await day.fault('sandbox', 'error', 5);
    const down = await fetch(link, { method: 'POST', redirect: 'manual' });
    expect(down.status).toBe(200);
    expect(await down.text()).toContain('<form');
    await day.clearFaults();
    const up = await fetch(link, { method: 'POST', redirect: 'manual' });
    expect(up.status).toBe(303);
  });
});
