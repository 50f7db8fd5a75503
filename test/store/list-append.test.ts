/** Appending to the list log: exactly once, with any number of writers and tries, from a start of any age. */

import { describe, expect, it } from 'vitest';
import { appendToList, newestSegment, repairList } from '#lib/store/list/log.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { anAccount, hashOf } from './a-collection.ts';
import { fillList } from './fill-list.ts';
import { interceptSend } from './intercept-send.ts';

useTable();

const fill = (account: string, count: number) =>
  fillList(
    account,
    Array.from({ length: count }, (_, rank) => hashOf(`FILL-${rank}`)),
  );

async function everyEntry(account: string): Promise<string[]> {
  const { count } = await readListPage(table, account, 1, 1);
  const pages = Array.from({ length: Math.ceil(count / 100) }, (_, index) =>
    readListPage(table, account, index + 1, 100),
  );
  return (await Promise.all(pages)).flatMap(({ hashes }) => hashes);
}

describe('appendToList', () => {
  it('a collection is listed once, however often it is appended', async () => {
    const listing = { account: anAccount().id, hash: hashOf('A'), startSegment: 0 };
    expect(await appendToList(table, listing)).toBe('appended');
    expect(await appendToList(table, listing)).toBe('present');
    expect(await readListPage(table, listing.account, 1, 10)).toEqual({ count: 1, hashes: [listing.hash] });
  });

  it('an append goes on to a new segment when the newest is full, and finds its entry there later', async () => {
    const account = anAccount().id;
    await fill(account, 50);
    expect(await newestSegment(table, account)).toBe(0);
    const listing = { account, hash: hashOf('ROLLS OVER'), startSegment: 0 };
    expect(await appendToList(table, listing)).toBe('appended');
    expect(await newestSegment(table, account)).toBe(1);
    expect(await appendToList(table, listing)).toBe('present');
    expect(await readListPage(table, account, 1, 1)).toEqual({ count: 51, hashes: [listing.hash] });
  });

  it('an append finds its entry in a full segment instead of going past it', async () => {
    const account = anAccount().id;
    await fill(account, 50);
    expect(await appendToList(table, { account, hash: hashOf('FILL-49'), startSegment: 0 })).toBe('present');
    expect((await readListPage(table, account, 1, 1)).count).toBe(50);
  });

  it('many collections are each listed exactly once by three appends from starts up to three segments old', async () => {
    const account = anAccount().id;
    const hashes: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const newest = await newestSegment(table, account);
      const listings = Array.from({ length: 40 }, (_, index) => ({
        account,
        hash: hashOf(`R${round}-${index}`),
        startSegment: index % (newest + 1),
      }));
      hashes.push(...listings.map(({ hash }) => hash));
      const outcomes = await Promise.all(
        [...listings, ...listings, ...listings].map(storeOf(table, { appendToList }).appendToList),
      );
      expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(40);
    }
    const entries = await everyEntry(account);
    expect(entries).toHaveLength(160);
    expect(new Set(entries)).toEqual(new Set(hashes));
  });

  it('an append refuses what is not the hash of a collection', async () => {
    await expect(
      appendToList(table, { account: anAccount().id, hash: 'z'.repeat(25), startSegment: 0 }),
    ).rejects.toThrow('hash');
  });
});

describe('repairList', () => {
  it('a repair lists a missing collection, once', async () => {
    const listing = { account: anAccount().id, hash: hashOf('A'), startSegment: 0 };
    expect(await repairList(table, listing)).toBe('repaired');
    expect(await repairList(table, listing)).toBe('listed');
    expect((await readListPage(table, listing.account, 1, 10)).count).toBe(1);
  });

  it('a repair writes nothing when it finds the entry where appending started', async () => {
    const listing = { account: anAccount().id, hash: hashOf('A'), startSegment: 0 };
    await appendToList(table, listing);
    const seen = interceptSend((_command, send) => send());
    await repairList(table, listing);
    expect(seen.map((command) => [command.constructor.name, command.input.ConsistentRead])).toEqual([
      ['GetCommand', true],
    ]);
  });

  it('a repair answers listed when the entry is in a later segment', async () => {
    const account = anAccount().id;
    await fill(account, 50);
    const listing = { account, hash: hashOf('LATER'), startSegment: 0 };
    await appendToList(table, listing);
    expect(await repairList(table, listing)).toBe('listed');
    expect((await readListPage(table, account, 1, 1)).count).toBe(51);
  });
});
