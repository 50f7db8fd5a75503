/** Webhooks of payment providers on a real table. */

import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { WebhookEvent } from '#lib/payment/port.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection, aCreatedProvider } from './created.ts';
import { aShop, paid, pay, provider, referenceOf, type Shop, webhook } from './paying.ts';

const getCollection = makeGetCollection(service);

useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const tenants = useTenants();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));
systemClock.sleep = async () => {};

const shops = {} as { mine: Shop; other: Shop };
beforeAll(async () => {
  Object.assign(shops, { mine: await aShop(tenants.mine), other: await aShop(tenants.other) });
});
const read = provider.read;
afterEach(() => {
  Object.assign(provider, { read, isDown: false, progress: 'ended' });
});

const get = async (id: string) =>
  dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);
const typesOf = async (id: string) => (await get(id)).events.map(({ type }) => type);
const money = (minor: number, currency = 'NGN') => ({ amount: { minor, currency } });
const RECEIVED = { status: 'success', message: 'Webhook received' };
const IGNORED = { status: 'success', message: 'Webhook ignored' };

describe('200', () => {
  it('a webhook completes the collection that was paid, and its history says so', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    clock.advance(5);
    const answer = await paid(shops.mine, referenceOf(id));
    expect([answer.status, answer.body]).toEqual([200, RECEIVED]);
    const at = '2026-03-01T09:05:00.000Z';
    expect(await get(id)).toMatchObject({ status: 'completed', completedAt: at, updatedAt: at });
    expect(await typesOf(id)).toEqual([
      'collection.created',
      'payment.received',
      'collection.completed',
      'followup.stopped',
    ]);
    expect(logs.events()).toEqual(['collection_created', 'payment_received', 'collection_completed']);
  });

  it('a webhook that comes again gets the same answer and changes nothing', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    await paid(shops.mine, referenceOf(id));
    const first = await get(id);
    clock.advance(60);
    for (let times = 0; times < 3; times += 1) {
      expect((await webhook(shops.mine.providerId, `signed ${referenceOf(id)}`)).body).toEqual(RECEIVED);
    }
    expect(await get(id)).toEqual(first);
  });

  it('a webhook about nothing of ours answers 200 and changes nothing', async () => {
    const foreign = [
      'INV-17',
      referenceOf((await aCreatedCollection(tenants.other)).id),
      referenceOf((await aCreatedCollection(tenants.mine)).id),
    ];
    pay(foreign[0] ?? '');
    for (const reference of foreign) {
      expect((await webhook(shops.mine.providerId, `signed ${reference}`)).body).toEqual(IGNORED);
    }
    provider.read = () => ({ kind: 'other' });
    const answer = await webhook(shops.mine.providerId, 'signed x');
    expect([answer.status, answer.body]).toEqual([200, IGNORED]);
  });

  it('a webhook of a provider about another account is logged for the alarm and changes nothing', async () => {
    const theirs = await aCreatedCollection(tenants.other);
    expect((await paid(shops.mine, referenceOf(theirs.id))).body).toEqual(IGNORED);
    expect(logs.events()).toContain('payment_misdirected');
    const there = await invoke(getCollection, { key: tenants.other.key, id: theirs.id });
    expect(dataOf(there, CollectionResponse)).toEqual(theirs);
  });
});

describe('a webhook about the merchant’s own transaction', () => {
  it('a webhook that names the merchant’s reference completes its collection', async () => {
    const { id, reference } = await aCreatedCollection(tenants.mine, { provider: 'sandbox' });
    expect((await paid(shops.mine, reference)).body).toEqual(RECEIVED);
    expect(await get(id)).toMatchObject({ status: 'completed', balance: { outstanding: { value: 0 } } });
  });

  it('a webhook before its collection is answered 200 and forgotten, because the collection asks when it is recorded', async () => {
    const reference = 'the-merchants-own';
    expect((await paid(shops.mine, reference)).body).toEqual(IGNORED);
    const { id } = await aCreatedCollection(tenants.mine, { provider: 'sandbox', reference });
    expect(await get(id)).toMatchObject({ status: 'pending', balance: { received: { value: 0 } } });
  });
});

describe('a webhook about a refund', () => {
  it('a webhook that names only the transaction lowers the balance, and leaves the collection completed', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    await paid(shops.mine, referenceOf(id), { transaction: 'to-refund' });
    const [payment] = provider.confirmed.get(referenceOf(id)) ?? [];
    if (payment === undefined) throw new Error('it was paid');
    const refund = { ...payment, kind: 'refund' as const, object: 'refund-1', ...money(1_500_000) };
    provider.confirmed.set('to-refund', [payment, refund]);
    provider.read = () => ({ kind: 'movement', lookup: { transaction: 'to-refund', about: 'refunds' } });
    for (let times = 0; times < 2; times += 1) {
      expect((await webhook(shops.mine.providerId, 'refund')).body).toEqual(RECEIVED);
    }
    expect(await get(id)).toMatchObject({
      status: 'completed',
      balance: { received: { value: 30_000 }, outstanding: { value: 15_000 } },
    });
    expect((await typesOf(id)).filter((type) => type === 'payment.refunded')).toHaveLength(1);
    expect(logs.events()).toContain('payment_refund');
  });
});

