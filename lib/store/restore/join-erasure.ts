/**
 * A collection that one table has erased. What the other says of the person is overwritten, too, and what leads to the
 * person there is deleted where the table before does not have it: there it was deleted by the erasure.
 */

import type { Account } from '#lib/domain/account.ts';
import { addressesOf, type Contact, contactLookup, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { foldPhone } from '#lib/domain/match-key.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { listAccounts } from '#lib/store/account/directory.ts';
import { eraseRows } from '#lib/store/collection/erase.ts';
import { type CollectionItem, fromItem } from '#lib/store/collection/item.ts';
import type { Key } from '#lib/store/keys.ts';
import { helpKey, lastMessageKey } from '#lib/store/message/keys.ts';
import { forgetLastMessage } from '#lib/store/message/messages.ts';
import { optOutKey, unreachableKey } from '#lib/store/opt-out/keys.ts';
import { findOptOut, hideOptOut } from '#lib/store/opt-out/opt-outs.ts';
import { shareOptOutSecret } from '#lib/store/opt-out/secret.ts';
import { contactByEmailKey, contactByPhoneKey, personKey } from '#lib/store/person/keys.ts';
import { ITEM_EXISTS } from '#lib/store/table/conditions.ts';
import { queryPartition } from '#lib/store/table/query.ts';
import { removeIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';
import type { Stored } from './join-items.ts';

/** `from`: the table before. `own`: what the new table has of the collection. */
type Erasing = { ref: CollectionRef; from: string; own: readonly Stored[]; ownItem: CollectionItem; now: Date };

/**
 * Before the collection's own item is written, which is what leads to the person. It can be repeated. What is being sent
 * from the new table at the moment is left for the next merge.
 */
export async function eraseAsBefore(table: Table, { ref, from, own, ownItem, now }: Erasing): Promise<void> {
  const account = ownItem.erasedAt === undefined ? await getAccount(table, ref.account) : undefined;
  if (account !== undefined) {
    const { contact, replaced = [] } = fromItem(ownItem).collection;
    const earlier = replaced.map((address) => (address.includes('@') ? { email: address } : { phone: address }));
    for (const each of [contact, ...earlier]) await forget(table, { ...contact, ...each }, { account, ref, from, now });
  }
  await eraseRows(table, ref, own, now);
}

type Of = { account: Account; ref: CollectionRef; from: string; now: Date };

/** An address may belong to others by now, who are in the table before. */
async function forget(table: Table, contact: Contact, { account, ref, from, now }: Of): Promise<void> {
  const phone = phoneOf(contact, account);
  const lookup = contactLookup(phone, contact.email);
  const isGone = async ({ pk, sk }: Key) => (await queryPartition(table, pk, from)).every((item) => item.sk !== sk);
  const addresses = addressesOf(contact, phone);
  for (const address of addresses) {
    if (!(await isGone(optOutKey(address.channel, address.address)))) continue;
    if ((await findOptOut(table, address, now)) === undefined) continue;
    const made = Buffer.from(table.random.bytes(32)).toString('base64');
    await hideOptOut(table, address, await shareOptOutSecret(table, made, () => listAccounts(table)), now);
  }
  const keys = [
    contactByPhoneKey(account.id, lookup.phone),
    contactByEmailKey(account.id, lookup.email),
    personKey(personRefOf(account.id, contact, phone)),
    ...addresses.map(({ channel, address }) => unreachableKey(channel, address)),
    ...(phone.reachable ? [helpKey(foldPhone(phone.lookup))] : []),
  ];
  for (const key of keys) if (await isGone(key)) await removeIf(table, { key, when: ITEM_EXISTS });
  if (phone.reachable && (await isGone(lastMessageKey(foldPhone(phone.lookup))))) {
    await forgetLastMessage(table, phone.lookup, ref);
  }
}
