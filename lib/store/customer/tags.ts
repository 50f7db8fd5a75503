/** The tags of a customer, for a create: the other rows of customers are none of its business. */
import { customerKey } from '#lib/store/customer/keys.ts';
import { fields, list, optional, text } from '#lib/store/table/checks.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

const tagged = fields({ tags: optional(list(text)) });

export async function getTags(table: Table, account: string, contact: string): Promise<readonly string[]> {
  const item = await table.getItem(customerKey(account, contact));
  return item === undefined ? [] : (readItem(item, tagged).tags ?? []);
}
