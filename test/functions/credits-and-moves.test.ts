/** Credits, and money that is moved between the debts of a customer, on a real table. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { creditCollection } from '#functions/api/credit-collection.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { getStatement } from '#functions/api/get-statement.ts';
import { listPayments } from '#functions/api/list-payments.ts';
import { movePayment } from '#functions/api/move-payment.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { StatementResponse } from '#lib/contract/statement.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { type Answer, dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';
import { aShop, pay, referenceOf, webhook } from './paying.ts';

useTable();
captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const endpoints = { pay: recordPayment(service), credit: creditCollection(service), move: movePayment(service) };
const reads = { get: getCollection(service), list: listPayments(service), statement: getStatement(service) };

const ngn = (value: number) => ({ value, currency: 'NGN' });

type Call = { body?: object; part?: string; key?: string; request?: string };

const post = (name: keyof typeof endpoints, id: string, { body = {}, part, key, request }: Call): Promise<Answer> =>
  invoke(endpoints[name], {
    method: 'POST',
    key: key ?? tenants.mine.key,
    id,
    body,
    ...(part !== undefined && { part }),
    ...(request !== undefined && { headers: { 'Idempotency-Key': request } }),
  });

async function posted(name: keyof typeof endpoints, id: string, call: Call) {
  const answer = await post(name, id, call);
  expect(answer.status, answer.text).toBe(201);
  return dataOf(answer, PaymentResponse);
}

const paidBy = (id: string, value: number, given: object = {}) =>
  posted('pay', id, { body: { amount: ngn(value), method: 'cash', transaction: randomUUID(), ...given } });
const credited = (id: string, value: number, request?: string) =>
  posted('credit', id, { body: { amount: ngn(value), reason: 'discount' }, ...(request && { request }) });
const moved = (from: string, part: string, body: object, request?: string) =>
  posted('move', from, { part, body, ...(request && { request }) });

const get = async (id: string, { key } = tenants.mine) =>
  dataOf(await invoke(reads.get, { key, id }), CollectionResponse);
const list = async (id: string, { key } = tenants.mine) =>
  dataOf(await invoke(reads.list, { key, id }), z.array(PaymentResponse));

/** The status, and the sums of the balance. */
async function standing(id: string, tenant: Tenant = tenants.mine) {
  const { status, balance } = await get(id, tenant);
  const { received, credited: less, outstanding } = balance;
  return [status, received.value, less?.value, outstanding.value];
}

/** What the journal of the customer says: its kinds with their sums, in their order, and what is owed after them. */
async function bookOf(id: string, tenant: Tenant = tenants.mine) {
  const { contact } = await get(id, tenant);
  const { currencies } = dataOf(await invoke(reads.statement, { key: tenant.key, id: contact.id }), StatementResponse);
  const [{ entries = [], closing, credit } = {}] = currencies;
  return {
    entries: entries.map(({ entry }) => [entry.kind, entry.amount.value]),
    closing: closing?.value,
    credit: credit?.value,
  };
}

const aDebt = (value: number, given: object = {}) =>
  aCreatedCollection(tenants.mine, { amount: ngn(value), ...given }).then(({ id }) => id);

/** Of one customer. */
async function twoDebts(first: number, second: number): Promise<[string, string]> {
  const contact = aNewPerson();
  return [await aDebt(first, { contact }), await aDebt(second, { contact })];
}

