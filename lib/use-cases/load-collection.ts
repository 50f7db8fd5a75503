/** Reads all that one run of a collection needs. */
import { addressesOf, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import type { LoadedCollection } from './run-context.ts';

type ReachPorts = Pick<Service, 'clock'> & Pick<Store, 'findReach'>;

export type LoadPorts = ReachPorts &
  Pick<Store, 'getPartition' | 'getAccount' | 'repairList'> &
  NeedsSettings<'nothingDueBefore'>;

/** Also repairs the list: the collection's create and the relay may both have failed to add it. */
export async function loadCollection(ports: LoadPorts, ref: CollectionRef): Promise<LoadedCollection | undefined> {
  const [partition, account] = await Promise.all([ports.getPartition(ref), ports.getAccount(ref.account)]);
  const { collection, creation, entries, waiting, attempts } = partition;
  if (collection === undefined || creation === undefined || account === undefined) return undefined;
  const phone = phoneOf(collection.contact, account);
  const [reach] = await Promise.all([
    findReach(ports, { collection, account, phone }),
    ports.repairList({ ...ref, startSegment: creation.startSegment }),
  ]);
  const { nothingDueBefore } = ports.settings;
  return { collection, entries, waiting, attempts, account, phone, nothingDueBefore, ...reach };
}

/** The channels that must not be used, and the person. */
export const findReach = (
  ports: ReachPorts,
  { collection: { contact, ref }, account, phone }: Pick<LoadedCollection, 'collection' | 'account' | 'phone'>,
): Promise<Reach> =>
  ports.findReach(addressesOf(contact, phone, account), ports.clock.now(), personRefOf(ref.account, contact, phone));
