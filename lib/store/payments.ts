/** Payments in the table: each is recorded once, together with what it does to its collection. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chance } from '#lib/chance.ts';
import { clock } from '#lib/clock.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import type { Ledger, Settlement } from '#lib/domain/payment/settle.ts';
import { toStoredEvents } from './collection-item.ts';
import { collectionKey, paymentKey } from './keys.ts';
import { getPartition } from './partition.ts';
import { attempt, attemptIf, table } from './table.ts';

/** Reads it strongly, in one request. */
export async function getLedger(place: OwnedId): Promise<Ledger> {
  const { collection, payments } = await getPartition(place);
  return { collection, payments };
}

/**
 * Records a payment and its effect on the collection, together or not at all: so the sum of the payments on record and
 * the collection's state never disagree. `lost`: the payment is on record already, or the collection has changed.
 */
export async function recordPayment(place: OwnedId, settlement: Settlement): Promise<'recorded' | 'lost'> {
  const { payment, waited } = settlement;
  const row = waited ? { Update: adoption(place, payment) } : { Put: newRow(place, payment) };
  const write = new TransactWriteCommand({ TransactItems: [row, { Update: effect(place, settlement) }] });
  try {
    await attempt(() => table.client.send(write));
    return 'recorded';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    if (!error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error;
    return 'lost';
  }
}

const newRow = (place: OwnedId, payment: Payment, ttl?: number) => ({
  TableName: table.name,
  Item: { ...paymentKey(place, payment), ...payment, ...(ttl !== undefined && { ttl }) },
  ConditionExpression: 'attribute_not_exists(pk)',
});

/** From now on it belongs to its collection: it must not be cleared away any more. */
const adoption = (place: OwnedId, { provider, transaction, event, recordedAt }: Settlement['payment']) => ({
  TableName: table.name,
  Key: paymentKey(place, { provider, transaction }),
  UpdateExpression: 'SET #event = :event, recordedAt = :recordedAt REMOVE #ttl',
  ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#event)',
  ExpressionAttributeNames: { '#event': 'event', '#ttl': 'ttl' },
  ExpressionAttributeValues: { ':event': event, ':recordedAt': recordedAt },
});

function effect({ account, hash }: OwnedId, { expected, updatedAt, completion }: Settlement) {
  const complete = ', #status = :completed, completedAt = :completedAt, events = list_append(events, :events)';
  return {
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET payments = :after, updatedAt = :updatedAt${completion ? `${complete} REMOVE wakeAt, due` : ''}`,
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
        ':events': toStoredEvents(completion.events),
      }),
    },
  };
}

/** A payment whose collection never comes is garbage in the end. */
const WAITING_DAYS = 30;

/** Keeps a payment that is ahead of its collection; the relay settles it when both are there. */
export async function keepForLater(place: OwnedId, payment: Payment): Promise<void> {
  const ttl = Math.floor(Date.parse(payment.recordedAt) / 1000) + WAITING_DAYS * 86_400;
  await attemptIf(() => table.client.send(new PutCommand(newRow(place, payment, ttl))));
}

/** All that settling needs of the world, clock and chance included: for every function that settles. */
export const settling = {
  getLedger,
  recordPayment,
  keepForLater,
  now: (): Date => clock.now(),
  sleep: (milliseconds: number): Promise<void> => clock.sleep(milliseconds),
  fraction: (): number => chance.fraction(),
};
