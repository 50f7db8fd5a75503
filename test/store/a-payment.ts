/** Builders of payments for the table, and of what they come to. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { OwnedId } from '#lib/domain/ids.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { type Settlement, settle } from '#lib/domain/payment/settle.ts';
import { type SettlePorts, settlePayments } from '#lib/protocol/settle-payments.ts';
import { paymentKey } from '#lib/store/keys.ts';
import { getLedger, keepForLater, recordPayment } from '#lib/store/payments.ts';
import { table } from '#lib/store/table.ts';
import { aPayment } from '#test/support/a-payment.ts';
import { NOW } from './a-claim.ts';

/** As the functions settle: on the real table. */
const settlePorts: SettlePorts = {
  now: () => NOW,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  fraction: Math.random,
  getLedger,
  recordPayment,
  keepForLater,
};

export const settled = (place: OwnedId, ...payments: Payment[]) => settlePayments(settlePorts, { place, payments });

/** What a payment comes to for the collection as it is now. */
export async function settlementOf(place: OwnedId, payment: Payment = aPayment()): Promise<Settlement> {
  const { collection, payments } = await getLedger(place);
  const settlement = collection && settle(collection, payments, payment, NOW);
  if (settlement === undefined) throw new Error('there is nothing to settle');
  return settlement;
}

/** A payment’s row as it is stored. */
export async function rowOf(
  place: OwnedId,
  payment: Payment = aPayment(),
): Promise<Record<string, unknown> | undefined> {
  const get = new GetCommand({ TableName: table.name, Key: paymentKey(place, payment), ConsistentRead: true });
  return (await table.client.send(get)).Item;
}
