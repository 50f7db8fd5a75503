/** Recording money that reached the merchant elsewhere, on a real table. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { listPayments as makeListPayments } from '#functions/api/list-payments.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

const getCollection = makeGetCollection(service);
const listPayments = makeListPayments(service);
const handler = recordPayment(service);

useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const tenants = useTenants();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));
systemClock.sleep = async () => {};

const ngn = (value: number) => ({ amount: { value, currency: 'NGN' } });
const cash = (value: number, given: object = {}) => ({
  ...ngn(value),
  method: 'cash',
  transaction: randomUUID(),
  ...given,
});

const post = (id: string, body: object, idempotencyKey?: string) =>
  invoke(handler, {
    method: 'POST',
    key: tenants.mine.key,
    id,
    body,
    ...(idempotencyKey !== undefined && { headers: { 'Idempotency-Key': idempotencyKey } }),
  });
const posted = async (...asked: Parameters<typeof post>) => dataOf(await post(...asked), PaymentResponse);
const call = (id: string) => ({ key: tenants.mine.key, id });
const get = async (id: string) => dataOf(await invoke(getCollection, call(id)), CollectionResponse);
const list = async (id: string) => dataOf(await invoke(listPayments, call(id)), z.array(PaymentResponse));

describe('201', () => {
  it('a part payment is recorded as it is answered, and the balance and the events say so', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    clock.advance(10);
    const paidAt = '2026-03-01T09:05:00.000Z';
    const payment = await posted(id, cash(40_000, { transaction: 'receipt-17', paidAt, note: 'at the desk' }));
    expect(payment).toEqual({
      id: expect.stringMatching(/^pmt_/),
      kind: 'payment',
      amount: { value: 40_000, currency: 'NGN' },
      counts: true,
      standing: 'partial',
      method: 'cash',
      provider: null,
      transaction: 'receipt-17',
      paidAt,
      recordedAt: '2026-03-01T09:10:00.000Z',
      recordedBy: 'merchant',
      note: 'at the desk',
    });
    expect(await list(id)).toEqual([payment]);
    const { status, balance, events } = await get(id);
    expect([status, balance]).toEqual(['pending', { received: ngn(40_000).amount, outstanding: ngn(5_000).amount }]);
    expect(events.at(-1)).toMatchObject({
      type: 'payment.received',
      timestamp: payment.recordedAt,
      data: { ...ngn(40_000), transaction: 'receipt-17', method: 'cash', actor: 'merchant' },
    });
    expect(logs.events()).toContain('payment_received');
  });

  it('a refund lowers the balance, down to nothing, and changes no status', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    await posted(id, cash(45_000));
    expect(await posted(id, cash(45_000, { kind: 'refund' }))).toMatchObject({
      kind: 'refund',
      amount: ngn(-45_000).amount,
    });
    expect(await get(id)).toMatchObject({
      status: 'completed',
      balance: { received: ngn(0).amount, outstanding: ngn(45_000).amount },
    });
  });

  it('a request that comes again with its key gets the same payment, and records nothing', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const { transaction: _none, ...body } = cash(1_000);
    const first = await post(id, body, 'key-1');
    clock.advance(60);
    const again = await post(id, body, 'key-1');
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(await list(id)).toHaveLength(1);
  });

  it.each(['request:key-1', 'a#b', 'a%23b', '💸'.repeat(255), '#'.repeat(255)])(
    'any transaction that the contract takes can be recorded and given back: %s',
    async (transaction) => {
      const { id } = await aCreatedCollection(tenants.mine);
      const { transaction: _none, ...body } = cash(1_000);
      await posted(id, body, 'key-1');
      await posted(id, cash(1_000, { transaction }));
      await posted(id, cash(1_000, { kind: 'refund', transaction: `${transaction.slice(0, 100)}back` }));
      expect((await get(id)).balance.received.value).toBe(1_000);
    },
  );
});

describe('400', () => {
  it.each<[string, object, string[]]>([
    ['without a transaction or a key', { transaction: undefined }, ['transaction']],
    ['in the future', { paidAt: '2026-03-01T09:00:00.001Z' }, ['paidAt']],
    ['in a year that is too large in UTC', { paidAt: '9999-12-31T23:59:59-01:00' }, ['paidAt']],
    ['in another currency', { amount: { value: 1, currency: 'USD' } }, ['amount.currency']],
  ])('a payment %s is refused, and nothing is recorded', async (_how, given, paths) => {
    const { id } = await aCreatedCollection(tenants.mine);
    expectRefusal(await post(id, cash(1_000, given)), { status: 400, code: 'validation_failed', paths });
    expect(await list(id)).toEqual([]);
  });

  it('payments whose sum could not be counted exactly are refused, and the collection can still be read', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const answers = [];
    for (let count = 0; count < 92; count += 1) answers.push(await post(id, cash(10 ** 12)));
    expect(answers.slice(0, 90).every(({ status }) => status === 201)).toBe(true);
    expectRefusal(answers[91] ?? (answers[0] as never), {
      status: 400,
      code: 'validation_failed',
      paths: ['amount.value'],
    });
    expect((await get(id)).balance.received.value).toBe(90 * 10 ** 12);
  });
});

describe('409', () => {
  it('a transaction is recorded once, as a payment or as a refund', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    await posted(id, cash(1_000, { transaction: 'receipt-1' }));
    for (const kind of ['payment', 'refund']) {
      const answer = await post(id, cash(500, { transaction: 'receipt-1', kind }));
      expectRefusal(answer, {
        status: 409,
        code: 'duplicate_transaction',
        message: 'Transaction receipt-1 is recorded already',
      });
    }
  });

  it('a key that comes with another body is a conflict', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    await post(id, cash(1_000), 'key-1');
    expectRefusal(await post(id, cash(2_000), 'key-1'), { status: 409, code: 'idempotency_conflict' });
  });

  it('a refund of more than was received is refused', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const message = 'Only NGN 0.00 has been received';
    expectRefusal(await post(id, cash(1, { kind: 'refund' })), {
      status: 409,
      code: 'refund_exceeds_received',
      message,
    });
  });
});

everyEndpoint({
  operation: 'record-payment',
  handler,
  tenants,
  prepare: async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id, body: cash(1) }),
});
