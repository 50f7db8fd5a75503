/** Partitions that are read as one: in one order whatever is in which, page by page of any size, with nothing missed or repeated. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { DUE, DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import { isBetween } from '#lib/store/table/conditions.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type InPart, queryParts } from '#lib/store/table/query-parts.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { useTable } from '#test/support/dynamodb.ts';

const { documents, tableName } = useTable();

let lists = 0;

/** In an index: of each part how many items have which sort key, by its digit. */
async function aList(parts: readonly string[]): Promise<string[]> {
  lists += 1;
  const partitions = parts.map((_, part) => `LIST${lists}#${part}`);
  const items = parts.flatMap((digits, part) =>
    [...digits].map((digit, nth) => ({
      ...{ pk: `ITEM#${lists}#${part}#${nth}`, sk: 'ITEM' },
      ...{ [DUE_PARTITION_KEY]: partitions[part], [DUE_SORT_KEY]: digit },
    })),
  );
  for (let from = 0; from < items.length; from += 25) {
    const requests = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
  return partitions;
}

/** What follows a digit in the order; beyond it, what is not the same. */
const following = (digit: number, newestFirst: boolean) => (beyond: boolean) => {
  const [from, to] = newestFirst ? [0, digit - Number(beyond)] : [digit + Number(beyond), 9];
  return from > to ? undefined : isBetween(DUE_SORT_KEY, String(from), String(to));
};

async function pagesOf(partitions: readonly string[], limit: number, newestFirst: boolean): Promise<InPart[][]> {
  const pages: InPart[][] = [];
  for (;;) {
    const last = pages.at(-1)?.at(-1);
    const sort = Number(last?.item[DUE_SORT_KEY]);
    const page = await queryParts(table, {
      ...{ index: DUE, sortKey: DUE_SORT_KEY, partitions, newestFirst, limit },
      after: last && {
        part: last.part,
        key: last.item,
        rest: following(sort, newestFirst),
      },
    });
    if (page.length === 0) return pages;
    pages.push(page);
  }
}

const LISTS: readonly (readonly [string, readonly string[]])[] = [
  ['nothing', ['']],
  ['nothing in any of three', ['', '', '']],
  ['one', ['5']],
  ['all in one of three', ['', '0123456789012345678901234567890123456789', '']],
  ['all the same, at the first end', ['0000', '00', '00000']],
  ['all the same, at the last end', ['9999', '99', '99999']],
  ['some of each', ['0055', '15599', '', '0123456789', '5']],
];

describe.each(LISTS)('%s', (_, parts) => {
  it.each([1, 2, 3, 7, 9, 10, 11, 40, 100])('by pages of %i', async (limit) => {
    const partitions = await aList(parts);
    const count = parts.join('').length;
    for (const newestFirst of [false, true]) {
      const pages = await pagesOf(partitions, limit, newestFirst);
      const found = pages.flat();
      expect(new Set(found.map(({ item }) => item.pk)).size).toBe(count);
      expect(found).toHaveLength(count);
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      const order = found.map(({ item, part }) => [Number(item[DUE_SORT_KEY]), part] as const);
      const sign = newestFirst ? -1 : 1;
      expect(order).toEqual(order.toSorted(([a, one], [b, other]) => sign * (a - b) || one - other));
      for (const { item, part } of found) expect(item[DUE_PARTITION_KEY]).toBe(partitions[part]);
    }
  });
});

it('one partition is asked once for a page, in one request', async () => {
  const partitions = await aList(['0123456789']);
  const seen = interceptSend((_command, send) => send());
  const page = await queryParts(table, { index: DUE, sortKey: DUE_SORT_KEY, partitions, limit: 10 });
  expect(seen).toHaveLength(1);
  expect(page.map(({ item }) => item[DUE_SORT_KEY]).join('')).toBe('0123456789');
});
