/** Deletes what the table keeps of a person beside collections: the contact, what was learned, and what addresses lead to. */

import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { ContactLookup } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { foldPhone } from '#lib/domain/match-key.ts';
import type { Address } from '#lib/domain/opt-out.ts';
import type { PersonRef } from '#lib/domain/person/person.ts';
import { contactRow } from '#lib/store/contact/contacts.ts';
import { helpKey, lastMessageKey, unreachableKey } from '#lib/store/deployment-keys.ts';
import { contactByEmailKey, contactByPhoneKey, type Key, personKey } from '#lib/store/keys.ts';
import { ITEM_EXISTS } from '#lib/store/table/expressions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

type ContactRow = { id: string } & ContactLookup;

/**
 * Deletes the contacts under a phone and an email that are the person's, under both their keys. A create at the same time
 * finds the contact, or makes another. Answers how many items were deleted.
 */
export async function forgetContact(
  table: Table,
  account: string,
  lookup: Partial<ContactLookup>,
  isOwn: (row: ContactRow) => boolean,
): Promise<number> {
  const rows = (await getContacts(table, account, lookup)).filter(isOwn);
  const found = keysOf(account, lookup).map(({ pk }) => pk);
  const keys = rows.flatMap(({ id, ...row }) => keysOf(account, row).map((key) => ({ key, id })));
  const deleteAll = (some: typeof keys) =>
    Promise.all(some.map(({ key, id }) => deleteIf(table, key, 'id = :id', { ':id': id })));
  // The key that leads here goes last: after a crash in between the contact is found again.
  const beside = await deleteAll(keys.filter(({ key }) => !found.includes(key.pk)));
  const gone = [...beside, ...(await deleteAll(keys.filter(({ key }) => found.includes(key.pk))))];
  return gone.filter(Boolean).length;
}

/** What is stored under the phone, and under the email. */
export async function getContacts(
  table: Table,
  account: string,
  lookup: Partial<ContactLookup>,
): Promise<ContactRow[]> {
  const items = await Promise.all(keysOf(account, lookup).map(table.getItem));
  return items.flatMap((item) => (item ? readItem(item, contactRow) : []));
}

const keysOf = (account: string, { phone, email }: Partial<ContactLookup>): Key[] => [
  ...(phone === undefined ? [] : [contactByPhoneKey(account, phone)]),
  ...(email === undefined ? [] : [contactByEmailKey(account, email)]),
];

export const forgetPerson = (table: Table, ref: PersonRef): Promise<boolean> => deleteIf(table, personKey(ref));

export const forgetUnreachable = (table: Table, { channel, address }: Address): Promise<boolean> =>
  deleteIf(table, unreachableKey(channel, address));

/** `phone` is in E.164. */
export const forgetHelp = (table: Table, phone: string): Promise<boolean> => deleteIf(table, helpKey(foldPhone(phone)));

/** What was last sent to a phone, if it was about this collection. */
export const forgetLastMessage = (table: Table, phone: string, { account, hash }: CollectionRef): Promise<boolean> =>
  deleteIf(table, lastMessageKey(foldPhone(phone)), 'account = :account AND #hash = :hash', {
    ':account': account,
    ':hash': hash,
  });

/** False when there was nothing to delete. */
export const forgetItem = (table: Table, key: Key): Promise<boolean> => deleteIf(table, key);

/** False when there was nothing to delete, or the condition did not hold. */
async function deleteIf(table: Table, key: Key, condition?: string, values?: Record<string, string>): Promise<boolean> {
  const conditions = [ITEM_EXISTS, ...(condition === undefined ? [] : [condition])].join(' AND ');
  return table.writeIf(
    new DeleteCommand({
      TableName: table.name,
      Key: key,
      ConditionExpression: conditions,
      ...(conditions.includes('#hash') && { ExpressionAttributeNames: { '#hash': 'hash' } }),
      ...(values && { ExpressionAttributeValues: values }),
    }),
  );
}
