/** Changes a customer in every collection that can be paid: corrected, or its reminders paused and resumed. */
import type { Account } from '#lib/domain/account.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { contactLookup, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { type CustomerDetails, type CustomerRows, customerFrom, type StoredCustomer } from '#lib/domain/customer.ts';
import { customerNotFound, DomainError, serviceUnavailable } from '#lib/domain/errors.ts';
import { freedContactId } from '#lib/domain/ids.ts';
import type { By } from '#lib/domain/member.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { updateCollection } from '#lib/domain/revisions/update-collection.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Store } from '#lib/store/store.ts';
import type { OwnCollections } from './find-customers.ts';
import { type KeepPorts, pausePeople, rebuildCustomer } from './keep-customer.ts';
import { findHistoryAndOwner, type RevisePorts, reviseCollection } from './revise-collection.ts';
import { untilWon } from './until-won.ts';

type CorrectPorts = KeepPorts & RevisePorts & Pick<Store, 'takeAddress' | 'freeAddress'>;

/** What is absent stays as it is. */
type CustomerPatch = { [Name in keyof CustomerDetails]?: string | undefined };

type Correcting = { id: string; owner: Account; by?: By | undefined; now: Date } & OwnCollections;

/** Answers how many collections have changed. @throws customer_not_found, change_limit, concurrent_change, service_unavailable */
export async function correctCustomer(
  ports: CorrectPorts,
  customer: Correcting,
  patch: CustomerPatch,
): Promise<number> {
  const { id, owner, rows, collections, now } = customer;
  const current = customerFrom(rows.customer, collections) ?? rows.customer;
  if (current === undefined) throw customerNotFound();
  const details = correctedDetails(current, patch, owner);
  const open = collections.filter((each) => isPayable(asSeenAt(each, now).status));
  const phone = phoneOf(details, owner);
  const lookup = contactLookup(phone, details.email);
  // From here on a create with the new phone or email finds the customer.
  const next = freedContactId(owner.salt, { address: lookup.phone, former: id });
  const isTaken = (await ports.findByContact(next, { account: owner.id, limit: 1 })).length > 0;
  await ports.takeAddress(owner.id, id, { ...lookup, isTaken });
  if (rows.customer?.pausedSince !== undefined)
    await pausePeople(ports, [personRefOf(owner.id, details, phone)], rows.customer.pausedSince);
  const changed = await correctAll(ports, customer, { open, patch });
  await freeReplaced(ports, customer, { current, details, open });
  await rebuildCustomer(ports, owner.id, id, { details });
  return changed;
}

function correctedDetails(current: CustomerDetails, patch: CustomerPatch, { country }: Account): CustomerDetails {
  const { firstName, lastName, phone, email } = current;
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const typed = patch.phone === undefined ? {} : { phone: parsePhone(patch.phone, country).text };
  return { firstName, lastName, phone, email, ...given, ...typed };
}

/** Collections that are corrected at once. */
const AT_ONCE = 10;
/** What is left is corrected by the repetition: a function of the API has ten seconds. */
const GIVE_UP_MS = 7_500;

async function correctAll(
  ports: CorrectPorts,
  { owner, by, now }: Correcting,
  { open, patch }: { open: readonly Collection[]; patch: CustomerPatch },
): Promise<number> {
  // Not the service's clock: a local run can move it.
  const giveUpAt = performance.now() + GIVE_UP_MS;
  const left = open.values();
  let changed = 0;
  const refusals: DomainError[] = [];
  const worker = async () => {
    for (const collection of left) {
      if (performance.now() > giveUpAt) throw serviceUnavailable();
      try {
        const named = await findHistoryAndOwner(ports, collection.id, owner.id);
        const revised = await reviseCollection(ports, named, {
          account: owner.id,
          by,
          now,
          decide: (read) => updateCollection(read, { contact: patch }, now),
        });
        if (revised.changed) changed += 1;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        // It has ended meanwhile: its details stay as they were.
        if (error.code !== 'invalid_transition' && error.code !== 'collection_not_found') refusals.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, open.length) }, worker));
  if (refusals[0] !== undefined) throw refusals[0];
  return changed;
}

type Replacing = { current: CustomerDetails; details: CustomerDetails; open: readonly Collection[] };

/** The phones and emails that nothing open says any more lead to the customer no longer. Those of an earlier try are among what the collections have replaced. */
async function freeReplaced(
  ports: Pick<CorrectPorts, 'freeAddress'>,
  { id, owner, collections }: Correcting,
  { current, details, open }: Replacing,
): Promise<void> {
  const lookupOf = (of: CustomerDetails) => Object.values(contactLookup(phoneOf(of, owner), of.email));
  const kept = lookupOf(details);
  const before = [current, ...open.map(({ contact }) => contact)].flatMap(lookupOf);
  const replaced = collections.flatMap((each) => each.replaced ?? []);
  const gone = new Set([...before, ...replaced].filter((address) => !kept.includes(address)));
  for (const address of gone)
    await ports.freeAddress(owner.id, id, { address, next: freedContactId(owner.salt, { address, former: id }) });
}

type Pausing = { id: string; owner: Account } & OwnCollections;

/**
 * Every person that its collections name is marked, and so is the customer, for collections to come. `since`: undefined
 * to write to the customer again. Answers whether that changed anything. @throws customer_not_found, concurrent_change
 */
export async function pauseCustomer(
  ports: KeepPorts,
  { id, owner, rows, collections }: Pausing,
  since: string | undefined,
): Promise<boolean> {
  const details = customerFrom(rows.customer, collections) ?? rows.customer;
  if (details === undefined) throw customerNotFound();
  // The people first: each claim of a reminder is written on the person as it was read, so none is sent after this.
  const people = [details, ...collections.map(({ contact }) => contact)];
  const refs = people.map((each) => personRefOf(owner.id, each, phoneOf(each, owner)));
  await pausePeople(ports, refs, since);
  const wasPaused = rows.customer?.pausedSince !== undefined;
  if (wasPaused === (since !== undefined)) return false;
  await keep(ports, { id, owner, rows, details }, ({ pausedSince: _before, ...kept }) => ({
    ...kept,
    ...(since !== undefined && { pausedSince: since }),
  }));
  return true;
}

/** In place of those before. @throws customer_not_found, concurrent_change */
export async function tagCustomer(
  ports: KeepPorts,
  { id, owner, rows, collections }: Pausing,
  tags: readonly string[],
): Promise<void> {
  const details = customerFrom(rows.customer, collections) ?? rows.customer;
  if (details === undefined) throw customerNotFound();
  await keep(ports, { id, owner, rows, details }, (kept) => ({ ...kept, tags }));
}

type Kept = NonNullable<CustomerRows['customer']>;

/** What is kept of the customer, changed on what is stored by then. */
async function keep(
  ports: KeepPorts,
  { id, owner, rows, details }: Pick<Pausing, 'id' | 'owner' | 'rows'> & { details: StoredCustomer },
  change: (kept: Kept) => Kept,
): Promise<void> {
  await untilWon(ports, async (lost) => {
    const { customer } = lost === 0 ? rows : await ports.readCustomer(owner.id, id);
    // One that the relay has not kept yet is found by no word until it has.
    return (
      (await ports.saveCustomer(owner.id, id, change(customer ?? { version: 0, ...details, words: [] }))) || undefined
    );
  });
}
