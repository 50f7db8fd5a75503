/**
 * Which open collections are addressed to a phone or an email, in all accounts: whom a reply that answers no message belongs
 * to, and who is to be told of an opt-out. The relay writes it, so it lags a little; an entry may outlive its collection.
 */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection } from '#lib/domain/collection.ts';
import type { Contact } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { addressKeysOf } from '#lib/domain/phone.ts';
import { openByAddressKey } from '#lib/store/collection/keys.ts';
import { secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { fields, text } from '#lib/store/table/checks.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, queryPage, remove } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** `address`: a folded phone, or an email in lower case. */
export type OpenEntry = { address: string; ref: CollectionRef; createdAt: string; expiresAt: string };

type Addressed = Pick<Collection, 'ref' | 'createdAt' | 'expiresAt'> & { contact: Pick<Contact, 'phone' | 'email'> };

export const openEntriesOf = ({ contact, ...of }: Addressed): OpenEntry[] =>
  addressKeysOf(contact).map((address) => ({ address, ...of }));

/** An entry that was written again after its collection had ended goes by itself. */
const KEPT_DAYS = 30;

export async function putOpen(table: Table, { address, ref, createdAt, expiresAt }: OpenEntry): Promise<void> {
  const key = openByAddressKey(address, createdAt, ref);
  const item = { ...key, account: ref.account, hash: ref.hash, [TTL_ATTRIBUTE]: secondsAfter(expiresAt, KEPT_DAYS) };
  await table.send(new PutCommand(put(table, { item })));
}

export async function removeOpen(table: Table, { address, ref, createdAt }: OpenEntry): Promise<void> {
  await table.send(new DeleteCommand(remove(table, { key: openByAddressKey(address, createdAt, ref) })));
}

const entry = fields({ account: text, hash: text });

/** Bounds what one reply can cause. */
const MAX_OPEN = 100;

/** Newest first. */
export async function findOpen(table: Table, address: string): Promise<CollectionRef[]> {
  const partition = openByAddressKey(address).pk;
  const { items } = await queryPage(table, { partition, newestFirst: true, limit: MAX_OPEN });
  return items.map((item) => readItem(item, entry));
}
