/** Collections in the table: recorded once per reference, read back as they were. */

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createCollection, getCollection } from '#lib/store/collection/collections.ts';
import { toItem } from '#lib/store/collection/item.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { dueShard } from '#lib/store/indexes.ts';
import { table } from '#lib/store/table/live-table.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aCollection, anAccount } from './a-collection.ts';

const { tableName, documents } = useTable();

const creation = { nonce: 'nonce-1', startSegment: 3 };

describe('createCollection', () => {
  it('a recorded collection reads back exactly as it was', async () => {
    const collection = aCollection();
    expect(await createCollection(table, collection, creation)).toBeUndefined();
    expect(await getCollection(table, collection.ref)).toEqual(collection);
  });

  it('a completed collection keeps its completedAt', async () => {
    const collection = aCollection({ status: 'completed', completedAt: '2026-03-01T09:30:00.000Z' });
    await createCollection(table, collection, creation);
    expect(await getCollection(table, collection.ref)).toEqual(collection);
  });

  it('a create whose reference is taken answers the stored collection with its creation record, and leaves it as it is', async () => {
    const first = aCollection();
    const idempotency = { key: 'k', bodyHash: 'b' };
    await createCollection(table, first, { ...creation, idempotency });
    const second = { ...first, amount: { ...first.amount, minor: 1 } };
    const taken = await createCollection(table, second, { nonce: 'nonce-2', startSegment: 9 });
    expect(taken).toEqual({ collection: first, creation: { ...creation, idempotency } });
    expect(await getCollection(table, first.ref)).toEqual(first);
  });

  it('two accounts can use the same reference', async () => {
    const [mine, yours] = [aCollection({ reference: 'SAME' }), aCollection({ reference: 'SAME' })];
    expect(await createCollection(table, mine, creation)).toBeUndefined();
    expect(await createCollection(table, yours, creation)).toBeUndefined();
    expect(await getCollection(table, yours.ref)).toEqual(yours);
  });

  it('of many creates of one reference at once one is recorded, and the others are told which', async () => {
    const collection = aCollection();
    const nonces = Array.from({ length: 60 }, (_, index) => `nonce-${index}`);
    const outcomes = await Promise.all(
      nonces.map((nonce) => createCollection(table, collection, { nonce, startSegment: 0 })),
    );
    const lost = outcomes.filter((outcome) => outcome !== undefined);
    expect(lost).toHaveLength(59);
    const winner = nonces[outcomes.indexOf(undefined)];
    expect(new Set(lost.map((taken) => taken.creation.nonce))).toEqual(new Set([winner]));
  });
});

describe('getCollection', () => {
  it('a collection that was never recorded is not found', async () => {
    expect(await getCollection(table, aCollection().ref)).toBeUndefined();
  });

  it('a collection is not found in another account under the same hash', async () => {
    const collection = aCollection();
    await createCollection(table, collection, creation);
    expect(await getCollection(table, { ...collection.ref, account: anAccount().id })).toBeUndefined();
  });
});

describe('the stored form', () => {
  it('a stored collection has its terms as one text, and each value that changes as an attribute', async () => {
    const collection = aCollection();
    await createCollection(table, collection, { ...creation, idempotency: { key: 'k', bodyHash: 'b' } });
    const key = collectionKey(collection.ref.account, collection.ref.hash);
    const { Item = {} } = await documents.send(new GetCommand({ TableName: tableName, Key: key }));
    const { terms, ...rest } = Item;
    expect(JSON.parse(unpackText(terms))).toMatchObject({ reference: 'INV-1', amount: collection.amount });
    expect(terms).not.toContain('School fees');
    expect(terms).not.toContain(collection.createdAt);
    expect(terms).not.toContain(collection.contact.id);
    expect(rest).toEqual({
      ...key,
      createdAt: collection.createdAt,
      byContact: `${collection.ref.account}#ada`,
      byStatus: `${collection.ref.account}#pending`,
      status: 'pending',
      updatedAt: collection.updatedAt,
      expiresAt: collection.expiresAt,
      metadata: collection.metadata,
      events: [{ type: 'collection.created', timestamp: collection.createdAt }],
      runNumber: 1,
      nextSlot: 1,
      nonce: 'nonce-1',
      startSegment: 3,
      idempotencyKey: 'k',
      bodyHash: 'b',
    });
  });

  it('a collection that an earlier version stored is read, with what its terms hold now in attributes', async () => {
    const collection = aCollection();
    const { createdAt, byContact: _contact, byStatus: _status, terms, ...rest } = toItem(collection, creation);
    const { contact, ...others } = JSON.parse(unpackText(terms));
    const old = JSON.stringify({ ...others, contact: { id: collection.contact.id, ...contact }, createdAt });
    await documents.send(new PutCommand({ TableName: tableName, Item: { ...rest, terms: old } }));
    expect(await getCollection(table, collection.ref)).toEqual(collection);
  });

  it('a stored collection is in the index of what is due as long as it has a next run', () => {
    const { ref, ...collection } = aCollection({ nextRunAt: '2026-03-01T10:00:00.000Z' });
    const { nextRunAt, due } = toItem({ ...collection, ref }, creation);
    expect({ nextRunAt, due }).toEqual({ nextRunAt: '2026-03-01T10:00:00.000Z', due: dueShard(ref.hash) });
    expect(toItem(aCollection(), creation)).not.toHaveProperty('due');
  });

  it('a stored collection has no idempotency key and no body hash where no key was given', () => {
    expect(Object.keys(toItem(aCollection(), creation))).not.toEqual(expect.arrayContaining(['idempotencyKey']));
  });
});
