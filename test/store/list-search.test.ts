/** The search of the list log by time: nothing in the range is missed, and little beside it is read. */

import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { entryOf, SEGMENT_SIZE } from '#lib/store/list/log.ts';
import { findInLog } from '#lib/store/list/read.ts';
import { table } from '#lib/store/table/live-table.ts';

import { useTable } from '#test/support/dynamodb.ts';
import { anAccount, hashOf } from './a-collection.ts';

useTable();

const COUNT = 1_020;
const START = Date.parse('2026-03-01T00:00:00.000Z');
const HASHES = Array.from({ length: COUNT }, (_, rank) => hashOf(`INV-${rank}`));
/** An entry is recorded every ten minutes. */
const at = (rank: number): string => new Date(START + rank * 600_000).toISOString();

async function aLog({ knownFrom }: { knownFrom: number }): Promise<string> {
  const account = anAccount().id;
  const puts = Array.from({ length: Math.ceil(COUNT / SEGMENT_SIZE) }, (_, segment) => ({
    PutRequest: {
      Item: {
        ...segmentKey(account, segment),
        entries: HASHES.slice(segment * SEGMENT_SIZE, (segment + 1) * SEGMENT_SIZE).map(entryOf),
        ...(segment >= knownFrom && { openedAt: at(segment * SEGMENT_SIZE) }),
      },
    },
  }));
  await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
  return account;
}

async function walk(account: string, range: { createdFrom?: string; createdTo?: string }): Promise<number[]> {
  const ranks: number[] = [];
  for (let below: number | undefined; ; ) {
    const found = await findInLog(table, { account, ...range, below, limit: 40 });
    ranks.push(...found.map(({ rank }) => rank));
    if (found.length < 40) return ranks;
    below = ranks.at(-1);
  }
}

describe.each([
  { of: 'a log', knownFrom: 0 },
  { of: 'a log that an earlier version began', knownFrom: 12 },
])('$of', ({ of, knownFrom }) => {
  let account: string;
  beforeAll(async () => {
    account = await aLog({ knownFrom });
  });

  it.each([
    [0, COUNT],
    [0, 1],
    [49, 51],
    [500, 640],
    [601, 602],
    [1_019, 1_020],
    [700, 700],
  ])(`${of} finds everything from entry %i to entry %i, newest first and once`, async (from, to) => {
    const ranks = await walk(account, { createdFrom: at(from), createdTo: at(to) });
    const expected = Array.from({ length: to - from }, (_, index) => to - 1 - index);
    expect(ranks.filter((rank) => rank >= from && rank < to)).toEqual(expected);
    // The segment in which the range ends, the one in which it begins, and one more if it begins with a segment.
    if (from >= knownFrom * SEGMENT_SIZE) expect(ranks.length - expected.length).toBeLessThanOrEqual(3 * SEGMENT_SIZE);
  });

  it(`${of} without dates is the whole log`, async () => {
    expect(await walk(account, {})).toEqual(Array.from({ length: COUNT }, (_, index) => COUNT - 1 - index));
  });

  it(`${of} has nothing before it began, or at the end of all dates nothing is missing`, async () => {
    expect(await walk(account, { createdFrom: at(COUNT + 500) })).toHaveLength(COUNT % SEGMENT_SIZE);
    expect(await walk(account, { createdTo: '9999-12-31T23:59:59.999Z' })).toHaveLength(COUNT);
  });
});

it('an account without collections has nothing in its log', async () => {
  expect(await findInLog(table, { account: anAccount().id, createdTo: at(1), limit: 10 })).toEqual([]);
});
