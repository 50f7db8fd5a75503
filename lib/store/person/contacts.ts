/** Contacts in the table: an id under the phone and under the email. Both items name both, and only a correction of the customer changes them. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { ContactLookup } from '#lib/domain/contact.ts';
import { concurrentChange, MAX_TRIES } from '#lib/domain/errors.ts';
import { contactByEmailKey, contactByPhoneKey, type Key } from '#lib/store/keys.ts';
import { fields, object, optional, text } from '#lib/store/table/checks.ts';
import { all, any, equals, ITEM_EXISTS, ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { put, putIf, removeIf, SHOW_REFUSING, updateIf } from '#lib/store/table/requests.ts';
import { isContention, type Table } from '#lib/store/table/table.ts';

const contactId = fields({ id: text });

const idIn = (item: Item): string => readItem(item, contactId).id;

/** The whole item: it names both of its keys. */
const contactRow = object<ContactRow>({ id: text, phone: text, email: text, former: optional(text) });

/** The contact with this phone, else the one with this email; the phone decides when they are two. */
export async function findContactId(table: Table, account: string, lookup: ContactLookup): Promise<string | undefined> {
  const [byPhone, byEmail] = await Promise.all(bothKeys(account, lookup).map(table.getItem));
  // A phone that was corrected is of nobody yet: the email may say who still gives it.
  const item = byPhone?.['former'] === undefined ? (byPhone ?? byEmail) : (byEmail ?? byPhone);
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

const bothKeys = (account: string, { phone, email }: ContactLookup): Key[] => [
  contactByPhoneKey(account, phone),
  contactByEmailKey(account, email),
];

/**
 * Puts a new contact under both its keys and answers its id, or the id of the contact of another create that was faster.
 * While that one is being written, this one looks for it, because two that only write keep refusing each other.
 * @throws concurrent_change when neither ends.
 */
export async function createContact(table: Table, account: string, lookup: ContactLookup, id: string): Promise<string> {
  for (let tried = 1; ; tried += 1) {
    const stored = (await putContact(table, account, lookup, id)) ?? (await findContactId(table, account, lookup));
    if (stored !== undefined) return stored;
    if (tried === MAX_TRIES) throw concurrentChange();
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
    TransactItems: bothKeys(account, lookup).map((key) => ({
      Put: { ...put(table, { item: { ...key, id, ...lookup }, when: ITEM_IS_NEW }), ...SHOW_REFUSING },
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

/** `former`: the contact that had the phone before it was corrected; `id` is that of whoever has it next. */
type ContactRow = { id: string; former?: string | undefined } & ContactLookup;

/** Makes a phone and an email lead to the contact, unless they lead to another customer. `isTaken`: the phone was freed by this one, and another has it since. */
export async function takeAddress(
  table: Table,
  account: string,
  id: string,
  { isTaken, ...lookup }: ContactLookup & { isTaken: boolean },
): Promise<void> {
  const isFree = isTaken ? ITEM_IS_NEW : any(ITEM_IS_NEW, equals('former', id));
  const items = bothKeys(account, lookup).map((key) => ({ ...key, id, ...lookup }));
  await Promise.all(items.map((item) => putIf(table, { item, when: isFree })));
}

/** Makes a phone or an email lead to the contact no longer. The id of a contact follows from its phone, so that of a phone stays, for whoever has it next. */
export async function freeAddress(
  table: Table,
  account: string,
  former: string,
  { address, next }: { address: string; next: string },
): Promise<void> {
  const isEmail = address.includes('@');
  const key = isEmail ? contactByEmailKey(account, address) : contactByPhoneKey(account, address);
  const when = equals('id', former);
  if (isEmail) await removeIf(table, { key, when });
  else await updateIf(table, { key, set: { id: next, former }, when });
}

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
  const leading = keysOf(account, lookup).map(({ pk }) => pk);
  const keys = rows.flatMap(({ id, ...row }) => keysOf(account, row).map((key) => ({ key, id })));
  const deleteAll = (some: typeof keys) =>
    Promise.all(some.map(({ key, id }) => removeIf(table, { key, when: all(ITEM_EXISTS, equals('id', id)) })));
  // The key that leads here goes last: after a crash in between the contact is found again.
  const beside = await deleteAll(keys.filter(({ key }) => !leading.includes(key.pk)));
  const deleted = [...beside, ...(await deleteAll(keys.filter(({ key }) => leading.includes(key.pk))))];
  return deleted.filter(Boolean).length;
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
