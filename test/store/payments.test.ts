/** Payments in the table: on record together with what they do to their collection, or not at all. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import { withChange } from '#lib/domain/change-status.ts';
import { getCollection } from '#lib/store/collections.ts';
import { collectionKey } from '#lib/store/keys.ts';
import { getLedger, keepForLater, recordPayment } from '#lib/store/payments.ts';
import { getStory } from '#lib/store/story.ts';
import { breakWire, FAULTS, type Fault } from '#test/reliability/transport.ts';
import { aPayment, paymentsOf } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aStored, DUE_AT, NOW, wakeAttributesOf } from './a-claim.ts';
import { aCollection } from './a-collection.ts';
import { rowOf, settled, settlementOf } from './a-payment.ts';
import { interceptSend } from './intercept-send.ts';

const { tableName, documents } = useTable();
clock.sleep = async () => {};

const AT = NOW.toISOString();
const PART = aPayment({ amount: { minor: 1, currency: 'NGN' } });

describe('a payment that is recorded', () => {
  it('is there with the completion it brings, which ends the waking', async () => {
    const collection = await aStored();
    const settlement = await settlementOf(collection.place);
    expect(await recordPayment(collection.place, settlement)).toBe('recorded');
    const { wakeAt: _over, ...ended } = collection;
    const counted = { ...ended, payments: 1 };
    expect(await getLedger(collection.place)).toEqual({
      collection: settlement.completion && withChange(counted, settlement.completion),
      payments: [{ ...aPayment(), recordedAt: AT, event: 'payment.received' }],
    });
    expect(await wakeAttributesOf(collection)).toEqual([]);
  });

  it('of a part leaves the rest as it was, the wake too', async () => {
    const collection = await aStored();
    expect(await recordPayment(collection.place, await settlementOf(collection.place, PART))).toBe('recorded');
    expect(await getCollection(collection.place)).toEqual({ ...collection, payments: 1, updatedAt: AT });
    expect(await wakeAttributesOf(collection)).toEqual(['due', 'wakeAt']);
  });

  it('is read with the story, and with the collection’s events', async () => {
    const { place } = await aStored();
    await settled(place, ...paymentsOf([1, 2, 3]));
    const story = await getStory(place);
    expect(story?.payments.map(({ transaction, amount }) => [transaction, amount.minor])).toEqual([
      ['trx-1', 1],
      ['trx-2', 2],
      ['trx-3', 3],
    ]);
    expect(story).toMatchObject({ attempts: [], events: [], collection: { payments: 3 } });
  });

  it('is the row of its provider and transaction, and of no other collection', async () => {
    const [one, other] = [await aStored(), await aStored()];
    await settled(one.place, aPayment(), aPayment({ provider: 'prv_other' }));
    await settled(other.place, aPayment());
    expect((await getLedger(one.place)).payments).toHaveLength(2);
    expect((await getLedger(other.place)).payments).toHaveLength(1);
  });
});

describe('a payment is lost, and nothing is written,', () => {
  const expectLost = async (before: () => Promise<unknown>, payment = aPayment()) => {
    const { place } = await aStored();
    const settlement = await settlementOf(place, payment);
    await before.call(place);
    const there = await getStory(place);
    expect(await recordPayment(place, settlement)).toBe('lost');
    expect(await getStory(place)).toEqual(there);
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
    const { place } = await aStored();
    const settlement = await settlementOf(place, PART);
    await recordPayment(place, settlement);
    const there = await getStory(place);
    const again = { ...settlement, expected: { ...settlement.expected, payments: 1 } };
    expect(await recordPayment(place, again)).toBe('lost');
    expect(await getStory(place)).toEqual(there);
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
    const { place } = await aStored();
    const settlement = await settlementOf(place);
    const nowhere = aCollection().place;
    expect(await recordPayment(nowhere, settlement)).toBe('lost');
    expect(await getLedger(nowhere)).toEqual({ collection: undefined, payments: [] });
  });

  it('counts of payments are compared, not only whether there are any', async () => {
    const { place } = await aStored();
    await settled(place, ...paymentsOf([1, 1]));
    const third = await settlementOf(place, aPayment({ transaction: 'trx-3' }));
    for (const payments of [0, 1, 3]) {
      const stale = { ...third, expected: { ...third.expected, payments } };
      expect(await recordPayment(place, stale)).toBe('lost');
    }
    expect(await recordPayment(place, third)).toBe('recorded');
  });
});

describe('a payment whose request meets a fault', () => {
  it.each(Object.keys(FAULTS) as Fault[])('%s is recorded once, whole', async (fault) => {
    const { place } = await aStored();
    const settlement = await settlementOf(place);
    breakWire(fault, (request) => request === 1);
    await recordPayment(place, settlement);
    expect(await getLedger(place)).toMatchObject({ collection: { status: 'completed', payments: 1 }, payments: [{}] });
  });

  it('in the middle of its transaction stays out of both', async () => {
    const { place } = await aStored();
    const settlement = await settlementOf(place);
    const cancelled = Object.assign(new Error('cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    interceptSend(() => Promise.reject(cancelled));
    await expect(recordPayment(place, settlement)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('of any other kind is no lost race', async () => {
    const { place } = await aStored();
    const settlement = await settlementOf(place);
    const reasons = [{ Code: 'None' }, { Code: 'ItemCollectionSizeLimitExceeded' }];
    const error = { message: 'cancelled', CancellationReasons: reasons, $metadata: {} };
    interceptSend(() => Promise.reject(new TransactionCanceledException(error)));
    await expect(recordPayment(place, settlement)).rejects.toBeInstanceOf(TransactionCanceledException);
  });
});

describe('a payment that is ahead of its collection', () => {
  it('is kept, to be cleared away after thirty days by the table’s own attribute', async () => {
    const { place } = aCollection();
    await keepForLater(place, PART);
    expect((await rowOf(place))?.['ttl']).toBe(Date.parse(PART.recordedAt) / 1000 + 30 * 86_400);
    expect(await getLedger(place)).toEqual({ collection: undefined, payments: [PART] });
    expect(await getStory(place)).toBeUndefined();
  });

  it('stays as it was first told', async () => {
    const { place } = aCollection();
    await keepForLater(place, PART);
    await keepForLater(place, aPayment());
    expect((await getLedger(place)).payments).toEqual([PART]);
  });

  it('is adopted once its collection is there, and never cleared away then', async () => {
    const { place } = aCollection();
    await keepForLater(place, aPayment());
    await aStored({ account: place.account });
    const settlements = await settled(place);
    expect(settlements).toMatchObject([{ waited: true, completion: { to: 'completed' } }]);
    const { pk: _pk, sk: _sk, ...row } = (await rowOf(place)) ?? {};
    expect(row).toEqual({ ...aPayment(), recordedAt: AT, event: 'payment.received' });
    expect(await settled(place)).toEqual([]);
  });

  it('is adopted by one of many', async () => {
    const { place } = aCollection();
    await keepForLater(place, PART);
    await aStored({ account: place.account, wakeAt: DUE_AT });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => settled(place)));
    expect(outcomes.flat()).toHaveLength(1);
    expect(await getLedger(place)).toMatchObject({ collection: { payments: 1, status: 'pending' } });
  });

  it('is adopted no second time', async () => {
    const { place } = await aStored();
    await keepForLater(place, PART);
    const settlement = await settlementOf(place, PART);
    expect(await recordPayment(place, settlement)).toBe('recorded');
    const again = { ...settlement, expected: { ...settlement.expected, payments: 1 } };
    expect(await recordPayment(place, again)).toBe('lost');
    expect((await getCollection(place))?.payments).toBe(1);
  });

  it('that was cleared away in the meantime is lost, and does not come back as half a row', async () => {
    const { place } = await aStored();
    const settlement = { ...(await settlementOf(place)), waited: true };
    expect(await recordPayment(place, settlement)).toBe('lost');
    expect(await rowOf(place)).toBeUndefined();
  });

  it('is not put over one that is settled', async () => {
    const { place } = await aStored();
    await settled(place, aPayment());
    await keepForLater(place, aPayment());
    expect(await rowOf(place)).not.toHaveProperty('ttl');
  });
});