describe('a credit', () => {
  it('lowers what is outstanding, is no money, and is told with its reason', async () => {
    const id = await aDebt(100);
    const credit = await posted('credit', id, {
      body: { amount: ngn(30), reason: 'returned_goods', note: 'a broken cup' },
    });
    expect(credit).toMatchObject({
      kind: 'credit',
      amount: ngn(30),
      standing: null,
      method: null,
      transaction: null,
      recordedBy: 'merchant',
      reason: 'returned_goods',
      note: 'a broken cup',
    });
    expect(await list(id)).toEqual([credit]);
    expect(await standing(id)).toEqual(['pending', 0, 30, 70]);
    expect((await get(id)).events.at(-1)).toMatchObject({
      type: 'collection.credited',
      data: { amount: ngn(30), reason: 'returned_goods', actor: 'merchant' },
    });
    expect(JSON.stringify((await get(id)).events)).not.toContain('cup');
  });

  it('of all that is left completes the collection; money for it came before', async () => {
    const id = await aDebt(100);
    await paidBy(id, 60);
    await credited(id, 40);
    expect(await standing(id)).toEqual(['completed', 60, 40, 0]);
    expect(await bookOf(id)).toEqual({
      entries: [
        ['asked', 100],
        ['received', -60],
        ['credited', -40],
      ],
      closing: 0,
      credit: 0,
    });
  });

  it('after the completion is owed to the customer, and a refund gives it back', async () => {
    const id = await aDebt(100);
    await paidBy(id, 100);
    clock.advance(60);
    await credited(id, 30);
    expect(await standing(id)).toEqual(['completed', 100, 30, 0]);
    expect(await bookOf(id)).toMatchObject({ closing: 0, credit: 30 });
    clock.advance(60);
    await paidBy(id, 30, { kind: 'refund' });
    expect(await standing(id)).toEqual(['completed', 70, 30, 0]);
    expect(await bookOf(id)).toMatchObject({ closing: 0, credit: 0 });
  });

  it('comes once for each key, and each time without one; all together at most what was asked', async () => {
    const id = await aDebt(100);
    await credited(id, 30, 'key-1');
    clock.advance(1);
    const again = await post('credit', id, { body: { amount: ngn(30), reason: 'discount' }, request: 'key-1' });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    const other = await post('credit', id, { body: { amount: ngn(31), reason: 'discount' }, request: 'key-1' });
    expectRefusal(other, { status: 409, code: 'idempotency_conflict' });
    await credited(id, 30);
    await credited(id, 30);
    expect(await standing(id)).toEqual(['pending', 0, 90, 10]);
    const more = await post('credit', id, { body: { amount: ngn(10.01), reason: 'discount' } });
    expectRefusal(more, { status: 400, code: 'validation_failed', paths: ['amount.value'] });
    await credited(id, 10);
    expect(await standing(id)).toEqual(['completed', 0, 100, 0]);
  });

  it.each([
    ['another currency', { amount: { value: 1, currency: 'USD' } }, ['amount.currency']],
    ['no reason', { reason: undefined }, ['reason']],
    ['a reason that is a sentence', { reason: 'Ada was ill' }, ['reason']],
  ])('with %s is refused, and nothing is recorded', async (_what, given, paths) => {
    const id = await aDebt(100);
    const answer = await post('credit', id, { body: { amount: ngn(1), reason: 'discount', ...given } });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths });
    expect(await list(id)).toEqual([]);
  });
});

