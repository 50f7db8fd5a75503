/** What the relay does where a test has no stream: collections can be found by their phone and email. */
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { openEntriesOf, putOpen } from '#lib/store/collection/open-by-address.ts';
import { table } from '#lib/store/table/live-table.ts';

export async function openToReplies(id: string): Promise<void> {
  const ref = parseCollectionId(id);
  const collection = ref && (await getCollection(table, ref));
  if (collection === undefined) throw new Error('no such collection');
  for (const entry of openEntriesOf(collection)) await putOpen(table, entry);
}
