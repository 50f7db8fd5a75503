/** Contacts in the table: an id under the phone and under the email. Both items name both, and never change. */

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { ContactLookup } from '#lib/domain/contact.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { contactByEmailKey, contactByPhoneKey, type Key } from '#lib/store/keys.ts';
import { object, text } from '#lib/store/table/checks.ts';
import { ITEM_IS_NEW } from '#lib/store/table/expressions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';
import { isContention, MAX_TRIES } from '#lib/store/table/table.ts';

const contact = object<{ id: string }>({ id: text });

const idIn = (item: Item): string => readItem(item, contact).id;

/** The whole item: it names both of its keys. */
export const contactRow = object<{ id: string } & ContactLookup>({ id: text, phone: text, email: text });

/** The contact with this phone, else the one with this email; the phone decides when they are two. */
export async function findContactId(table: Table, account: string, lookup: ContactLookup): Promise<string | undefined> {
  const [byPhone, byEmail] = await Promise.all(keysOf(account, lookup).map(table.getItem));
  const item = byPhone ?? byEmail;
  return item && idIn(item);
}

/** The contact that has this phone, or this email; both as a create looks them up. */
export async function findContactIdBy(
  table: Table,
  account: string,
  { phone, email }: Partial<ContactLookup>,
): Promise<string | undefined> {
  const key = phone === undefined ? contactByEmailKey(account, email ?? '') : contactByPhoneKey(account, phone);
  const item = await table.getItem(key);
  return item && idIn(item);
}

const keysOf = (account: string, { phone, email }: ContactLookup): Key[] => [
  contactByPhoneKey(account, phone),
  contactByEmailKey(account, email),
];

/**
 * Puts a new contact under both its keys and answers its id, or the id of the contact of another create that was faster.
 * While that one is being written, this one looks for it, because two that only write keep refusing each other.
 * @throws service_unavailable when neither ends.
 */
export async function createContact(table: Table, account: string, lookup: ContactLookup, id: string): Promise<string> {
  for (let tried = 1; ; tried += 1) {
    const stored = (await putContact(table, account, lookup, id)) ?? (await findContactId(table, account, lookup));
    if (stored !== undefined) return stored;
    if (tried === MAX_TRIES) throw serviceUnavailable();
    await table.backOff(tried);
  }
}

/** Undefined while another write holds one of the items. */
async function putContact(
  table: Table,
  account: string,
  lookup: ContactLookup,
  id: string,
): Promise<string | undefined> {
  const write = new TransactWriteCommand({
    TransactItems: keysOf(account, lookup).map((key) => ({
      Put: {
        TableName: table.name,
        Item: { ...key, id, ...lookup },
        ConditionExpression: ITEM_IS_NEW,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    })),
  });
  try {
    await table.sendUnlessHeld(write);
    return id;
  } catch (error) {
    if (isContention(error)) return undefined;
    if (!(error instanceof TransactionCanceledException)) throw error;
    const taken = error.CancellationReasons?.find((reason) => reason.Item)?.Item;
    if (taken === undefined) throw error;
    return idIn(unmarshall(taken));
  }
}
