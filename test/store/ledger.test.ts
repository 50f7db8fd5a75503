/** The ledger in the table: each entry is on record together with its effect on its collection, or not at all. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import { withChange } from '#lib/domain/change-status.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { bookMovement } from '#lib/domain/payment/book-movement.ts';
import { getCollection, getHistory } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { saveCheck } from '#lib/store/collection/state.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { anEntry, aRefund, aReported, aSession, ngn, paymentsOf } from '#test/support/a-payment.ts';
import { breakWire, FAULTS, type Fault } from '#test/support/broken-wire.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { booked, bookingOf, storedEntry, storedWaiting, waitingFor } from './a-booking.ts';
import { aStored, DUE_AT, NOW, runAttributesOf } from './a-claim.ts';
import { aCollection } from './a-collection.ts';
import { interceptSend } from './intercept-send.ts';

const { tableName, documents } = useTable();
clock.sleep = async () => {};

const AT = NOW.toISOString();
const PART = aReported(ngn(1));

describe('an entry that is recorded', () => {
  it('an entry is recorded together with the completion it brings, which ends the runs', async () => {
    const collection = await aStored();
    const booking = await bookingOf(collection.ref);
    expect(await recordEntry(table, collection.ref, booking)).toBe('recorded');
    const counted = { ...collection, entryCount: 1, received: 4_500_000 };
    expect(await getLedger(table, collection.ref)).toEqual({
      collection: booking.completion && withChange(counted, booking.completion),
      attempts: [],
      entries: [anEntry({ recordedAt: AT, number: 1, eventsBefore: 1 })],
      waiting: [],
    });
    expect(await runAttributesOf(collection)).toEqual([]);
  });

  it('what makes a debt owed again is stored whole, with its next run, and nothing of its end is left', async () => {
    const collection = await aStored({ promise: { payBy: AT, madeAt: AT } });
    await recordEntry(table, collection.ref, await bookingOf(collection.ref));
    const lost = aReported({ kind: 'dispute_lost', object: 'dispute-1' });
    const { collection: paid, entries } = await getLedger(table, collection.ref);
    const booking = paid && bookMovement(paid, entries, lost, minutesLater(50));
    if (booking?.owedAgain === undefined) throw new Error('it is not owed again');
    expect(await recordEntry(table, collection.ref, booking)).toBe('recorded');
    expect((await getLedger(table, collection.ref)).collection).toEqual(booking.owedAgain);
    expect(await runAttributesOf(collection)).toEqual(['due', 'nextRunAt']);
  });

  it('what makes a debt owed again is refused once a run has taken the number of the next one', async () => {
    const collection = await aStored({});
    await recordEntry(table, collection.ref, await bookingOf(collection.ref));
    const lost = aReported({ kind: 'dispute_lost', object: 'dispute-1' });
    const { collection: paid, entries } = await getLedger(table, collection.ref);
    const booking = paid && bookMovement(paid, entries, lost, minutesLater(50));
    if (paid === undefined || booking?.owedAgain === undefined) throw new Error('it is not owed again');
    await saveCheck(table, collection.ref, {
      runNumber: paid.runNumber,
      ended: [],
      referenceEnded: false,
      endedAt: AT,
    });
    expect(await recordEntry(table, collection.ref, booking)).toBe('lost');
    expect((await getCollection(table, collection.ref))?.status).toBe('completed');
  });

  it('a completion that leaves a session open sets a run for its check, with a number of its own', async () => {
    const collection = await aStored({ sessions: [aSession()] });
    const booking = await bookingOf(collection.ref);
    await recordEntry(table, collection.ref, booking);
    const after = await getCollection(table, collection.ref);
    expect(after).toMatchObject({ status: 'completed', nextRunAt: AT, runNumber: collection.runNumber + 1 });
    expect(await runAttributesOf(collection)).toEqual(['due', 'nextRunAt']);
  });

  it('a part payment names the next slot as left out, and leaves the rest as it was, the next run too', async () => {
    const collection = await aStored({ nextSlot: 3 });
    expect(await recordEntry(table, collection.ref, await bookingOf(collection.ref, PART))).toBe('recorded');
    expect(await getCollection(table, collection.ref)).toEqual({
      ...collection,
      entryCount: 1,
      received: 1,
      updatedAt: AT,
      skippedSlot: 3,
    });
    expect(await runAttributesOf(collection)).toEqual(['due', 'nextRunAt']);
  });

  it('a refund lowers what was received, below nothing too', async () => {
    const { ref } = await aStored();
    await booked(ref, PART, aRefund(11));
    expect(await getCollection(table, ref)).toMatchObject({ status: 'pending', received: -10, entryCount: 2 });
  });

  it('every attribute of an entry is read as it was recorded', async () => {
    const { ref } = await aStored();
    const details = { surcharge: 1, fee: 2, method: 'card', note: 'n', requestKey: 'k', bodyHash: 'h' };
    await booked(ref, aReported({ ...details, ...ngn(7) }), aRefund(7, { kind: 'dispute', taken: true }));
    expect((await getLedger(table, ref)).entries).toMatchObject([
      { kind: 'chargeback', movement: 'dispute', taken: true, credited: -7 },
      { ...details, kind: 'payment', movement: 'payment', credited: 7, counts: true, standing: 'partial' },
    ]);
  });

  it('entries are read with the history of their collection', async () => {
    const { ref } = await aStored();
    await booked(ref, ...paymentsOf([1, 2, 3]));
    const history = await getHistory(table, ref);
    expect(history?.entries.map(({ transaction, credited }) => [transaction, credited])).toEqual([
      ['trx-1', 1],
      ['trx-2', 2],
      ['trx-3', 3],
    ]);
    expect(history).toMatchObject({ attempts: [], events: [], collection: { entryCount: 3, received: 6 } });
  });

  it('an entry is the row of its key, and of no other collection', async () => {
    const [one, other] = [await aStored(), await aStored()];
    await booked(one.ref, aReported(), aReported({ provider: 'prv_other' }));
    await booked(other.ref, aReported());
    expect((await getLedger(table, one.ref)).entries).toHaveLength(2);
    expect((await getLedger(table, other.ref)).entries).toHaveLength(1);
  });

  it.each([
    ['of the longest name that a merchant may give', '💸'.repeat(255)],
    ['of the most signs that are escaped', '#'.repeat(255)],
  ])('a transaction %s has a row, once', async (_what, transaction) => {
    const { ref } = await aStored();
    const named = [aReported({ transaction, ...ngn(5) }), aRefund(2, { transaction, object: transaction })];
    await keepForLater(table, ref, waitingFor(named[0]));
    await booked(ref, ...named);
    await booked(ref, ...named);
    expect(await getLedger(table, ref)).toMatchObject({ collection: { received: 3, entryCount: 2 }, waiting: [] });
  });
});

describe('an entry is lost, and nothing is written,', () => {
  const expectLost = async (before: (ref: CollectionRef) => Promise<unknown>, reported = aReported()) => {
    const { ref } = await aStored();
    const booking = await bookingOf(ref, reported);
    await before(ref);
    const there = await getHistory(table, ref);
    expect(await recordEntry(table, ref, booking)).toBe('lost');
    expect(await getHistory(table, ref)).toEqual(there);
  };
  const change =
    (update: string, values: object) =>
    ({ account, hash }: CollectionRef) => {
      const names = update.includes('#status') ? { ExpressionAttributeNames: { '#status': 'status' } } : {};
      const to = { UpdateExpression: update, ExpressionAttributeValues: values as never, ...names };
      return documents.send(new UpdateCommand({ TableName: tableName, Key: collectionKey(account, hash), ...to }));
    };

  it('an entry is lost, and nothing is written, when it is on record already', async () => {
    const { ref } = await aStored();
    const booking = await bookingOf(ref, PART);
    await recordEntry(table, ref, booking);
    const there = await getHistory(table, ref);
    const again = { ...booking, expected: { ...booking.expected, entryCount: 1 } };
    expect(await recordEntry(table, ref, again)).toBe('lost');
    expect(await getHistory(table, ref)).toEqual(there);
  });

  it('an entry is lost, and nothing is written, when another has been recorded since', async () => {
    await expectLost(change('SET entryCount = :n', { ':n': 1 }));
  });

  it.each(['overdue', 'cancelled', 'expired', 'completed'])(
    'an entry is lost, and nothing is written, when the collection is %s by now',
    async (status) => {
      await expectLost(change('SET #status = :s', { ':s': status }));
    },
  );

  it('an entry is lost when the collection was changed later than now: updatedAt never goes back', async () => {
    await expectLost(change('SET updatedAt = :at', { ':at': '2026-03-01T09:20:01.001Z' }), PART);
  });

  it('an entry is lost, and nothing is written, where there is no collection', async () => {
    const { ref } = await aStored();
    const booking = await bookingOf(ref);
    const nowhere = aCollection().ref;
    expect(await recordEntry(table, nowhere, booking)).toBe('lost');
    expect(await getLedger(table, nowhere)).toEqual({ collection: undefined, attempts: [], entries: [], waiting: [] });
  });

  it('an entry is lost when the number of entries differs, not only when there were none', async () => {
    const { ref } = await aStored();
    await booked(ref, ...paymentsOf([1, 1]));
    const third = await bookingOf(ref, aReported({ transaction: 'trx-3' }));
    for (const entryCount of [0, 1, 3]) {
      expect(await recordEntry(table, ref, { ...third, expected: { ...third.expected, entryCount } })).toBe('lost');
    }
    expect(await recordEntry(table, ref, third)).toBe('recorded');
  });
});

describe('an entry whose request meets a fault', () => {
  it.each(Object.keys(FAULTS) as Fault[])('an entry is recorded once, whole, by a request %s', async (fault) => {
    const { ref } = await aStored();
    const booking = await bookingOf(ref);
    breakWire(fault, (request) => request === 1);
    await recordEntry(table, ref, booking);
    expect(await getLedger(table, ref)).toMatchObject({
      collection: { status: 'completed', entryCount: 1 },
      entries: [{}],
    });
  });

  it('an entry that meets another write is lost, and is decided again on what that leaves', async () => {
    const { ref } = await aStored();
    const booking = await bookingOf(ref);
    const cancelled = Object.assign(new Error('cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    interceptSend(() => Promise.reject(cancelled));
    expect(await recordEntry(table, ref, booking)).toBe('lost');
  });

  it('an entry that fails for another reason throws, and is not lost', async () => {
    const { ref } = await aStored();
    const booking = await bookingOf(ref);
    const reasons = [{ Code: 'None' }, { Code: 'ItemCollectionSizeLimitExceeded' }];
    const error = { message: 'cancelled', CancellationReasons: reasons, $metadata: {} };
    interceptSend(() => Promise.reject(new TransactionCanceledException(error)));
    await expect(recordEntry(table, ref, booking)).rejects.toBeInstanceOf(TransactionCanceledException);
  });
});

describe('a movement that is ahead of its collection', () => {
  it('a movement ahead of its collection waits, with a TTL of thirty days', async () => {
    const { ref } = aCollection();
    const detailed = aReported({ fee: 1, surcharge: 2, method: 'card', note: 'n', requestKey: 'k', bodyHash: 'h' });
    await keepForLater(table, ref, waitingFor(detailed));
    expect((await storedWaiting(ref))?.['ttl']).toBe(Math.floor(NOW.getTime() / 1000) + 30 * 86_400);
    expect(await getLedger(table, ref)).toEqual({
      collection: undefined,
      attempts: [],
      entries: [],
      waiting: [waitingFor(detailed)],
    });
    expect(await getHistory(table, ref)).toBeUndefined();
  });

  it('a movement ahead of its collection stays as it was first received', async () => {
    const { ref } = aCollection();
    await keepForLater(table, ref, waitingFor());
    await keepForLater(table, ref, { ...waitingFor(), recordedAt: DUE_AT });
    expect((await getLedger(table, ref)).waiting).toEqual([waitingFor()]);
  });

  it('a movement ahead of its collection is booked once that exists, and waits no longer', async () => {
    const { ref } = aCollection();
    await keepForLater(table, ref, waitingFor());
    await aStored({ account: ref.account });
    expect(await booked(ref)).toMatchObject([{ completion: { to: 'completed' } }]);
    expect(await storedWaiting(ref)).toBeUndefined();
    expect(await storedEntry(ref)).not.toHaveProperty('ttl');
    expect(await booked(ref)).toEqual([]);
  });

  it('a movement that waits is deleted only together with its booking', async () => {
    const { ref } = await aStored();
    await keepForLater(table, ref, waitingFor());
    const booking = await bookingOf(ref);
    const stale = { ...booking, expected: { ...booking.expected, entryCount: 7 } };
    expect(await recordEntry(table, ref, stale, waitingFor())).toBe('lost');
    expect(await storedWaiting(ref)).toBeDefined();
    expect(await recordEntry(table, ref, booking, waitingFor())).toBe('recorded');
    expect(await storedWaiting(ref)).toBeUndefined();
  });

  it('a movement whose waiting row is gone already is booked all the same', async () => {
    const { ref } = await aStored();
    expect(await recordEntry(table, ref, await bookingOf(ref), waitingFor())).toBe('recorded');
  });

  it('a movement ahead of its collection is booked by one of many at once', async () => {
    const { ref } = aCollection();
    await keepForLater(table, ref, waitingFor(PART));
    await aStored({ account: ref.account, nextRunAt: DUE_AT });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => booked(ref)));
    expect(outcomes.flat()).toHaveLength(1);
    expect(await getLedger(table, ref)).toMatchObject({
      collection: { entryCount: 1, status: 'pending' },
      waiting: [],
    });
  });
});
