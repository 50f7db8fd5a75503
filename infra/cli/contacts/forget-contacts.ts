/** Deletes the contacts of a person. One that a collection has found meanwhile, which is not erased, stays with it. */

import type { Account } from '#lib/domain/account.ts';
import { type Contact, phoneOf } from '#lib/domain/contact.ts';
import { isSubject, type Subject } from '#lib/domain/erasure.ts';
import type { Phone } from '#lib/domain/phone.ts';
import { getCollections } from '#lib/store/collection/collections.ts';
import { findByContact } from '#lib/store/collection/find.ts';
import { forgetContact, getContacts } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type Found, refsOf } from './find-person.ts';

type Of = { account: Account; subjects: readonly Subject[]; found: Found };

export async function forgetContacts(of: Of): Promise<void> {
  const { account, found } = of;
  const isOwn = (row: { id: string; phone: string; email: string }) => isOf(of, row, { lookup: row.phone });
  for (const lookup of found.lookups) {
    const ids = new Set((await getContacts(table, account.id, lookup)).filter(isOwn).map(({ id }) => id));
    for (const id of ids) if (await isFoundAgain(of, id)) ids.delete(id);
    await forgetContact(table, account.id, lookup, (row) => isOwn(row) && ids.has(row.id));
  }
}

const isOf = ({ account, subjects }: Of, of: Pick<Contact, 'id' | 'email'>, phone: Pick<Phone, 'lookup'>): boolean =>
  subjects.some((subject) => isSubject(subject, of, { phone, salt: account.salt }));

/** Of the newest. */
const MAX_NEWER = 100;

/** By a create of the same person, which is not among what is erased. */
async function isFoundAgain(of: Of, id: string): Promise<boolean> {
  const { account, found } = of;
  const own = new Set(refsOf(found).map(({ hash }) => hash));
  const newest = await findByContact(table, id, { account: account.id, limit: MAX_NEWER });
  const hashes = newest.map(({ hash }) => hash).filter((hash) => !own.has(hash));
  return (await getCollections(table, account.id, hashes)).some(
    ({ contact, erasedAt }) => erasedAt === undefined && isOf(of, contact, phoneOf(contact, account)),
  );
}
