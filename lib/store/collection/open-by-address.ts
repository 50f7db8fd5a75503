/**
 * Which open collections are addressed to a phone or an email, in all accounts: whom a reply that answers no message belongs
 * to, and who is to be told of an opt-out. The relay writes it, so it lags a little; an entry may outlive its collection.
 */
import { createHash } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection } from '#lib/domain/collection.ts';
import { type Contact, comparableName } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { PersonRef } from '#lib/domain/person/person.ts';
import { addressKeysOf } from '#lib/domain/phone.ts';
import { openByAddressKey } from '#lib/store/collection/keys.ts';
import { secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { fields, text } from '#lib/store/table/checks.ts';
import { all, any, equals, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, queryPage, remove } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** `address`: a folded phone, or an email in lower case. `name` tells people apart who share it. */
export type OpenEntry = { address: string; ref: CollectionRef; createdAt: string; expiresAt: string; name: string };

type AddressedCollection = Pick<Collection, 'ref' | 'createdAt' | 'expiresAt'> & { contact: Omit<Contact, 'id'> };

export const openEntriesOf = ({ contact, ref, createdAt, expiresAt }: AddressedCollection): OpenEntry[] =>
  addressKeysOf(contact).map((address) => ({ address, ref, createdAt, expiresAt, name: nameHash(contact, ref) }));

/** Of the account's people only: the name itself is not kept here. */
const nameHash = (contact: Pick<Contact, 'firstName' | 'lastName'>, { account }: Pick<CollectionRef, 'account'>) =>
  createHash('sha256')
    .update(`${account}#${comparableName(contact)}`)
    .digest('base64url')
    .slice(0, NAME_LENGTH);

const NAME_LENGTH = 16;

/** An entry that was written again after its collection had ended goes by itself. */
const KEPT_DAYS = 30;

export async function putOpen(table: Table, entry: OpenEntry): Promise<void> {
  const { address, ref, createdAt, expiresAt, name } = entry;
  const key = openByAddressKey(address, createdAt, ref);
  const item = {
    ...key,
    account: ref.account,
    hash: ref.hash,
    name,
    [TTL_ATTRIBUTE]: secondsAfter(expiresAt, KEPT_DAYS),
  };
  await table.send(new PutCommand(put(table, { item })));
}

export async function removeOpen(table: Table, { address, ref, createdAt }: Omit<OpenEntry, 'name'>): Promise<void> {
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

/** Bounds what one message or page costs, where many people have one placeholder for a phone: the newest of them. */
const MAX_READ = 500;

export type OpenOfPerson = { person: PersonRef; contact: Pick<Contact, 'firstName' | 'lastName'> };

/**
 * Those of one person: an account's, under the match key, with the same name. Not read strongly, because the relay's entries
 * lag anyway. Entries from before names were kept may be anybody's, so read the collections.
 */
export async function findOpenOf(table: Table, { person, contact }: OpenOfPerson): Promise<CollectionRef[]> {
  const { account, matchKey } = person;
  const { items } = await queryPage(table, {
    partition: openByAddressKey(matchKey).pk,
    filter: all(equals('account', account), any(equals('name', nameHash(contact, person)), notExists('name'))),
    newestFirst: true,
    limit: MAX_READ,
    isStrong: false,
  });
  return items.map((item) => readItem(item, entry));
}
