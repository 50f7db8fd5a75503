/**
 * The list log: any page of it is what a plain array would show.
 * Appending to the list log: exactly once, with any number of writers and tries, from a start of any age.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { appendToList, newestSegment, newestSegments, repairList } from '#lib/store/list/log.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { anAccount, hashOf } from './a-collection.ts';
import { fillList } from './fill-list.ts';
import { interceptSend } from './intercept-send.ts';

const { tableName, documents } = useTable();

/** What a page of a plain array is. */
function pageOf(listed: readonly string[], page: number, limit: number) {
  const newestFirst = listed.toReversed();
  return { count: listed.length, hashes: newestFirst.slice((page - 1) * limit, page * limit) };
}

const LIMITS = [1, 7, 10, 49, 50, 51, 99, 100];

/** The first pages, the last ones, one in the middle, and two past the end. */
function pagesWorthReading(count: number, limit: number): number[] {
  const last = Math.ceil(count / limit);
  const pages = [1, 2, 3, Math.ceil(last / 2), last - 1, last, last + 1, last + 1000];
  return [...new Set(pages.filter((page) => page >= 1))];
}

async function expectEveryPage(account: string, listed: readonly string[]): Promise<void> {
  for (const limit of LIMITS) {
    const pages = pagesWorthReading(listed.length, limit);
    const read = await Promise.all(pages.map((page) => readListPage(table, account, page, limit)));
    expect(read).toEqual(pages.map((page) => pageOf(listed, page, limit)));
  }
}

describe('a list that grows', () => {
  const account = anAccount().id;
  const listed: string[] = [];

  it.each([0, 1, 2, 49, 50, 51, 99, 100, 101, 149, 150, 151, 250])(
    'a list that grows is exact on every page at %i entries',
    async (count) => {
      while (listed.length < count) {
        const hash = hashOf(`INV-${listed.length}`);
        expect(await appendToList(table, { account, hash, startSegment: await newestSegment(table, account) })).toBe(
          'appended',
        );
        listed.push(hash);
      }
      await expectEveryPage(account, listed);
    },
  );

  it('a list that grows lies in full segments, and an append to each costs one write unit', async () => {
    const query = new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': segmentKey(account, 0).pk },
    });
    const { Items = [] } = await documents.send(query);
    expect(Items.map(({ sk }) => sk)).toEqual([0, 1, 2, 3, 4].map((segment) => segmentKey(account, segment).sk));
    for (const { pk, sk, entries } of Items) {
      expect(entries).toHaveLength(50);
      // DynamoDB counts each name and value, 3 bytes for a list and 1 for each element of it.
      const bytes = `pk${pk}sk${sk}entries`.length + 3 + entries.length * (16 + 1);
      expect(bytes).toBeLessThanOrEqual(1024);
    }
  });
});

describe('a list of 250', () => {
  const account = anAccount().id;
  const listed = Array.from({ length: 250 }, (_, index) => hashOf(`INV-${index}`));
  beforeAll(() => fillList(account, listed));

  it('a list of 250 shows on any page of any size what a plain array would', async () => {
    const page = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) }, fc.integer({ min: 1, max: 1e15 }));
    const limit = fc.integer({ min: 1, max: 100 });
    await fc.assert(
      fc.asyncProperty(page, limit, async (asked, size) => {
        expect(await readListPage(table, account, asked, size)).toEqual(pageOf(listed, asked, size));
      }),
      { numRuns: 150 },
    );
  });

  it('the pages of a list of 250 are together the whole list without a gap or a repeat', async () => {
    for (const limit of [7, 50, 100]) {
      const pages = Array.from({ length: Math.ceil(250 / limit) }, (_, index) =>
        readListPage(table, account, index + 1, limit),
      );
      const hashes = (await Promise.all(pages)).flatMap((read) => read.hashes);
      expect(hashes).toEqual(listed.toReversed());
    }
  });

  it('the newest segments are answered first', async () => {
    expect((await newestSegments(table, account, 2)).map(({ segment }) => segment)).toEqual([4, 3]);
  });

  it('a list shows nothing of itself to another account', async () => {
    expect(await readListPage(table, anAccount().id, 1, 100)).toEqual({ count: 0, hashes: [] });
  });
});

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
      ['GetCommand', undefined],
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
