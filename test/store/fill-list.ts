/** Makes a long list in a few writes: the leaves that appending these hashes one by one would leave behind. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { leafKey } from '#lib/store/keys.ts';
import { entryOf, LEAF_SIZE } from '#lib/store/list-leaf.ts';
import { table } from '#lib/store/table.ts';

export async function fillList(account: string, hashes: readonly string[]): Promise<void> {
  const leaves = Array.from({ length: Math.ceil(hashes.length / LEAF_SIZE) }, (_, leaf) => ({
    ...leafKey(account, leaf),
    entries: hashes.slice(leaf * LEAF_SIZE, (leaf + 1) * LEAF_SIZE).map(entryOf),
  }));
  const puts = leaves.map((Item) => ({ PutRequest: { Item } }));
  await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
}
