/** Erases a collection whose retention period is over, and its contact with the last collection of it. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { type ContactLookup, contactLookup, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { erasureDueAt } from '#lib/domain/erasure.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { PersonRef } from '#lib/domain/person/person.ts';
import type { Clock } from './ports.ts';

type Erased = 'erased' | 'busy' | 'changed' | 'payable';

export type EraseEndedPorts = {
  clock: Pick<Clock, 'now'>;
  /** Undefined if no period is set any more: then nothing is erased. */
  retention: { days: number | undefined };
  getCollection: (ref: CollectionRef) => Promise<Collection | undefined>;
  getAccount: (account: string) => Promise<Account | undefined>;
  findByContact: (contactId: string, range: { account: string; limit: number }) => Promise<{ hash: string }[]>;
  getCollections: (account: string, hashes: readonly string[]) => Promise<Collection[]>;
  forgetContact: (account: string, lookup: ContactLookup, isOwn: (row: { id: string }) => boolean) => Promise<unknown>;
  forgetPerson: (ref: PersonRef) => Promise<unknown>;
  forgetLastMessage: (phone: string, ref: CollectionRef) => Promise<unknown>;
  eraseCollection: (ref: CollectionRef, now: Date) => Promise<Erased>;
  /** The period is not over: it became longer, or money came and began another. */
  postponeErasure: (ref: CollectionRef, at: string) => Promise<boolean>;
};

/** What is left for another time stays in the index: the sweeper finds it again. */
export async function eraseEnded(
  ports: EraseEndedPorts,
  ref: CollectionRef,
): Promise<Erased | 'postponed' | 'nothing'> {
  const { clock, retention } = ports;
  // Before any read: without a period, the runs may not read what an erasure reads.
  if (retention.days === undefined) return 'nothing';
  const [collection, account] = await Promise.all([ports.getCollection(ref), ports.getAccount(ref.account)]);
  if (collection === undefined || account === undefined) return 'nothing';
  const now = clock.now();
  const dueAt = erasureDueAt(collection, retention.days);
  if (dueAt === undefined) return 'payable';
  if (dueAt > now.toISOString()) return (await ports.postponeErasure(ref, dueAt)) ? 'postponed' : 'changed';
  if (collection.erasedAt === undefined) await forgetWithLast(ports, collection, account);
  return ports.eraseCollection(ref, now);
}

/** Before the collection is overwritten, which is what leads to them. */
async function forgetWithLast(ports: EraseEndedPorts, collection: Collection, account: Account): Promise<void> {
  const { contact, ref } = collection;
  const phone = phoneOf(contact, account);
  if (phone.reachable) await ports.forgetLastMessage(phone.lookup, ref);
  if (await hasOthers(ports, collection)) return;
  await ports.forgetContact(account.id, contactLookup(phone, contact.email), ({ id }) => id === contact.id);
  await ports.forgetPerson(personRefOf(account.id, contact, phone));
}

/** More than one contact has; of more, one is enough to know. */
const MAX_OTHERS = 100;

async function hasOthers(ports: EraseEndedPorts, { contact, ref }: Collection): Promise<boolean> {
  const { account } = ref;
  const found = await ports.findByContact(contact.id, { account, limit: MAX_OTHERS });
  const hashes = found.map(({ hash }) => hash).filter((hash) => hash !== ref.hash);
  if (hashes.length === 0) return false;
  // The index may still show collections that were erased a moment ago.
  return (await ports.getCollections(account, hashes)).some((other) => other.contact.id === contact.id);
}