describe('a move', () => {
  it('of what was overpaid pays another debt of the customer, in both ledgers by one id', async () => {
    const [from, to] = await twoDebts(100, 50);
    const payment = await paidBy(from, 120);
    const out = await moved(from, payment.id, { to });
    expect(out).toMatchObject({ kind: 'moved', amount: ngn(-20), move: { id: expect.stringMatching(/^mov_/), to } });
    const [came] = await list(to);
    expect(came).toMatchObject({
      kind: 'moved',
      amount: ngn(20),
      transaction: payment.transaction,
      paidAt: payment.paidAt,
      move: { id: out.move?.id, from },
    });
    expect(await standing(from)).toEqual(['completed', 100, undefined, 0]);
    expect(await standing(to)).toEqual(['pending', 20, undefined, 30]);
    expect((await get(to)).events.at(-1)).toMatchObject({
      type: 'payment.moved',
      data: { with: from, direction: 'in' },
    });
    expect(await bookOf(to)).toMatchObject({ closing: 30, credit: 0 });
  });

  it('of a misdirected payment pays the other debt in full, and its own is owed again', async () => {
    const [from, to] = await twoDebts(100, 100);
    const { id: payment } = await paidBy(from, 100);
    clock.advance(60);
    await moved(from, payment, { to });
    expect(await standing(from)).toEqual(['overdue', 0, undefined, 100]);
    expect(await standing(to)).toEqual(['completed', 100, undefined, 0]);
    expect(await bookOf(from)).toEqual({
      entries: [
        ['asked', 100],
        ['asked', 100],
        ['received', -100],
        ['moved', -100],
        ['moved', 100],
      ],
      closing: 100,
      credit: 0,
    });
  });

  it('goes on from where it was moved to, and no further than there is money', async () => {
    const contact = aNewPerson();
    const [first, second, third] = [
      await aDebt(100, { contact }),
      await aDebt(100, { contact }),
      await aDebt(100, { contact }),
    ];
    const { id: payment } = await paidBy(first, 90);
    await moved(first, payment, { to: second, amount: ngn(50) });
    const [came] = await list(second);
    await moved(second, came?.id ?? '', { to: third, amount: ngn(20) });
    expect(await standing(first)).toEqual(['pending', 40, undefined, 60]);
    expect(await standing(second)).toEqual(['pending', 30, undefined, 70]);
    expect(await standing(third)).toEqual(['pending', 20, undefined, 80]);
    const more = await post('move', second, { part: came?.id ?? '', body: { to: third, amount: ngn(30.01) } });
    expectRefusal(more, { status: 400, code: 'validation_failed', paths: ['amount.value'] });
  });

  it('comes once for each key, also when its money is gone', async () => {
    const [from, to] = await twoDebts(100, 100);
    const { id: part } = await paidBy(from, 10);
    const request = 'key-1';
    const first = await post('move', from, { part, body: { to }, request });
    clock.advance(1);
    const again = await post('move', from, { part, body: { to }, request });
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body]);
    expectRefusal(await post('move', from, { part, body: { to } }), {
      status: 400,
      code: 'validation_failed',
      paths: ['to'],
    });
    expect(await standing(to)).toEqual(['pending', 10, undefined, 90]);
  });

  it('to another customer, currency, account, itself or a collection that is paid is refused, and changes nothing', async () => {
    const [from, own] = await twoDebts(100, 10);
    const { contact } = await get(from);
    const { id: part } = await paidBy(from, 50);
    const dollars = await aDebt(1, { contact: { ...contact, id: undefined }, amount: { value: 1, currency: 'USD' } });
    const foreign = (await aCreatedCollection(tenants.other)).id;
    const invalid = { status: 400, code: 'validation_failed', paths: ['to'] };
    const move = (to: string, body: object = {}) => post('move', from, { part, body: { to, ...body } });
    for (const to of [await aDebt(100), dollars, from]) expectRefusal(await move(to), invalid, to);
    expectRefusal(await move(foreign), { status: 403, code: 'collection_forbidden' });
    expectRefusal(await move('pay_nonsense'), { status: 404, code: 'collection_not_found' });
    expectRefusal(await move(own, { amount: ngn(10.01) }), { ...invalid, paths: ['amount.value'] });
    expectRefusal(await move(own, { amount: { value: 1, currency: 'USD' } }), {
      ...invalid,
      paths: ['amount.currency'],
    });
    const other = await post('move', from, { part: 'pmt_nonsense', body: { to: own } });
    expectRefusal(other, { status: 404, code: 'payment_not_found' });
    await paidBy(own, 10);
    expectRefusal(await move(own), { status: 409, code: 'invalid_transition' });
    expect(await standing(from)).toEqual(['pending', 50, undefined, 50]);
  });

  it('is followed by what the provider gives back: it is taken where the money is', async () => {
    const shop = await aShop(tenants.mine);
    const contact = aNewPerson();
    const given = { contact, amount: ngn(100), payable: { enabled: true, methods: ['card'] }, provider: 'sandbox' };
    const [from, to] = [await aDebt(100, given), await aDebt(100, given)];
    const own = referenceOf(from, 'card');
    const { transaction, at } = pay(own, { amount: { minor: 10_000, currency: 'NGN' } });
    await webhook(shop.providerId, `signed ${own}`);
    const [payment] = await list(from);
    await moved(from, payment?.id ?? '', { to, amount: ngn(60) });
    expect([await standing(from), await standing(to)]).toEqual([
      ['overdue', 40, undefined, 60],
      ['pending', 60, undefined, 40],
    ]);
    // The same webhook again, and then a refund: first of what was moved, then of the rest.
    await webhook(shop.providerId, `signed ${own}`);
    const refund = { kind: 'refund', transaction, at, object: 'refund-1' } as const;
    pay(own, { ...refund, amount: { minor: 7_000, currency: 'NGN' } });
    await webhook(shop.providerId, `signed ${own}`);
    expect([await standing(from), await standing(to)]).toEqual([
      ['overdue', 30, undefined, 70],
      ['pending', 0, undefined, 100],
    ]);
    expect(await bookOf(to)).toMatchObject({ closing: 170, credit: 0 });
  });
});

everyEndpoint({
  operation: 'credit-collection',
  handler: endpoints.credit,
  tenants,
  prepare: async (tenant: Tenant) => ({
    id: (await aCreatedCollection(tenant)).id,
    body: { amount: ngn(1), reason: 'discount' },
  }),
});

everyEndpoint({
  operation: 'move-payment',
  handler: endpoints.move,
  tenants,
  prepare: async (tenant: Tenant) => {
    const contact = aNewPerson();
    const [from, to] = [await aCreatedCollection(tenant, { contact }), await aCreatedCollection(tenant, { contact })];
    const body = { amount: ngn(5), method: 'cash', transaction: randomUUID() };
    const payment = await posted('pay', from.id, { body, key: tenant.key });
    return { id: from.id, part: payment.id, body: { to: to.id } };
  },
});
