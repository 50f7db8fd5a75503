/** Builders of payments for the table, and of what they come to. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type AppliedPayment, applyPayment } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { paymentKey } from '#lib/store/keys.ts';
import { getLedger, keepForLater, recordPayment } from '#lib/store/payments.ts';
import { table } from '#lib/store/table.ts';
import { type ApplyPorts, applyPayments } from '#lib/use-cases/apply-payments.ts';
import { aPayment } from '#test/support/a-payment.ts';
import { NOW } from './a-claim.ts';

/** As the functions settle: on the real table. */
const applyPorts: ApplyPorts = {
  clock: { now: () => NOW, sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) },
  random: { fraction: Math.random },
  getLedger,
  recordPayment,
  keepForLater,
};

export const applied = (ref: CollectionRef, ...payments: Payment[]) => applyPayments(applyPorts, { ref, payments });

/** What a payment comes to for the collection as it is now. */
export async function appliedPaymentOf(ref: CollectionRef, payment: Payment = aPayment()): Promise<AppliedPayment> {
  const { collection, payments } = await getLedger(ref);
  const appliedPayment = collection && applyPayment(collection, payments, payment, NOW);
  if (appliedPayment === undefined) throw new Error('there is nothing to settle');
  return appliedPayment;
}

/** A payment’s row as it is stored. */
export async function rowOf(
  ref: CollectionRef,
  payment: Payment = aPayment(),
): Promise<Record<string, unknown> | undefined> {
  const get = new GetCommand({ TableName: table.name, Key: paymentKey(ref, payment), ConsistentRead: true });
  return (await table.client.send(get)).Item;
}
