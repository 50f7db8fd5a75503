/** Pauses and resumes the reminders to a customer: every person that its collections name is marked, and so is the customer, for collections to come. */
import type { Account } from '#lib/domain/account.ts';
import { personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { customerFrom } from '#lib/domain/customer.ts';
import { customerNotFound } from '#lib/domain/errors.ts';
import type { OwnCollections } from './find-customers.ts';
import { type KeepPorts, pausePeople } from './keep-customer.ts';
import { untilWon } from './until-won.ts';

type Pausing = { id: string; owner: Account } & OwnCollections;

/** `since`: undefined to write to the customer again. Answers whether that changed anything. @throws customer_not_found, concurrent_change */
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
  await untilWon(ports, async (lost) => {
    const { customer } = lost === 0 ? rows : await ports.readCustomer(owner.id, id);
    // One that the relay has not kept yet is found by no word until it has.
    const { pausedSince: _before, ...kept } = customer ?? { version: 0, ...details, words: [] };
    return (
      (await ports.saveCustomer(owner.id, id, { ...kept, ...(since !== undefined && { pausedSince: since }) })) ||
      undefined
    );
  });
  return true;
}
