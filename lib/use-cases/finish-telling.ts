/**
 * Finishes what another publisher has told in part. It takes numbers, then fills the feed, then stores the deliveries: one that dies
 * leaves the rest to the next one that reads its collection, which the stream brings (docs/decisions/0043-cost-of-a-life.md).
 */
import {
  isSettled,
  isToldSince,
  lastTelling,
  type Telling,
  type ToldEvent,
  type ToldRecord,
} from '#lib/domain/feed.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Service } from '#lib/service.ts';

/** An item of the table that is put beside the event. Its key is new. */
export type ItemToPut = Readonly<Record<string, unknown>> & { pk: string; sk: string };

export type FinishPorts<Receiver> = {
  clock: Service['clock'];
  /** Those which the feed has, up to the first that is missing. */
  getFed: (place: Pick<ToldEvent, 'ref' | 'spread'>, told: Telling) => Promise<ToldEvent[]>;
  /** Takes back the numbers of all but the first `kept`; false if somebody else did. */
  untell: (ref: CollectionRef, told: Telling, kept: number) => Promise<boolean>;
  /** The deliveries of these events that are not stored. */
  findUnstored: (receivers: readonly Receiver[], told: readonly ToldEvent[]) => Promise<ItemToPut[]>;
  putDeliveries: (deliveries: readonly ItemToPut[]) => Promise<void>;
  queueDeliveries: (deliveries: readonly ItemToPut[]) => Promise<void>;
};

type ToldCollection<Receiver> = Pick<ToldEvent, 'ref' | 'spread'> & {
  told: readonly ToldRecord[];
  receivers: readonly Receiver[];
  /** When the earliest of the changes was made that the stream brings. */
  changedAt: Date;
};

/**
 * `other`: what was read is no longer so, or somebody may still be writing. What the feed lacks after half a minute is taken back, to be
 * told anew: a reader may have passed its place. Only what was told since the change is looked at, because the stream brings a
 * change again until all that it led to is done.
 */
export async function finishTelling<Receiver>(
  ports: FinishPorts<Receiver>,
  { ref, spread, told, receivers, changedAt }: ToldCollection<Receiver>,
): Promise<'finished' | 'other'> {
  const last = lastTelling(told);
  if (last === undefined || !isToldSince(last[0].toldAt, changedAt)) return 'finished';
  const fed = await ports.getFed({ ref, spread }, last);
  if (fed.length < last.length) {
    if (isSettled(last[0].toldAt, ports.clock.now())) await ports.untell(ref, last, fed.length);
    return 'other';
  }
  if (receivers.length > 0) await startDeliveries(ports, await ports.findUnstored(receivers, fed));
  return 'finished';
}

/** Stores them, and queues what is stored. */
export async function startDeliveries(
  { putDeliveries, queueDeliveries }: Pick<FinishPorts<never>, 'putDeliveries' | 'queueDeliveries'>,
  deliveries: readonly ItemToPut[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await putDeliveries(deliveries);
  await queueDeliveries(deliveries);
}
