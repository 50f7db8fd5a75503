/** What only a distributed DynamoDB does to reads: old replicas, and batches answered in parts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import { MAX_TRIES } from '#lib/domain/errors.ts';
import { createCollection, getCollections } from '#lib/store/collection/collections.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aCollection, anAccount, hashOf } from './a-collection.ts';
import { fillList } from './fill-list.ts';
import { type Command, interceptSend } from './intercept-send.ts';

useTable();
clock.sleep = async () => {};

describe('a deep page', () => {
  const account = anAccount().id;
  const listed = Array.from({ length: 220 }, (_, rank) => hashOf(`INV-${rank}`));
  beforeAll(() => fillList(account, listed));
  const lastPage = { count: 220, hashes: listed.slice(0, 20).toReversed() };
  const isRange = ({ input }: Command) => String(input.KeyConditionExpression).includes('BETWEEN');

  it('full segments are read eventually consistent, because they never change', async () => {
    const seen = interceptSend((_command, send) => send());
    expect(await readListPage(table, account, 3, 100)).toEqual(lastPage);
    expect(seen.map(({ input }) => input.ConsistentRead)).toEqual([true, false]);
  });

  const REPLICAS: [string, (items: { entries: unknown[] }[]) => unknown[]][] = [
    [
      'a segment that is not full yet',
      ([first, ...rest]) => [{ ...first, entries: first?.entries.slice(0, 31) }, ...rest],
    ],
    ['no segment at all', () => []],
    ['one segment too few', (items) => items.slice(1)],
  ];
  it.each(REPLICAS)('a deep page is exact although an old replica shows %s', async (_what, aged) => {
    const seen = interceptSend(async (command, send) => {
      const answer = (await send()) as { Items: { entries: unknown[] }[] };
      return isRange(command) && !command.input.ConsistentRead ? { ...answer, Items: aged(answer.Items) } : answer;
    });
    expect(await readListPage(table, account, 3, 100)).toEqual(lastPage);
    expect(seen.map(({ input }) => input.ConsistentRead)).toEqual([true, false, true]);
  });

  it('the newest segment and every segment of a shallow page are read strongly', async () => {
    const seen = interceptSend((_command, send) => send());
    await readListPage(table, account, 1, 100);
    expect(seen.map(({ input }) => [input.ConsistentRead, input.Limit])).toEqual([[true, 3]]);
  });
});

describe('a page of collections', () => {
  const account = anAccount().id;
  const collections = Array.from({ length: 100 }, (_, index) => aCollection({ account, reference: `INV-${index}` }));
  const hashes = collections.map(({ ref }) => ref.hash);
  beforeAll(async () => {
    await Promise.all(
      collections.map((collection) => createCollection(table, collection, { nonce: 'n', startSegment: 0 })),
    );
  });

  it('collections come in the order asked, from one strong request', async () => {
    const seen = interceptSend((_command, send) => send());
    expect(await getCollections(table, account, hashes)).toEqual(collections);
    expect(seen.map(({ input }) => input.RequestItems[table.name].ConsistentRead)).toEqual([true]);
  });

  it('no collections need no request', async () => {
    const seen = interceptSend((_command, send) => send());
    expect(await getCollections(table, account, [])).toEqual([]);
    expect(seen).toEqual([]);
  });

  /** Answers at most `most` keys of a batch and leaves the others for later, as DynamoDB does when an answer grows large. */
  const answerPartly = (max: number) => async (command: Command, send: () => Promise<unknown>) => {
    const request = command.input.RequestItems[table.name];
    const left = request.Keys.splice(max);
    const answer = request.Keys.length > 0 ? ((await send()) as object) : { Responses: {} };
    return { ...answer, UnprocessedKeys: left.length > 0 ? { [table.name]: { Keys: left } } : {} };
  };

  it('collections are all there and in order although DynamoDB answers in parts', async () => {
    const seen = interceptSend(answerPartly(15));
    expect(await getCollections(table, account, hashes)).toEqual(collections);
    expect(seen).toHaveLength(7);
    expect(seen.every(({ input }) => input.RequestItems[table.name].ConsistentRead)).toBe(true);
  });

  it('a page of collections is refused as busy when DynamoDB keeps leaving keys for later', async () => {
    const seen = interceptSend(answerPartly(0));
    await expect(getCollections(table, account, hashes)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(seen).toHaveLength(MAX_TRIES);
  });
});
