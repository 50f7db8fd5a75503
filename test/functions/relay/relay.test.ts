/** The relay reads the table's stream, and lists collections whose create died before it listed them. */
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { relay } from '#functions/stream/relay.ts';
import { output } from '#lib/log.ts';
import { createCollection } from '#lib/store/collection/collections.ts';
import { findOpen } from '#lib/store/collection/open-by-address.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { appendToList, type Listing, newestSegment } from '#lib/store/list/log.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { createContact } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCollection, aContact, anAccount, hashOf } from '#test/store/a-collection.ts';
import { fillList } from '#test/store/fill-list.ts';
import { service } from '#test/support/a-service.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { recordsIn, relaying } from './follow-stream.ts';

const handler = relay(service);

const recordsOf = recordsIn(useTable({ hasStream: true }));
useScheduler();

let lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines = [];
  output.write = (line) => void lines.push(JSON.parse(line));
});
const eventsLogged = () => lines.map(({ event }) => event);

async function recordUnlisted(account = anAccount().id, reference = 'INV-1') {
  const collection = aCollection({ account, reference, nextRunAt: '2030-01-01T00:00:00.000Z' });
  const startSegment = await newestSegment(table, account);
  const work = () => createCollection(table, collection, { nonce: 'n', startSegment });
  return { ...collection.ref, startSegment, records: await recordsOf(work) };
}

/** An invented record of a collection. */
const recordOf = ({ account, hash, startSegment }: Listing, sequence: string): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: sequence,
    NewImage: {
      pk: { S: `ACCOUNT#${account}#COLLECTION#${hash}` },
      sk: { S: 'COLLECTION' },
      startSegment: { N: String(startSegment) },
    },
  },
});

const NOTHING_FAILED = { batchItemFailures: [] };

it('a collection is found by its phone and email while it is open', async () => {
  const { account, hash, records } = await recordUnlisted(anAccount().id, 'INV-OPEN');
  const ref = { account, hash };
  await handler({ Records: [...records, ...records] });
  const found = async () => [await findOpen(table, '+2348031234567'), await findOpen(table, 'ada@example.com')];
  expect(await found()).toEqual([expect.arrayContaining([ref]), expect.arrayContaining([ref])]);
  const end = { from: ['pending'], to: 'cancelled', updatedAt: new Date().toISOString(), events: [] } as const;
  await handler({ Records: await recordsOf(() => saveStatus(table, ref, end)) });
  expect((await found()).flat()).not.toContainEqual(ref);
});

describe('the record of a new collection', () => {
  it('the first record of an unlisted collection lists it and logs the repair', async () => {
    const { account, hash, records } = await recordUnlisted();
    expect(await handler({ Records: records })).toEqual(NOTHING_FAILED);
    expect(await readListPage(table, account, 1, 10)).toEqual({ count: 1, hashes: [hash] });
    expect(lines).toMatchObject([{ event: 'list_repaired', account }]);
  });

  it('a first record that comes again, alone or twice in a batch, does not list its collection again', async () => {
    const { account, records } = await recordUnlisted();
    for (const Records of [[...records, ...records], records]) await handler({ Records });
    expect((await readListPage(table, account, 1, 10)).count).toBe(1);
    expect(eventsLogged()).toEqual(['list_repaired']);
  });

  it('a first record of a collection that its create has listed changes nothing and logs nothing', async () => {
    const { records, ...listing } = await recordUnlisted();
    await appendToList(table, listing);
    expect(await handler({ Records: records })).toEqual(NOTHING_FAILED);
    expect((await readListPage(table, listing.account, 1, 10)).count).toBe(1);
    expect(lines).toEqual([]);
  });

  it('a first record of a collection that its create has listed in a later segment logs nothing', async () => {
    const account = anAccount().id;
    await fillList(
      account,
      Array.from({ length: 50 }, (_, rank) => hashOf(`FILL-${rank}`)),
    );
    const { records, ...listing } = await recordUnlisted(account);
    await appendToList(table, listing);
    await handler({ Records: records });
    expect((await readListPage(table, account, 1, 10)).count).toBe(51);
    expect(lines).toEqual([]);
  });
});

