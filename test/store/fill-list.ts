/** Makes a long list in a few writes: the segments that these hashes would fill, appended one by one. */

import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { entryOf, SEGMENT_SIZE } from '#lib/store/list/log.ts';
import { table } from '#lib/store/table/live-table.ts';

export async function fillList(account: string, hashes: readonly string[]): Promise<void> {
  const segments = Array.from({ length: Math.ceil(hashes.length / SEGMENT_SIZE) }, (_, segment) => ({
    ...segmentKey(account, segment),
    entries: hashes.slice(segment * SEGMENT_SIZE, (segment + 1) * SEGMENT_SIZE).map(entryOf),
  }));
  const puts = segments.map((Item) => ({ PutRequest: { Item } }));
  await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
}
