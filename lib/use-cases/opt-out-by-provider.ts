/** A channel's provider refuses an address because the person has opted out there: it counts as STOP, or as the link. */

import { type Address, addressesLike, dailyOptOutEvent } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Store } from '#lib/store/store.ts';

export type OptOutPorts = Pick<Store, 'recordEvent' | 'optOut'>;

export async function optOutByProvider(
  ports: OptOutPorts,
  { ref, address, at }: { ref: CollectionRef; address: Address; at: Date },
): Promise<void> {
  const { channel } = address;
  await ports.optOut(addressesLike(address), 'provider', at);
  await ports.recordEvent(ref, dailyOptOutEvent({ by: 'provider', channel, at }));
}
