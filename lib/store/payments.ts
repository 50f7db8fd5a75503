/** Payments in the table: each is recorded once, together with its effect on the collection. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { AppliedPayment, Ledger } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { getPartition } from './collections.ts';
import { END_RUNS, ITEM_EXISTS, ITEM_IS_NEW } from './expressions.ts';
import { collectionKey, paymentKey, TTL_ATTRIBUTE } from './keys.ts';
import { send, table, writeIf } from './table.ts';

export async function getLedger(ref: CollectionRef): Promise<Ledger> {
  const { collection, payments } = await getPartition(ref);
  return { collection, payments };
}

/**
 * Records a payment and its effect on the collection, together or not at all, so that the sum of the recorded payments
 * always agrees with the collection's status. `lost`: the payment is recorded already, or the collection has changed.
 */
export async function recordPayment(ref: CollectionRef, appliedPayment: AppliedPayment): Promise<'recorded' | 'lost'> {
  const { payment, waited } = appliedPayment;
  const row = waited ? { Update: adoption(ref, payment) } : { Put: newRow(ref, payment) };
  const write = new TransactWriteCommand({ TransactItems: [row, { Update: effect(ref, appliedPayment) }] });
  try {
    await send(write);
    return 'recorded';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    if (!error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error;
    return 'lost';
  }
}

const newRow = (ref: CollectionRef, payment: Payment, ttl?: number) => ({
  TableName: table.name,
  Item: { ...paymentKey(ref, payment), ...payment, ...(ttl !== undefined && { [TTL_ATTRIBUTE]: ttl }) },
  ConditionExpression: ITEM_IS_NEW,
});

/** A payment that was kept for later gets its event and loses its TTL: from now on it belongs to the collection. */
const adoption = (ref: CollectionRef, { provider, transaction, event, recordedAt }: AppliedPayment['payment']) => ({
  TableName: table.name,
  Key: paymentKey(ref, { provider, transaction }),
  UpdateExpression: 'SET #event = :event, recordedAt = :recordedAt REMOVE #ttl',
  ConditionExpression: `${ITEM_EXISTS} AND attribute_not_exists(#event)`,
  ExpressionAttributeNames: { '#event': 'event', '#ttl': TTL_ATTRIBUTE },
  ExpressionAttributeValues: { ':event': event, ':recordedAt': recordedAt },
});

function effect({ account, hash }: CollectionRef, { expected, updatedAt, completion }: AppliedPayment) {
  const complete = ', #status = :completed, completedAt = :completedAt, events = list_append(events, :events)';
  return {
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET payments = :after, updatedAt = :updatedAt${completion ? `${complete} ${END_RUNS}` : ''}`,
    ConditionExpression: `#status = :status AND updatedAt <= :updatedAt AND ${
      expected.payments === 0 ? 'attribute_not_exists(payments)' : 'payments = :before'
    }`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':status': expected.status,
      ...(expected.payments > 0 && { ':before': expected.payments }),
      ':after': expected.payments + 1,
      ':updatedAt': updatedAt,
      ...(completion && {
        ':completed': completion.to,
        ':completedAt': completion.completedAt,
        ':events': completion.events,
      }),
    },
  };
}

/** After so many days a payment whose collection was never created is deleted. */
const WAITING_DAYS = 30;

/** Keeps a payment that is ahead of its collection; the relay applies it when both are stored. */
export async function keepForLater(ref: CollectionRef, payment: Payment): Promise<void> {
  const ttl = Math.floor(Date.parse(payment.recordedAt) / 1000) + WAITING_DAYS * 86_400;
  await writeIf(new PutCommand(newRow(ref, payment, ttl)));
}
