/** What is remembered under a phone or an email, which several people may share: whose it is, and how it is forgotten. */

import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { Person } from '#lib/domain/person/person.ts';
import { matchKeyOf } from '#lib/domain/phone.ts';
import { getCollections } from '#lib/store/collection/collections.ts';
import { changePerson, forgetPerson, getPerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type FoundPerson, refsOf } from './find-person.ts';

type PersonOfAccount = { account: Account; found: FoundPerson };

/** Limits on messages to others who share the phone or the email go on counting what was sent to them. */
export async function forgetMemory(of: PersonOfAccount, matchKey: string): Promise<void> {
  const ref = { account: of.account.id, matchKey };
  const { sends } = await getPerson(table, ref);
  const others = await othersIn(of, sends);
  if (!isShared(of, matchKey, others)) {
    await forgetPerson(table, ref);
    return;
  }
  const kept = new Set(others.map((other) => other.ref.hash));
  const gone = new Set(sends.map(({ hash }) => hash).filter((hash) => !kept.has(hash)));
  const without = (person: Person): Person | undefined => {
    const left = person.sends.filter(({ hash }) => !gone.has(hash));
    return left.length === person.sends.length ? undefined : { ...person, sends: left };
  };
  if (!(await changePerson(table, ref, without))) throw serviceUnavailable();
}

/** What is surely about this person: of what is shared, only what was sent for the person's own collections. */
export async function ownMemory(of: PersonOfAccount, matchKey: string): Promise<Partial<Person> | undefined> {
  const { version: _internal, ...person } = await getPerson(table, { account: of.account.id, matchKey });
  const others = await othersIn(of, person.sends);
  const sends = person.sends.filter(({ hash }) => others.every(({ ref }) => ref.hash !== hash));
  const own = isShared(of, matchKey, others) ? { sends } : { ...person, sends };
  return Object.values(own).some((each) => !Array.isArray(each) || each.length > 0) ? own : undefined;
}

/** The collections of other people that messages were sent for. */
async function othersIn({ account, found }: PersonOfAccount, sends: Person['sends']): Promise<Collection[]> {
  const own = new Set(refsOf(found).map(({ hash }) => hash));
  const hashes = [...new Set(sends.map(({ hash }) => hash))].filter((hash) => !own.has(hash));
  return (await getCollections(table, account.id, hashes)).filter(({ erasedAt }) => erasedAt === undefined);
}

/** What was sent for a collection before its contact was corrected was for somebody else. */
const isShared = ({ account }: PersonOfAccount, matchKey: string, others: readonly Collection[]): boolean =>
  others.some(({ contact }) => matchKeyOf(phoneOf(contact, account), contact.email) === matchKey);
