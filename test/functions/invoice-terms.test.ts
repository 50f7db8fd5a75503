/** What a bookkeeper brings along with a debt, on a real table: the number of an invoice, its taxes, and what was paid before. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createCollection } from '#functions/api/create-collection.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { getStatement } from '#functions/api/get-statement.ts';
import { listPayments } from '#functions/api/list-payments.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { StatementResponse } from '#lib/contract/statement.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { getCollection as readCollection } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';
import { aShop } from './paying.ts';

useTable();
captureLogs();
const tenants = useTenants();
const NOW = '2026-03-02T09:00:00.000Z';
useClock(new Date(NOW));

const create = createCollection(service);
const reads = { get: getCollection(service), list: listPayments(service), statement: getStatement(service) };
const record = recordPayment(service);

const ngn = (value: number) => ({ value, currency: 'NGN' });
const BEFORE = '2026-01-15T10:00:00.000Z';

const ask = (given: object) =>
  invoke(create, {
    method: 'POST',
    key: tenants.mine.key,
    body: aCreateBody({ reference: randomUUID(), contact: aNewPerson(), amount: ngn(100), ...given }),
  });

const get = async (id: string) => dataOf(await invoke(reads.get, { key: tenants.mine.key, id }), CollectionResponse);
const list = async (id: string) =>
  dataOf(await invoke(reads.list, { key: tenants.mine.key, id }), z.array(PaymentResponse));

async function statementOf({ contact }: { contact: { id: string } }) {
  const { currencies } = dataOf(
    await invoke(reads.statement, {
      key: tenants.mine.key,
      id: contact.id,
      query: { from: '2026-03-01', to: '2026-03-03' },
    }),
    StatementResponse,
  );
  return currencies[0]?.entries.map(({ entry, balance }) => ({ ...entry, balance: balance.value })) ?? [];
}

describe('what was paid before', () => {
  const paidBefore = { amount: ngn(40), at: BEFORE };

  it('is in the balance, in the ledger with its own day, and in the books since the creation', async () => {
    const made = await aCreatedCollection(tenants.mine, { amount: ngn(100), paidBefore });
    const read = await get(made.id);
    expect([made.paidBefore, read.paidBefore]).toEqual([paidBefore, paidBefore]);
    for (const { status, balance } of [made, read])
      expect([status, balance]).toEqual(['pending', { received: ngn(40), outstanding: ngn(60) }]);
    const [entry, ...others] = await list(made.id);
    expect(entry).toMatchObject({ kind: 'payment', amount: ngn(40), paidAt: BEFORE, recordedAt: NOW });
    expect(others).toEqual([]);
    expect(read.events.map(({ type }) => type)).toEqual(['collection.created', 'payment.received']);
    expect(await statementOf(made)).toMatchObject([
      { kind: 'asked', amount: ngn(100), balance: 100 },
      { kind: 'received', amount: ngn(-40), effectiveAt: BEFORE, balance: 60 },
    ]);
  });

  it('and the rest complete it', async () => {
    const { id } = await aCreatedCollection(tenants.mine, { amount: ngn(100), paidBefore });
    const body = { amount: ngn(60), method: 'cash', transaction: 'receipt-1' };
    await invoke(record, { method: 'POST', key: tenants.mine.key, id, body });
    expect(await get(id)).toMatchObject({ status: 'completed', balance: { received: ngn(100), outstanding: ngn(0) } });
  });

  it('is all of it: it is completed at once, nothing is opened, and nobody is reminded', async () => {
    await aShop(tenants.mine);
    const made = await aCreatedCollection(tenants.mine, {
      amount: ngn(100),
      paidBefore: { amount: ngn(100), at: BEFORE },
      payable: { enabled: true, methods: ['card'] },
      provider: 'sandbox',
    });
    expect(made).toMatchObject({ status: 'completed', completedAt: NOW });
    const stored = await readCollection(table, parseCollectionId(made.id) as CollectionRef);
    expect([stored?.sessions, stored?.nextRunAt]).toEqual([[], undefined]);
    const { events, status } = await get(made.id);
    expect([status, events.map(({ type }) => type)]).toEqual([
      'completed',
      ['collection.created', 'payment.received', 'collection.completed', 'followup.stopped'],
    ]);
    expect((await statementOf(made)).at(-1)).toMatchObject({ kind: 'received', balance: 0 });
  });

  it.each([
    ['more than is asked', { amount: ngn(100.01), at: BEFORE }, 'paidBefore.amount'],
    ['in another currency', { amount: { value: 1, currency: 'USD' }, at: BEFORE }, 'paidBefore.amount'],
    ['in the future', { amount: ngn(1), at: '2026-03-02T09:00:00.001Z' }, 'paidBefore.at'],
    ['at no instant', { amount: ngn(1), at: '2026-01-15' }, 'paidBefore.at'],
  ])('%s is refused', async (_what, wrong, path) => {
    const answer = await ask({ paidBefore: wrong });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: [path] });
  });
});

describe('the number and the taxes', () => {
  const tax = [
    { name: 'VAT', rate: 7.5, amount: ngn(6.98) },
    { name: 'Levy', rate: 0.5, amount: ngn(0.47) },
  ];

  it('are kept, and the journal has them', async () => {
    const made = await aCreatedCollection(tenants.mine, { amount: ngn(100), number: ' INV-7 ', tax });
    expect(await get(made.id)).toMatchObject({ number: 'INV-7', tax });
    expect(await statementOf(made)).toMatchObject([{ kind: 'asked', number: 'INV-7', tax }]);
  });

  it.each([
    ['more than the amount', [{ name: 'VAT', rate: 7.5, amount: ngn(100.01) }], 'tax'],
    ['together more than the amount', [...tax, { name: 'Duty', rate: 90, amount: ngn(92.56) }], 'tax'],
    ['in another currency', [{ name: 'VAT', rate: 7.5, amount: { value: 1, currency: 'USD' } }], 'tax'],
    ['of more than all', [{ name: 'VAT', rate: 100.1, amount: ngn(1) }], 'tax.0.rate'],
    ['of nothing', [], 'tax'],
  ])('a tax %s is refused', async (_what, wrong, path) => {
    expectRefusal(await ask({ tax: wrong }), { status: 400, code: 'validation_failed', paths: [path] });
  });
});
