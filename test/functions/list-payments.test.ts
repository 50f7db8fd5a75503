/** Listing the payments of a collection, on a real table. */
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listPayments } from '#functions/api/list-payments.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { booked } from '#test/store/a-booking.ts';
import { aRefund, aReported, ngn } from '#test/support/a-payment.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aCreatedCollection, aCreatedProvider } from './created.ts';

const handler = listPayments(service);

useTable();
captureLogs();
const tenants = useTenants();
useClock(new Date('2026-03-01T09:00:00.000Z'));

const list = async (id: string) =>
  dataOf(await invoke(handler, { key: tenants.mine.key, id }), z.array(PaymentResponse));

async function aLedger(...reported: ReturnType<typeof aReported>[]): Promise<string> {
  const { id } = await aCreatedCollection(tenants.mine);
  const ref = parseCollectionId(id);
  if (ref === undefined) throw new Error('it is the id of a collection');
  await booked(ref, ...reported);
  return id;
}

it('a collection without payments has an empty list', async () => {
  expect(await list(await aLedger())).toEqual([]);
});

it('payments are listed oldest first, each with what it adds to the balance and the slug of its provider', async () => {
  const { id: provider, slug } = await aCreatedProvider(tenants.mine);
  const id = await aLedger(
    aReported({ transaction: 'trx-9', provider, ...ngn(1_000_000), at: '2026-03-01T08:00:00.000Z' }),
    aReported({ transaction: 'trx-1', provider, ...ngn(2_000_000), at: '2026-03-01T08:10:00.000Z' }),
    aRefund(500_000, { transaction: 'trx-9', provider, at: '2026-03-01T08:20:00.000Z' }),
  );
  expect(await list(id)).toMatchObject([
    { kind: 'payment', transaction: 'trx-9', amount: { value: 10_000 }, standing: 'partial', provider: slug },
    { kind: 'payment', transaction: 'trx-1', amount: { value: 20_000 }, standing: 'partial', provider: slug },
    { kind: 'refund', transaction: 'trx-9', amount: { value: -5_000 }, standing: null, recordedBy: 'provider' },
  ]);
});

everyEndpoint({
  operation: 'list-payments',
  handler,
  tenants,
  prepare: async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id }),
});
