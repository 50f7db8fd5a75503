/** What the relay does where a test has no stream: a collection can be found by its phone and email, and its customer is kept. */
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { openEntriesOf, putOpen } from '#lib/store/collection/open-by-address.ts';
import { keepingCustomers } from '#lib/store/customer/keeping.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { keepCustomer } from '#lib/use-cases/keep-customer.ts';
import { service } from '#test/support/a-service.ts';

const keeping = { ...service, ...storeOf(table, keepingCustomers) };

async function stored(id: string) {
  const ref = parseCollectionId(id);
  const collection = ref && (await getCollection(table, ref));
  if (collection === undefined) throw new Error('no such collection');
  return collection;
}

export async function openToReplies(id: string): Promise<void> {
  for (const entry of openEntriesOf(await stored(id))) await putOpen(table, entry);
}

export const customerKept = async (id: string): Promise<void> =>
  keepCustomer(keeping, { before: undefined, after: await stored(id) });
