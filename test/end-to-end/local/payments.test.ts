/** Payments of a collection: amounts of every kind, at any time, and during faults lead to the right status and end its follow-ups. */
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { aCollection, createCollection, getCollection, listProviders } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';
import { dayOf, getPlan } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);
const DAY = 24 * 60;

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
});

describe('a webhook', () => {
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

describe('a provider that is down', () => {
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
