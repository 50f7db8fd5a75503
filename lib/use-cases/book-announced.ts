/** Books what was paid under a collection's reference before it was created. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import type { Store } from '#lib/store/store.ts';
import type { AskPorts } from './ask-providers.ts';
import type { BookPorts } from './book-movements.ts';
import { reconcileCollection } from './reconcile-collection.ts';
import type { RememberPorts } from './remember-payments.ts';

export type AnnouncedPorts = AskPorts & BookPorts & RememberPorts & Pick<Store, 'getCollection'>;

/** The collection as it is then. A provider that cannot answer does not fail the create: its runs ask again. */
export async function bookAnnounced(
  ports: AnnouncedPorts,
  { collection, account }: { collection: Collection; account: Account },
): Promise<{ collection: Collection; bookings: Booking[] }> {
  const loaded = { collection, account, entries: [], waiting: [] };
  const { bookings } = await reconcileCollection(ports, loaded, 'own');
  if (bookings.length === 0) return { collection, bookings };
  return { collection: (await ports.getCollection(collection.ref)) ?? collection, bookings };
}
