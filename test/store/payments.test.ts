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
  it('is there with the completion it brings, which ends the running', async () => {
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

  it('of a part leaves the rest as it was, the run too', async () => {
    const collection = await aStored();
    expect(await recordPayment(collection.ref, await appliedPaymentOf(collection.ref, PART))).toBe('recorded');
    expect(await getCollection(collection.ref)).toEqual({ ...collection, payments: 1, updatedAt: AT });
    expect(await runAttributesOf(collection)).toEqual(['due', 'nextRunAt']);
  });

  it('is read with the history, and with the collection’s events', async () => {
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

  it('is the row of its provider and transaction, and of no other collection', async () => {
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

  it('when it is on record already', async () => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref, PART);
    await recordPayment(ref, appliedPayment);
    const there = await getHistory(ref);
    const again = { ...appliedPayment, expected: { ...appliedPayment.expected, payments: 1 } };
    expect(await recordPayment(ref, again)).toBe('lost');
    expect(await getHistory(ref)).toEqual(there);
  });

  it('when another has been counted since', async () => {
    await expectLost(change('SET payments = :n', { ':n': 1 }));
  });

  it.each(['overdue', 'cancelled', 'expired', 'completed'])('when it is %s by now', async (status) => {
    await expectLost(change('SET #status = :s', { ':s': status }));
  });

  it('when the collection was changed later than now: updatedAt never goes back', async () => {
    await expectLost(change('SET updatedAt = :at', { ':at': '2026-03-01T09:20:01.001Z' }), PART);
  });

  it('where there is no collection', async () => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref);
    const nowhere = aCollection().ref;
    expect(await recordPayment(nowhere, appliedPayment)).toBe('lost');
    expect(await getLedger(nowhere)).toEqual({ collection: undefined, payments: [] });
  });

  it('counts of payments are compared, not only whether there are any', async () => {
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
  it.each(Object.keys(FAULTS) as Fault[])('%s is recorded once, whole', async (fault) => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref);
    breakWire(fault, (request) => request === 1);
    await recordPayment(ref, appliedPayment);
    expect(await getLedger(ref)).toMatchObject({ collection: { status: 'completed', payments: 1 }, payments: [{}] });
  });

  it('in the middle of its transaction stays out of both', async () => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref);
    const cancelled = Object.assign(new Error('cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    interceptSend(() => Promise.reject(cancelled));
    await expect(recordPayment(ref, appliedPayment)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('of any other kind is no lost race', async () => {
    const { ref } = await aStored();
    const appliedPayment = await appliedPaymentOf(ref);
    const reasons = [{ Code: 'None' }, { Code: 'ItemCollectionSizeLimitExceeded' }];
    const error = { message: 'cancelled', CancellationReasons: reasons, $metadata: {} };
    interceptSend(() => Promise.reject(new TransactionCanceledException(error)));
    await expect(recordPayment(ref, appliedPayment)).rejects.toBeInstanceOf(TransactionCanceledException);
  });
});

describe('a payment that is ahead of its collection', () => {
  it('is kept, to be cleared away after thirty days by the table’s own attribute', async () => {
    const { ref } = aCollection();
    await keepForLater(ref, PART);
    expect((await rowOf(ref))?.['ttl']).toBe(Date.parse(PART.recordedAt) / 1000 + 30 * 86_400);
    expect(await getLedger(ref)).toEqual({ collection: undefined, payments: [PART] });
    expect(await getHistory(ref)).toBeUndefined();
  });

  it('stays as it was first told', async () => {
    const { ref } = aCollection();
    await keepForLater(ref, PART);
    await keepForLater(ref, aPayment());
    expect((await getLedger(ref)).payments).toEqual([PART]);
  });

  it('is adopted once its collection is there, and never cleared away then', async () => {
    const { ref } = aCollection();
    await keepForLater(ref, aPayment());
    await aStored({ account: ref.account });
    const appliedPayments = await applied(ref);
    expect(appliedPayments).toMatchObject([{ waited: true, completion: { to: 'completed' } }]);
    const { pk: _pk, sk: _sk, ...row } = (await rowOf(ref)) ?? {};
    expect(row).toEqual({ ...aPayment(), recordedAt: AT, event: 'payment.received' });
    expect(await applied(ref)).toEqual([]);
  });

  it('is adopted by one of many', async () => {
    const { ref } = aCollection();
    await keepForLater(ref, PART);
    await aStored({ account: ref.account, nextRunAt: DUE_AT });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => applied(ref)));
    expect(outcomes.flat()).toHaveLength(1);
    expect(await getLedger(ref)).toMatchObject({ collection: { payments: 1, status: 'pending' } });
  });

  it('is adopted no second time', async () => {
    const { ref } = await aStored();
    await keepForLater(ref, PART);
    const appliedPayment = await appliedPaymentOf(ref, PART);
    expect(await recordPayment(ref, appliedPayment)).toBe('recorded');
    const again = { ...appliedPayment, expected: { ...appliedPayment.expected, payments: 1 } };
    expect(await recordPayment(ref, again)).toBe('lost');
    expect((await getCollection(ref))?.payments).toBe(1);
  });

  it('that was cleared away in the meantime is lost, and does not come back as half a row', async () => {
    const { ref } = await aStored();
    const appliedPayment = { ...(await appliedPaymentOf(ref)), waited: true };
    expect(await recordPayment(ref, appliedPayment)).toBe('lost');
    expect(await rowOf(ref)).toBeUndefined();
  });

  it('is not put over one that is settled', async () => {
    const { ref } = await aStored();
    await applied(ref, aPayment());
    await keepForLater(ref, aPayment());
    expect(await rowOf(ref)).not.toHaveProperty('ttl');
  });
});
