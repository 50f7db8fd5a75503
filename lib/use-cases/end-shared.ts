/** Ends the session by which several debts are paid, when one of them has changed: it asks for what is no longer owed. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import { pays, withEnding } from '#lib/domain/payment/session.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { untilWon } from './until-won.ts';

export type EndSharedPorts = Pick<Service, 'clock' | 'random'> & Pick<Store, 'getCollection' | 'saveEnding'>;

/** `owner`: the collection that has the session. The end of the owner itself ends all that is open for it. */
export async function endShared(
  ports: EndSharedPorts,
  changed: { owner: CollectionRef; hash: string } | undefined,
): Promise<void> {
  if (changed === undefined) return;
  await untilWon(ports, async () => {
    const owner = await ports.getCollection(changed.owner);
    if (owner === undefined || !isPayable(owner.status)) return true;
    const stale = withEnding(owner, pays(changed.hash), ports.clock.now());
    return stale === undefined || (await ports.saveEnding(owner, stale)) || undefined;
  });
}
