/** When the next sweep finds work, read from the index of what is due: with few entries and with many. */
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createSweeps } from '#infra/local/scheduler/sweeps.ts';
import { dueShards, erasureShards } from '#lib/store/indexes.ts';
import { heldShard, webhookDueShards } from '#lib/store/webhook/keys.ts';
import { useTable } from '#test/support/dynamodb.ts';

const { tableName, documents } = useTable();
const START = Date.parse('2030-01-01T10:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);

async function put(entries: { due: string; minute: number }[]): Promise<void> {
  const items = entries.map(({ due, minute }) => ({
    pk: randomUUID(),
    sk: 'entry',
    due,
    nextRunAt: at(minute).toISOString(),
  }));
  for (let from = 0; from < items.length; from += 25) {
    const requests = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
}

const nextSweep = () => createSweeps({ now: () => at(0), run: async () => {} }).nextUseful(at(1_000));

it('the next useful sweep comes after the earliest run of all shards, and what no sweeper reads is not counted', async () => {
  expect(await nextSweep()).toBeUndefined();
  const unread = [heldShard('an-endpoint'), erasureShards()[0] ?? ''];
  await put(unread.map((due) => ({ due, minute: 1 })));
  expect(await nextSweep()).toBeUndefined();
  await put([{ due: dueShards().at(-1) ?? '', minute: 700 }]);
  expect(await nextSweep()).toEqual(at(703));
  await put([{ due: webhookDueShards().at(-1) ?? '', minute: 600 }]);
  expect(await nextSweep()).toEqual(at(603));
  const many = Array.from({ length: 600 }, (_, index) => ({ due: dueShards()[index % 16] ?? '', minute: 800 + index }));
  await put(many);
  expect(await nextSweep()).toEqual(at(603));
  await put([{ due: dueShards()[5] ?? '', minute: 500 }]);
  expect(await nextSweep()).toEqual(at(503));
});
