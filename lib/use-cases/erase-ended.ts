/** Erases a collection whose retention period is over, and its contact with the last collection of it. */

import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { type ContactLookup, contactLookup, phoneOf } from '#lib/domain/contact.ts';
import { erasureDueAt } from '#lib/domain/erasure.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { PersonRef } from '#lib/domain/person/person.ts';
import { foldPhone, matchKeyOf } from '#lib/domain/phone.ts';
import type { NeedsSettings } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { type KeepPorts, rebuildCustomer } from './keep-customer.ts';

export type EraseEndedPorts = KeepPorts &
  NeedsSettings<'retentionDays'> &
  Pick<
    Store,
    | 'getCollection'
    | 'getAccount'
    | 'findByContact'
    | 'getCollections'
    | 'getContacts'
    | 'getPerson'
    | 'forgetContact'
    | 'forgetPerson'
    | 'forgetLastMessage'
    | 'eraseCollection'
    | 'postponeErasure'
  >;

type EraseOutcome = Awaited<ReturnType<Store['eraseCollection']>>;

/** What is left for another time stays in the index: the sweeper finds it again. */
export async function eraseEnded(
  ports: EraseEndedPorts,
  ref: CollectionRef,
): Promise<EraseOutcome | 'postponed' | 'nothing'> {
  const { clock, settings } = ports;
  const { retentionDays } = settings;
  // Before any read: without a period, the runs may not read what an erasure reads.
  if (retentionDays === undefined) return 'nothing';
  const [collection, account] = await Promise.all([ports.getCollection(ref), ports.getAccount(ref.account)]);
  if (collection === undefined || account === undefined) return 'nothing';
  const now = clock.now();
  const dueAt = erasureDueAt(collection, retentionDays);
  if (dueAt === undefined) return 'payable';
  if (dueAt > now.toISOString()) return (await ports.postponeErasure(ref, dueAt)) ? 'postponed' : 'changed';
  if (collection.erasedAt === undefined) {
    await rebuildCustomer(ports, ref.account, collection.contact.id, { leaving: ref.hash });
    await forgetAround(ports, { collection, account, days: retentionDays, now });
  }
  return ports.eraseCollection(ref, now);
}

/** `days`: the retention period. */
type Leaving = { collection: Collection; account: Account; days: number; now: Date };

/** Before the collection is overwritten, which is what leads to them. What collections need that are kept stays. */
async function forgetAround(ports: EraseEndedPorts, leaving: Leaving): Promise<void> {
  const { contact, ref, replaced = [] } = leaving.collection;
  const phone = phoneOf(contact, leaving.account);
  if (phone.reachable) await ports.forgetLastMessage(phone.lookup, ref);
  const lookup = contactLookup(phone, contact.email);
  // By the email, too: a correction may have made the phone reachable.
  const matchKeys = [matchKeyOf(phone, contact.email), contact.email.toLowerCase()];
  await forget(ports, leaving, { id: contact.id, lookup, matchKeys });
  for (const address of replaced) {
    const isEmail = address.includes('@');
    if (!isEmail) await ports.forgetLastMessage(address, ref);
    const lookup = isEmail ? { email: address } : { phone: address };
    const [row] = await ports.getContacts(ref.account, lookup);
    // A phone that was corrected: its id must stay taken while the customer is there who had it.
    if (row?.former !== undefined && (await hasOthers(ports, leaving, row.former))) continue;
    await forget(ports, leaving, {
      id: row?.id,
      lookup,
      matchKeys: [isEmail ? address.toLowerCase() : foldPhone(address)],
    });
  }
}

/** A contact, and what may be remembered of a person. The collections of a contact may be for several people. */
type ForgottenContact = { id: string | undefined; lookup: Partial<ContactLookup>; matchKeys: readonly string[] };

async function forget(
  ports: EraseEndedPorts,
  leaving: Leaving,
  { id, lookup, matchKeys }: ForgottenContact,
): Promise<void> {
  const { account } = leaving;
  const others = id === undefined ? [] : await ports.findByContact(id, { account: account.id, limit: MAX_OTHERS });
  // Of more, some are not known: the contact goes with one of the last.
  if (others.length === MAX_OTHERS) return;
  const kept = (await keptOf(ports, leaving, others)).filter(({ contact }) => contact.id === id);
  if (kept.length === 0) await ports.forgetContact(account.id, lookup, (row) => row.id === id);
  const needed = new Set(kept.map(({ contact }) => matchKeyOf(phoneOf(contact, account), contact.email)));
  for (const matchKey of new Set(matchKeys)) {
    const person = { account: account.id, matchKey };
    // Limits on messages count what was sent: people with one email may have several contacts.
    const isNeeded = needed.has(matchKey) || (await wasSentForKept(ports, leaving, person));
    if (!isNeeded) await ports.forgetPerson(person);
  }
}

const wasSentForKept = async (ports: EraseEndedPorts, leaving: Leaving, person: PersonRef): Promise<boolean> =>
  (await keptOf(ports, leaving, (await ports.getPerson(person)).sends)).length > 0;

const MAX_OTHERS = 100;

async function hasOthers(ports: EraseEndedPorts, leaving: Leaving, id: string): Promise<boolean> {
  const others = await ports.findByContact(id, { account: leaving.account.id, limit: MAX_OTHERS });
  return (await keptOf(ports, leaving, others)).some(({ contact }) => contact.id === id);
}

/**
 * The other collections that are neither erased nor to be erased by now: two that end together are erased together, and
 * each would leave the contact to the other. The index may still show some that were erased a moment ago.
 */
async function keptOf(
  ports: EraseEndedPorts,
  { collection, days, now }: Leaving,
  of: readonly { hash: string }[],
): Promise<Collection[]> {
  const { account, hash: own } = collection.ref;
  const hashes = [...new Set(of.map(({ hash }) => hash))].filter((hash) => hash !== own);
  if (hashes.length === 0) return [];
  return (await ports.getCollections(account, hashes)).filter((other) => {
    const dueAt = erasureDueAt(other, days);
    return other.erasedAt === undefined && (dueAt === undefined || dueAt > now.toISOString());
  });
}
