/** Erases a person: everything that leads to the person first, then what each collection says. It can be repeated. */
import { clock } from '#lib/clock.ts';
import type { Account } from '#lib/domain/account.ts';
import { decideStatus } from '#lib/domain/change-status.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { type Contact, type ContactLookup, phoneOf } from '#lib/domain/contact.ts';
import { type ErasureSubject, isSubject } from '#lib/domain/erasure.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Phone } from '#lib/domain/phone.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { random } from '#lib/random.ts';
import { listAccounts } from '#lib/store/account/accounts.ts';
import { getCollection, getCollections } from '#lib/store/collection/collections.ts';
import { eraseCollection } from '#lib/store/collection/erase.ts';
import { findByContact } from '#lib/store/collection/find.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { keepingCustomers } from '#lib/store/customer/keeping.ts';
import { forgetHelp, forgetLastMessage } from '#lib/store/message/messages.ts';
import { findOptOut, hideOptOut } from '#lib/store/opt-out/opt-outs.ts';
import { shareOptOutSecret } from '#lib/store/opt-out/secret.ts';
import { forgetUnreachable } from '#lib/store/opt-out/unreachable.ts';
import { forgetContact, getContacts } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { rebuildCustomer } from '#lib/use-cases/keep-customer.ts';
import { type FoundPerson, type Progress, personIn, refsOf } from './find-person.ts';
import { forgetMemory } from './shared-memory.ts';

const keeping = { clock, random, ...storeOf(table, keepingCustomers) };

type PersonToErase = { account: Account; subjects: readonly ErasureSubject[]; found: FoundPerson };

async function forgetContacts(of: PersonToErase): Promise<void> {
  const { account, found } = of;
  // Also the row of a phone that was corrected, which another may have next.
  const isOwn = (row: { id: string; former?: string | undefined; phone: string; email: string }) =>
    isOf(of, row, { lookup: row.phone }) ||
    (row.former !== undefined && isOf(of, { ...row, id: row.former }, { lookup: row.phone }));
  for (const lookup of found.lookups) {
    const ids = new Set((await getContacts(table, account.id, lookup)).filter(isOwn).map(({ id }) => id));
    for (const id of ids) if (await isFoundAgain(of, id)) ids.delete(id);
    await forgetContact(table, account.id, lookup, (row) => isOwn(row) && ids.has(row.id));
  }
}

const isOf = (
  { account, subjects }: PersonToErase,
  of: Pick<Contact, 'id' | 'email'>,
  phone: Pick<Phone, 'lookup'>,
): boolean => subjects.some((subject) => isSubject(subject, of, { phone, salt: account.salt }));

/** Of the newest. */
const MAX_NEWER = 100;

/** By a create of the same person, which is not among what is erased. */
async function isFoundAgain(of: PersonToErase, id: string): Promise<boolean> {
  const { account, found } = of;
  const own = new Set(refsOf(found).map(({ hash }) => hash));
  const newest = await findByContact(table, id, { account: account.id, limit: MAX_NEWER });
  const hashes = newest.map(({ hash }) => hash).filter((hash) => !own.has(hash));
  return (await getCollections(table, account.id, hashes)).some(
    ({ contact, erasedAt }) => erasedAt === undefined && isOf(of, contact, phoneOf(contact, account)),
  );
}

/** What is under way in a function may still write what it read before: no function runs for longer. */
const UNDER_WAY_MS = 70_000;
/** A message counts as being sent for two minutes. */
const MAX_PASSES = 4;

/** `hashes`: of the collections. `given`: what the operator named. */
export type Erasing = {
  account: Account;
  subjects: readonly ErasureSubject[];
  hashes: readonly string[];
  given: Partial<ContactLookup>;
};

type Pass = Pick<Erasing, 'account' | 'subjects'> & { found: FoundPerson };

/** Answers the collections that could not be erased: a message of theirs was being sent all the time. */
export async function erasePerson(
  { account, subjects, hashes, given }: Erasing,
  progress: Progress,
): Promise<CollectionRef[]> {
  for (const { ref, status } of await readAll(account, hashes)) if (isPayable(status)) await endCollection(ref);
  // A correction may have come before the end. None comes after it.
  const ended = await readAll(account, hashes);
  const erasing = { account, subjects, found: personIn(account, ended, given) };
  const refs = refsOf(erasing.found);
  let left = await pass(erasing, refs);
  for (let passes = 1; passes < MAX_PASSES && (passes === 1 || left.length > 0); passes += 1) {
    progress.write(`Erased. Looking again in ${UNDER_WAY_MS / 1000} seconds for what was under way …\n`);
    await clock.sleep(UNDER_WAY_MS);
    left = await pass(erasing, refs);
  }
  return left;
}

/** Of one read. */
const MAX_READ = 100;

async function readAll({ id }: Account, hashes: readonly string[]): Promise<Collection[]> {
  const found: Collection[] = [];
  for (let from = 0; from < hashes.length; from += MAX_READ)
    found.push(...(await getCollections(table, id, hashes.slice(from, from + MAX_READ))));
  return found;
}

async function pass(erasing: Pass, refs: readonly CollectionRef[]): Promise<CollectionRef[]> {
  await forgetAll(erasing);
  const left: CollectionRef[] = [];
  for (const ref of refs) if ((await eraseCollection(table, ref, clock.now())) !== 'erased') left.push(ref);
  // Afterwards, from what is left of others who have the contact.
  const contacts = new Set(erasing.found.collections.map(({ contact }) => contact.id));
  for (const id of contacts) await rebuildCustomer(keeping, erasing.account.id, id);
  return left;
}

async function forgetAll({ account, subjects, found }: Pass): Promise<void> {
  await forgetContacts({ account, subjects, found });
  for (const matchKey of found.matchKeys) await forgetMemory({ account, found }, matchKey);
  await hideOptOuts(found);
  for (const address of found.addresses) await forgetUnreachable(table, address);
  for (const phone of found.phones) await forgetHelp(table, phone);
  for (const phone of found.messaged) for (const ref of refsOf(found)) await forgetLastMessage(table, phone, ref);
}

/** Every account needs the key before the first address is hidden: opt-outs hold for all of them. */
async function hideOptOuts({ addresses }: FoundPerson): Promise<void> {
  const now = clock.now();
  const said = await Promise.all(addresses.map((address) => findOptOut(table, address, now)));
  if (said.every((each) => each === undefined)) return;
  const secret = await shareOptOutSecret(
    table,
    Buffer.from(random.bytes(32)).toString('base64'),
    storeOf(table, { listAccounts }).listAccounts,
  );
  for (const address of addresses) await hideOptOut(table, address, secret, now);
}

export const openOnes = ({ collections }: FoundPerson, now: Date): Collection[] =>
  collections.map((each) => asSeenAt(each, now)).filter(({ status }) => isPayable(status));

/** A collection that can still be paid is cancelled; one whose expiry is not stored yet expires. */
async function endCollection(ref: CollectionRef): Promise<void> {
  for (;;) {
    const collection = await getCollection(table, ref);
    if (collection === undefined || !isPayable(collection.status)) return;
    const decision = decideStatus(collection, { to: 'cancelled', by: 'caller' }, clock.now());
    const change =
      decision.kind === 'change' ? decision.change : decision.kind === 'refused' ? decision.expiry : undefined;
    if (change !== undefined) await saveStatus(table, ref, change);
  }
}
