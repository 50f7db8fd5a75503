/** A channel's provider refuses an address because the person has opted out there: it counts as STOP, or as the link. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type Address, addressesLike, dailyOptOutEvent, type OptOutSource } from '#lib/domain/opt-out.ts';
import type { EventPorts } from './take-reply.ts';

export type OptOutPorts = EventPorts & {
  optOut: (addresses: readonly Address[], by: OptOutSource, at: Date) => Promise<void>;
};

export async function optOutByProvider(
  ports: OptOutPorts,
  { ref, address, at }: { ref: CollectionRef; address: Address; at: Date },
): Promise<void> {
  const { channel } = address;
  await ports.optOut(addressesLike(address), 'provider', at);
  await ports.recordEvent(ref, dailyOptOutEvent({ by: 'provider', channel, at }));
}
