/** A create that crashes before or after any of its writes: the relay or a retry completes it. */

import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { relay as makeRelay } from '#functions/stream/relay.ts';
import { clock } from '#lib/clock.ts';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { service } from '#test/support/a-service.ts';
import { aRequest, type Business, openBusiness } from '#test/support/business.ts';
import { type Death, die, INTERRUPTIONS } from '#test/support/dying.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { useScheduler } from '#test/support/scheduler.ts';

const relay = makeRelay(service);

const { client, tableName } = useTable();
useScheduler();
clock.sleep = async () => {};

const STEPS = { new: ['contact', 'collection', 'list'], known: ['collection', 'list'] };
type Person = keyof typeof STEPS;

type Crash = { person: Person; at: number; when: 'before' | 'after'; death: Death; step: string; done: string[] };
const CRASHES: Crash[] = (['new', 'known'] as const).flatMap((person) =>
  STEPS[person].flatMap((step, index) =>
    INTERRUPTIONS.map(({ when, death }) => {
      const done = STEPS[person].slice(0, when === 'after' ? index + 1 : index);
      return { person, at: index + 1, when, death, step, done };
    }),
  ),
);

const REQUEST = aRequest('INV-1');

/** A business whose create of INV-1 crashed. A known person has an earlier collection. */
async function afterCrash(crash: Crash, key?: string): Promise<{ business: Business; before: number }> {
  const business = await openBusiness();
  const before = crash.person === 'known' ? 1 : 0;
  if (before) await business.create(aRequest('EARLIER'));
  expect(await die(() => business.create(REQUEST, key), crash)).toBe(crash.at);
  return { business, before };
}

/** Passes the stream record of the collection's creation to the relay. */
async function relayAll(business: Business): Promise<void> {
  const account = await getAccount(table, business.account);
  if (account === undefined) throw new Error('the business has an account');
  const { pk, sk } = collectionKey(account.id, collectionRefOf(account, 'INV-1').hash);
  const { Item } = await client.send(
    new GetItemCommand({ TableName: tableName, Key: { pk: { S: pk }, sk: { S: sk } } }),
  );
  const record = { eventName: 'INSERT', dynamodb: { SequenceNumber: '1', NewImage: Item } } as DynamoDBRecord;
  if (Item) expect(await relay({ Records: [record] })).toEqual({ batchItemFailures: [] });
}

const listedReferences = async (business: Business): Promise<string[]> => {
  const { body } = await business.list();
  expect(body.meta.count).toBe(body.data.length);
  return body.data.map(({ reference }: { reference: string }) => reference);
};

describe.each(CRASHES)('a create for a $person contact, $death $when the write of the $step', (crash) => {
  const recorded = crash.done.includes('collection');
  const earlier = crash.person === 'known' ? ['EARLIER'] : [];

  it(`the relay lists a create for a ${crash.person} contact, ${crash.death} ${crash.when} the write of the ${crash.step}, once if it was stored`, async () => {
    const { business } = await afterCrash(crash);
    expect(await listedReferences(business)).toEqual(crash.done.includes('list') ? ['INV-1', ...earlier] : earlier);
    for (const _delivery of [1, 2]) await relayAll(business);
    expect(await listedReferences(business)).toEqual(recorded ? ['INV-1', ...earlier] : earlier);
  });

  it(`a retry without a key of a create for a ${crash.person} contact, ${crash.death} ${crash.when} the write of the ${crash.step}, answers 409 with its id if it was stored, else 201`, async () => {
    const { business } = await afterCrash(crash);
    const { status, body } = await business.create(REQUEST);
    expect(status).toBe(recorded ? 409 : 201);
    const id: string = recorded ? body.existing.id : body.data.id;
    expect(parseCollectionId(id)?.account).toBe(business.account);
    expect((await business.get(id)).body.data.reference).toBe('INV-1');
    await expectOnce(business, earlier);
  });

  it(`a retry with the key of a create for a ${crash.person} contact, ${crash.death} ${crash.when} the write of the ${crash.step}, answers 201`, async () => {
    const { business } = await afterCrash(crash, 'key-1');
    const { status, body, headers } = await business.create(REQUEST, 'key-1');
    expect([status, headers['idempotent-replayed']]).toEqual([201, recorded ? 'true' : undefined]);
    expect((await business.get(body.data.id)).body.data).toEqual(body.data);
    await expectOnce(business, earlier);
  });
});

/** Fails unless there is one collection of the reference and one contact of the person, also after a further create. */
async function expectOnce(business: Business, earlier: string[]): Promise<void> {
  expect(await listedReferences(business)).toEqual(['INV-1', ...earlier]);
  await relayAll(business);
  await business.create(aRequest('LATER'));
  expect(await listedReferences(business)).toEqual(['LATER', 'INV-1', ...earlier]);
  const { body } = await business.list();
  expect(new Set(body.data.map(({ contact }: { contact: { id: string } }) => contact.id)).size).toBe(1);
}

it.each(['new', 'known'] as const)(
  'a create for a %s contact makes exactly the writes that the crash tests interrupt',
  async (person) => {
    const business = await openBusiness();
    if (person === 'known') await business.create(aRequest('EARLIER'));
    const never = { at: Number.POSITIVE_INFINITY, when: 'before', death: 'killed' } as const;
    expect(await die(() => business.create(REQUEST), never)).toBe(STEPS[person].length);
  },
);