describe('the last record of a collection', () => {
  const close = ({ account, hash }: Listing, to: 'cancelled' | 'overdue') =>
    recordsOf(() =>
      saveStatus(table, { account, hash }, { from: ['pending'], to, updatedAt: new Date().toISOString(), events: [] }),
    );

  it('the last record of a collection lists it if its first record could not', async () => {
    const { records: _lost, ...listing } = await recordUnlisted();
    expect(await handler({ Records: await close(listing, 'cancelled') })).toEqual(NOTHING_FAILED);
    expect(await readListPage(table, listing.account, 1, 10)).toEqual({ count: 1, hashes: [listing.hash] });
    expect(eventsLogged()).toEqual(['list_repaired']);
  });

  it('a record of a change that keeps a next run does not list the collection', async () => {
    const { records: _lost, ...listing } = await recordUnlisted();
    await handler({ Records: await close(listing, 'overdue') });
    expect((await readListPage(table, listing.account, 1, 10)).count).toBe(0);
  });
});

describe('every other record', () => {
  it('the relay ignores records of contacts, segments and status changes', async () => {
    const collection = aCollection();
    await createCollection(table, collection, { nonce: 'n', startSegment: 0 });
    const { account, hash } = collection.ref;
    const other = { account, hash: hashOf('OTHER'), startSegment: 0 };
    const records = await recordsOf(async () => {
      await createContact(table, account, { phone: '+2348031234567', email: 'ada@example.com' }, aContact().id);
      await appendToList(table, other);
      await saveStatus(
        table,
        { account, hash },
        { from: ['pending'], to: 'overdue', updatedAt: collection.expiresAt, events: [] },
      );
    });
    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'INSERT', 'INSERT', 'MODIFY']);
    expect(await handler({ Records: records })).toEqual(NOTHING_FAILED);
    expect(await readListPage(table, account, 1, 10)).toEqual({ count: 1, hashes: [other.hash] });
  });

  it.each<[string, DynamoDBRecord]>([
    ['a removal', { ...recordOf({ account: 'a', hash: 'h', startSegment: 0 }, '1'), eventName: 'REMOVE' }],
    ['a record without an image', { eventName: 'INSERT', dynamodb: { SequenceNumber: '1' } }],
    ['an empty record', {}],
    ['a collection without a start segment', recordOf({ account: 'a', hash: 'h', startSegment: Number.NaN }, '1')],
  ])('the relay ignores %s', async (_what, record) => {
    expect(await handler({ Records: [record] })).toEqual(NOTHING_FAILED);
  });
});

describe('a record that fails', () => {
  const fine = (reference: string): Listing => ({ account: 'abc0123xyz', hash: hashOf(reference), startSegment: 0 });
  const poison: Listing = { account: 'abc0123xyz', hash: 'z'.repeat(25), startSegment: 0 };

  it('the relay reports only the first failed record; the rest of its group is done, and may come again', async () => {
    const batch = [fine('BEFORE'), poison, fine('AFTER'), poison].map((listing, index) =>
      recordOf(listing, `seq-${index}`),
    );
    expect(await handler({ Records: batch })).toEqual({ batchItemFailures: [{ itemIdentifier: 'seq-1' }] });
    expect((await readListPage(table, 'abc0123xyz', 1, 10)).hashes.toSorted()).toEqual(
      [hashOf('BEFORE'), hashOf('AFTER')].toSorted(),
    );
    expect(lines.at(-1)).toMatchObject({ event: 'relay_failed', sequenceNumber: 'seq-1' });
  });

  it('the next records succeed once a failed record is gone', async () => {
    expect(await handler({ Records: [recordOf(fine('AFTER'), 'seq-2')] })).toEqual(NOTHING_FAILED);
    expect((await readListPage(table, 'abc0123xyz', 1, 10)).count).toBe(2);
  });

  it('a failed record keeps the records of later groups waiting, because the stream repeats from it', async () => {
    const batch = [poison, ...Array.from({ length: 20 }, (_, index) => fine(`LATER-${index}`))];
    const records = batch.map((listing, index) => recordOf({ ...listing, account: 'def0123xyz' }, `seq-${index}`));
    expect(await handler({ Records: records })).toEqual({ batchItemFailures: [{ itemIdentifier: 'seq-0' }] });
    expect((await readListPage(table, 'def0123xyz', 1, 30)).count).toBe(19);
  });

  it('a failed record is reported by its sequence number, and the log quotes no message', async () => {
    const fails = () => Promise.reject(new Error('about Ada Obi'));
    const busy = relaying({ repairList: fails, recordEntry: fails, keepForLater: fails });
    const { batchItemFailures } = await busy({ Records: [recordOf(fine('BUSY'), 'seq-9')] });
    expect(batchItemFailures).toEqual([{ itemIdentifier: 'seq-9' }]);
    expect(JSON.stringify(lines)).not.toContain('Ada');
  });
});

it('an empty batch has no failures', async () => expect(await handler({ Records: [] })).toEqual(NOTHING_FAILED));