describe('401', () => {
  it('an unsigned webhook answers 401, asks no provider, and is counted', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    pay(referenceOf(id));
    const asked = provider.asked;
    const answer = await webhook(shops.mine.providerId, referenceOf(id));
    expectRefusal(answer, { status: 401, code: 'invalid_signature', message: 'Invalid signature' });
    expect([provider.asked, (await get(id)).status]).toEqual([asked, 'pending']);
    expect(logs.events()).toContain('webhook_unsigned');
  });

  it('a webhook’s signature is checked over the exact bytes, whatever the case of its headers', async () => {
    const seen: unknown[] = [];
    provider.read = ({ body, headers }) => {
      seen.push(body, headers['x-signature']);
      return { kind: 'unsigned' };
    };
    const body = '{ "é":1,\n"x":"\\u00e9" }';
    await webhook(shops.mine.providerId, body, { headers: { 'X-Signature': 'abc' }, base64: true });
    await webhook(shops.mine.providerId, body, { headers: { 'x-signature': 'abc' } });
    expect(seen).toEqual([body, 'abc', body, 'abc']);
  });
});

describe('404', () => {
  const wrong = async () => ({
    'a text': 'stripe',
    nothing: '',
    'an unknown provider': `prv_${tenants.mine.account.id}${'0'.repeat(25)}`,
    'an unknown account': `prv_0000000000${'0'.repeat(25)}`,
    'a collection': (await aCreatedCollection(tenants.mine)).id,
    'a provider of no kind': (
      await aCreatedProvider(tenants.mine, { slug: `cash-desk-${Math.random()}`.replace('.', '') })
    ).id,
  });

  it('a webhook for an id that takes no payments answers 404, signed or not', async () => {
    for (const [what, id] of Object.entries(await wrong())) {
      expectRefusal(await webhook(id, 'signed x'), { status: 404, code: 'provider_not_found' }, what);
    }
  });

  it('a webhook for a provider without credentials answers 404', async () => {
    provider.read = () => ({ kind: 'no_credentials' });
    expectRefusal(await webhook(shops.mine.providerId, 'signed x'), { status: 404, code: 'provider_not_found' });
  });
});

describe('other refusals', () => {
  it('a webhook larger than any provider sends answers 413 and is not read', async () => {
    provider.read = () => {
      throw new Error('it is not to be read');
    };
    const answer = await webhook(shops.mine.providerId, 'x'.repeat(256 * 1024 + 1));
    expectRefusal(answer, { status: 413, code: 'payload_too_large' });
    expect(answer.body.message).toContain('256 KB');
  });

  it('a signed webhook without content answers 400', async () => {
    expectRefusal(await webhook(shops.mine.providerId, 'signed '), { status: 400, code: 'malformed_json' });
  });

  it('a webhook that cannot be confirmed now answers 503, and counts when it is sent again', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    provider.isDown = true;
    const answer = await paid(shops.mine, referenceOf(id));
    expectRefusal(answer, { status: 503, code: 'service_unavailable' });
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect((await get(id)).status).toBe('pending');
    provider.isDown = false;
    await webhook(shops.mine.providerId, `signed ${referenceOf(id)}`);
    expect((await get(id)).status).toBe('completed');
  });
});

it.each(['open', 'pending'] as const)(
  'a webhook whose payment the provider gives as %s answers 503 and is logged, so that it comes again',
  async (progress) => {
    const { id } = await aCreatedCollection(tenants.mine);
    provider.progress = progress;
    const answer = await webhook(shops.mine.providerId, `signed ${referenceOf(id)}`);
    expectRefusal(answer, { status: 503, code: 'service_unavailable' });
    expect(logs.events()).toContain('payment_unconfirmed');
    expect(logs.events()).not.toContain('request_failed');
  },
);

it('a webhook with any content answers an envelope, and never a 5xx', async () => {
  const aWebhookEvent = fc.constantFrom<WebhookEvent>(
    { kind: 'unsigned' },
    { kind: 'malformed' },
    { kind: 'other' },
    { kind: 'movement', lookup: { reference: '' } },
    { kind: 'movement', lookup: { reference: 'pay-\u0000-1' } },
    { kind: 'movement', lookup: { transaction: '', about: 'refunds' } },
    { kind: 'movement', lookup: {} },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: anyCharacter }),
      fc.string(),
      aWebhookEvent,
      fc.boolean(),
      async (body, id, webhookEvent, known) => {
        provider.read = () => webhookEvent;
        const answer = await webhook(known ? shops.mine.providerId : id, body, { base64: id.length % 2 === 0 });
        expect([200, 400, 401, 404]).toContain(answer.status);
        expect(Object.keys(answer.body)).toEqual(
          answer.status === 200 ? ['status', 'message'] : ['status', 'message', 'code'],
        );
        expect(answer.headers['x-request-id']).toBe('request-1');
      },
    ),
    { numRuns: 300 },
  );
});
