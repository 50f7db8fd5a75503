/** Contacts in the table: one whole, immutable copy under the phone and one under the email. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Contact, ContactLookup } from '#lib/domain/contact.ts';
import { contact as check } from './collection-checks.ts';
import { ITEM_IS_NEW } from './expressions.ts';
import { contactByEmailKey, contactByPhoneKey, type Key } from './keys.ts';
import { readItem } from './read-item.ts';
import { getItem, send, table } from './table.ts';

/** The contact with this phone, else the one with this email; the phone decides when they are two. */
export async function findContact(account: string, lookup: ContactLookup): Promise<Contact | undefined> {
  const [byPhone, byEmail] = await Promise.all([
    getContact(contactByPhoneKey(account, lookup.phone)),
    getContact(contactByEmailKey(account, lookup.email)),
  ]);
  return byPhone ?? byEmail;
}

async function getContact(key: Key): Promise<Contact | undefined> {
  const item = await getItem(key);
  return item && readItem(item, check);
}

/** Puts a new contact under both its keys and answers it; when another create was faster, answers the stored contact. */
export async function createContact(account: string, lookup: ContactLookup, contact: Contact): Promise<Contact> {
  const keys = [contactByPhoneKey(account, lookup.phone), contactByEmailKey(account, lookup.email)];
  const write = new TransactWriteCommand({
    TransactItems: keys.map((key) => ({
      Put: {
        TableName: table.name,
        Item: { ...key, ...contact },
        ConditionExpression: ITEM_IS_NEW,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    })),
  });
  try {
    await send(write);
    return contact;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const stored = error.CancellationReasons?.find((reason) => reason.Item)?.Item;
    if (stored === undefined) throw error;
    return readItem(unmarshall(stored), check);
  }
}
