/** The list of an account after a restore: complete, each collection once, whatever both tables have appended. */

import { randomUUID } from 'node:crypto';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { createTable } from '#infra/local/dynamodb/create-table.ts';
import { appendToList, newestSegment } from '#lib/store/list/log.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { joinLists } from '#lib/store/restore/join-lists.ts';
import { table as used } from '#lib/store/table/live-table.ts';

import { copyTable } from '#test/restore/a-world.ts';
import { hashOf } from '#test/store/a-collection.ts';
import { useTable } from '#test/support/dynamodb.ts';

const table = useTable();
const ACCOUNT = '0123456789';

async function append(prefix: string, count: number): Promise<string[]> {
  const hashes = Array.from({ length: count }, (_, index) => hashOf(`${prefix}-${index}`));
  for (const hash of hashes)
    await appendToList(used, { account: ACCOUNT, hash, startSegment: await newestSegment(used, ACCOUNT) });
  return hashes;
}

async function anEmptyTable(): Promise<string> {
  const name = `lists-${randomUUID()}`;
  const before = used.name;
  await createTable(table.client, name, { hasStream: false });
  onTestFinished(async () => {
    used.name = before;
    await table.client.send(new DeleteTableCommand({ TableName: name }));
  });
  return name;
}

/** How many entries both tables share, how many each has of its own, and from which segment the lists differ for good. */
it.each([
  [0, 0, 0, undefined],
  [10, 60, 0, undefined],
  [50, 60, 0, undefined],
  [0, 120, 0, undefined],
  [10, 0, 5, 0],
  [10, 60, 5, 0],
  [70, 45, 45, 1],
  [100, 3, 120, 2],
])(
  'a list of %i, to which the old table added %i and the new one %i, holds all of them once',
  async (shared, old, own, divergedAt) => {
    const [before, restored] = [await anEmptyTable(), await anEmptyTable()];
    used.name = before;
    const inBoth = await append('shared', shared);
    await copyTable(before, restored);
    const inOld = await append('old', old);
    used.name = restored;
    const inOwn = await append('own', own);
    expect(await joinLists(used, ACCOUNT, before)).toEqual({
      listed: old,
      ...(divergedAt !== undefined && { divergedAt }),
    });
    const { count } = await readListPage(used, ACCOUNT, 1, 1);
    const { hashes } = await readListPage(used, ACCOUNT, 1, count || 1);
    expect(hashes.toSorted()).toEqual([...inBoth, ...inOld, ...inOwn].toSorted());
    if (own === 0) expect(hashes.toReversed()).toEqual([...inBoth, ...inOld]);
    expect(await joinLists(used, ACCOUNT, before)).toMatchObject({ listed: 0 });
  },
);
