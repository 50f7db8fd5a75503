/** A collection's whole history: itself, its attempts in order, its ledger, and the events that have rows of their own. */
import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { claimSlots } from '#lib/store/attempt/attempts.ts';
import { getCollection, getHistory, getPartition, recordEvent } from '#lib/store/collection/collections.ts';
import { attemptKey, entryKey } from '#lib/store/collection/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { anEntry } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aClaim, anAttempt, aStored, NOW, tokenOf } from './a-claim.ts';
import { aCollection, anAccount } from './a-collection.ts';
import { interceptSend } from './intercept-send.ts';

const { documents, tableName } = useTable();

describe('getHistory', () => {
  it('a history is undefined where there is no collection, even beside another row', async () => {
    const { ref } = aCollection();
    expect(await getHistory(table, ref)).toBeUndefined();
    await documents.send(new PutCommand({ TableName: tableName, Item: { ...attemptKey(ref, 1), ...anAttempt(1) } }));
    expect(await getHistory(table, ref)).toBeUndefined();
  });

  it('the history of a new collection is the collection alone', async () => {
    const collection = await aStored();
    expect(await getHistory(table, collection.ref)).toEqual({
      collection,
      attempts: [],
      entries: [],
      events: [],
      replies: [],
      attention: [],
    });
  });

  it('a history has every attempt, in the order of the slots', async () => {
    const collection = await aStored();
    await claimSlots(table, aClaim(collection, {}, 11));
    const history = await getHistory(table, collection.ref);
    expect(history?.collection).toEqual(await getCollection(table, collection.ref));
    expect(history?.attempts.map(({ slot }) => slot)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(history?.attempts.at(-1)).toMatchObject(anAttempt(12, { token: tokenOf(collection) }));
  });

  it('a history has no attempts of another account’s collection with the same hash', async () => {
    const collection = await aStored();
    await claimSlots(table, aClaim(collection));
    const twin = await aStored({ account: anAccount().id });
    expect(await getHistory(table, twin.ref)).toEqual({
      collection: twin,
      attempts: [],
      entries: [],
      events: [],
      replies: [],
      attention: [],
    });
  });
});

describe('recordEvent', () => {
  it('an event of a type is recorded once for what it is about, with its first time', async () => {
    const { ref } = await aStored();
    const later = new Date(NOW.getTime() + 1_000).toISOString();
    const event = { type: 'contact.opted_out', timestamp: NOW.toISOString(), data: { by: 'link' } };
    await recordEvent(table, ref, event);
    await recordEvent(table, ref, { ...event, timestamp: later });
    await recordEvent(table, ref, { ...event, timestamp: later, about: 'another' });
    expect((await getHistory(table, ref))?.events).toEqual([event, { ...event, timestamp: later, about: 'another' }]);
  });
});

const PAGE_BYTES = 1024 * 1024;
const BIG = 'x'.repeat(20_000);
const COUNT = 75;

it('a partition of more than one page is read whole, with every kind of row', async () => {
  const collection = await aStored();
  const { ref } = collection;
  await claimSlots(table, aClaim(collection));
  await recordEvent(table, ref, { type: 'contact.opted_out', timestamp: NOW.toISOString() });
  const entries = Array.from({ length: COUNT }, (_, index) =>
    anEntry({ key: `trx-${String(index).padStart(3, '0')}`, note: BIG }),
  );
  for (let from = 0; from < COUNT; from += 25) {
    const puts = entries.slice(from, from + 25).map((entry) => ({
      PutRequest: { Item: { ...entryKey(ref, entry.key), ...entry } },
    }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
  expect(COUNT * BIG.length).toBeGreaterThan(PAGE_BYTES);
  const seen = interceptSend((_command, send) => send());
  const partition = await getPartition(table, ref);
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.every(({ input }) => input.ConsistentRead)).toBe(true);
  expect(partition.entries).toEqual(entries);
  expect(partition).toMatchObject({
    collection: { id: collection.id },
    attempts: [{ slot: 1 }],
    events: [{ type: 'contact.opted_out' }],
  });
});
