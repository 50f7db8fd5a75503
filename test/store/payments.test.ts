/** Payments in the table: on record together with what they do to their collection, or not at all. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import { withChange } from '#lib/domain/change-status.ts';
import { getCollection, getHistory } from '#lib/store/collections.ts';
import { collectionKey } from '#lib/store/keys.ts';
import { getLedger, keepForLater, recordPayment } from '#lib/store/payments.ts';
import { breakWire, FAULTS, type Fault } from '#test/reliability/transport.ts';
import { aPayment, paymentsOf } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aStored, DUE_AT, NOW, runAttributesOf } from './a-claim.ts';
import { aCollection } from './a-collection.ts';
import { applied, appliedPaymentOf, rowOf } from './a-payment.ts';
import { interceptSend } from './intercept-send.ts';

const { tableName, documents } = useTable();
clock.sleep = async () => {};

const AT = NOW.toISOString();
const PART = aPayment({ amount: { minor: 1, currency: 'NGN' } });

describe('a payment that is recorded', () => {
  it('a payment is recorded together with the completion it brings, which ends the runs', async () => {
    const collection = await aStored();
    const appliedPayment = await appliedPaymentOf(collection.ref);
    expect(await recordPayment(collection.ref, appliedPayment)).toBe('recorded');
    const { nextRunAt: _over, ...ended } = collection;
    const counted = { ...ended, payments: 1 };
    expect(await getLedger(collection.ref)).toEqual({
      collection: appliedPayment.completion && withChange(counted, appliedPayment.completion),
      payments: [{ ...aPayment(), recordedAt: AT, event: 'payment.received' }],
    });
    expect(await runAttributesOf(collection)).toEqual([]);
  });

  it('a part payment leaves the rest as it was, the next run too', async () => {
    const collection = await aStored();
    expect(await recordPayment(collection.ref, await appliedPaymentOf(collection.ref, PART))).toBe('recorded');
    expect(await getCollection(collection.ref)).toEqual({ ...collection, payments: 1, updatedAt: AT });
    expect(await runAttributesOf(collection)).toEqual(['due', 'nextRunAt']);
  });

  it('a payment is read with the history, and with the collection’s events', async () => {
    const { ref } = await aStored();
    await applied(ref, ...paymentsOf([1, 2, 3]));
    const history = await getHistory(ref);
    expect(history?.payments.map(({ transaction, amount }) => [transaction, amount.minor])).toEqual([
      ['trx-1', 1],
      ['trx-2', 2],
      ['trx-3', 3],
    ]);
    expect(history).toMatchObject({ attempts: [], events: [], collection: { payments: 3 } });
  });

  it('a payment is the row of its provider and transaction, and of no other collection', async () => {
    const [one, other] = [await aStored(), await aStored()];
    await applied(one.ref, aPayment(), aPayment({ provider: 'prv_other' }));
    await applied(other.ref, aPayment());
    expect((await getLedger(one.ref)).payments).toHaveLength(2);
    expect((await getLedger(other.ref)).payments).toHaveLength(1);
  });
});

describe('a payment is lost, and nothing is written,', () => {
  const expectLost = async (before: () => Promise<unknown>, payment = aPayment()) => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref, payment);
    await before.call(ref);
    const there = await getHistory(ref);
    expect(await recordPayment(ref, appliedPayment)).toBe('lost');
    expect(await getHistory(ref)).toEqual(there);
  };
  const change = (update: string, values: object) =>
    async function (this: unknown) {
      const { account, hash } = this as { account: string; hash: string };
      const Key = collectionKey(account, hash);
      const names = update.includes('#status') ? { ExpressionAttributeNames: { '#status': 'status' } } : {};
      await documents.send(
        new UpdateCommand({
          TableName: tableName,
          Key,
          UpdateExpression: update,
          ExpressionAttributeValues: values,
          ...names,
        }),
      );
    };

  it('a payment is lost, and nothing is written, when it is on record already', async () => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref, PART);
    await recordPayment(ref, appliedPayment);
    const there = await getHistory(ref);
    const again = { ...appliedPayment, expected: { ...appliedPayment.expected, payments: 1 } };
    expect(await recordPayment(ref, again)).toBe('lost');
    expect(await getHistory(ref)).toEqual(there);
  });

  it('a payment is lost, and nothing is written, when another has been counted since', async () => {
    await expectLost(change('SET payments = :n', { ':n': 1 }));
  });

  it.each(['overdue', 'cancelled', 'expired', 'completed'])(
    'a payment is lost, and nothing is written, when the collection is %s by now',
    async (status) => {
      await expectLost(change('SET #status = :s', { ':s': status }));
    },
  );

  it('a payment is lost when the collection was changed later than now: updatedAt never goes back', async () => {
    await expectLost(change('SET updatedAt = :at', { ':at': '2026-03-01T09:20:01.001Z' }), PART);
  });

  it('a payment is lost, and nothing is written, where there is no collection', async () => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref);
    const nowhere = aCollection().ref;
    expect(await recordPayment(nowhere, appliedPayment)).toBe('lost');
    expect(await getLedger(nowhere)).toEqual({ collection: undefined, payments: [] });
  });

  it('a payment is lost when the number of counted payments differs, not only when there were none', async () => {
    const { ref } = await aStored();
    await applied(ref, ...paymentsOf([1, 1]));
    const third = await appliedPaymentOf(ref, aPayment({ transaction: 'trx-3' }));
    for (const payments of [0, 1, 3]) {
      const stale = { ...third, expected: { ...third.expected, payments } };
      expect(await recordPayment(ref, stale)).toBe('lost');
    }
    expect(await recordPayment(ref, third)).toBe('recorded');
  });
});

describe('a payment whose request meets a fault', () => {
  it.each(Object.keys(FAULTS) as Fault[])('a payment is recorded once, whole, by a request %s', async (fault) => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref);
    breakWire(fault, (request) => request === 1);
    await recordPayment(ref, appliedPayment);
    expect(await getLedger(ref)).toMatchObject({ collection: { status: 'completed', payments: 1 }, payments: [{}] });
  });

  it('a payment that fails in the middle of its transaction writes neither row nor collection', async () => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref);
    const cancelled = Object.assign(new Error('cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    interceptSend(() => Promise.reject(cancelled));
    await expect(recordPayment(ref, appliedPayment)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('a payment that fails for another reason throws, and is not lost', async () => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref);
    const reasons = [{ Code: 'None' }, { Code: 'ItemCollectionSizeLimitExceeded' }];
    const error = { message: 'cancelled', CancellationReasons: reasons, $metadata: {} };
    interceptSend(() => Promise.reject(new TransactionCanceledException(error)));
    await expect(recordPayment(ref, appliedPayment)).rejects.toBeInstanceOf(TransactionCanceledException);
  });
});

describe('a payment that is ahead of its collection', () => {
  it('a payment ahead of its collection is kept, with a TTL of thirty days', async () => {
    const { ref } = aCollection();
    await keepForLater(ref, PART);
    expect((await rowOf(ref))?.['ttl']).toBe(Date.parse(PART.recordedAt) / 1000 + 30 * 86_400);
    expect(await getLedger(ref)).toEqual({ collection: undefined, payments: [PART] });
    expect(await getHistory(ref)).toBeUndefined();
  });

  it('a payment ahead of its collection stays as it was first received', async () => {
    const { ref } = aCollection();
    await keepForLater(ref, PART);
    await keepForLater(ref, aPayment());
    expect((await getLedger(ref)).payments).toEqual([PART]);
  });

  it('a payment ahead of its collection is adopted once the collection exists, and loses its TTL', async () => {
    const { ref } = aCollection();
    await keepForLater(ref, aPayment());
    await aStored({ account: ref.account });
    const appliedPayments = await applied(ref);
    expect(appliedPayments).toMatchObject([{ waited: true, completion: { to: 'completed' } }]);
    const { pk: _pk, sk: _sk, ...row } = (await rowOf(ref)) ?? {};
    expect(row).toEqual({ ...aPayment(), recordedAt: AT, event: 'payment.received' });
    expect(await applied(ref)).toEqual([]);
  });

  it('a payment ahead of its collection is adopted by one of many at once', async () => {
    const { ref } = aCollection();
    await keepForLater(ref, PART);
    await aStored({ account: ref.account, nextRunAt: DUE_AT });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => applied(ref)));
    expect(outcomes.flat()).toHaveLength(1);
    expect(await getLedger(ref)).toMatchObject({ collection: { payments: 1, status: 'pending' } });
  });

  it('an adopted payment is not adopted a second time', async () => {
    const { ref } = await aStored();
    await keepForLater(ref, PART);
    const appliedPayment = await appliedPaymentOf(ref, PART);
    expect(await recordPayment(ref, appliedPayment)).toBe('recorded');
    const again = { ...appliedPayment, expected: { ...appliedPayment.expected, payments: 1 } };
    expect(await recordPayment(ref, again)).toBe('lost');
    expect((await getCollection(ref))?.payments).toBe(1);
  });

  it('a waiting payment that was deleted in the meantime is lost, and does not come back as half a row', async () => {
    const { ref } = await aStored();
    const appliedPayment = { ...(await appliedPaymentOf(ref)), waited: true };
    expect(await recordPayment(ref, appliedPayment)).toBe('lost');
    expect(await rowOf(ref)).toBeUndefined();
  });

  it('a waiting payment does not replace one that was applied', async () => {
    const { ref } = await aStored();
    await applied(ref, aPayment());
    await keepForLater(ref, aPayment());
    expect(await rowOf(ref)).not.toHaveProperty('ttl');
  });
});
