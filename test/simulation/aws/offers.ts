/** What the channels know of each message that was offered to them, whatever its sender was told. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Offer } from '#test/simulation/model/offers.ts';
import type { Read } from './read-sent.ts';

export type Offers = {
  /** An offer is in doubt until an answer reaches its sender, and for good if none does. */
  add: (read: Read, channel: Channel, by: number) => Offer;
  /** The offers of a slot's message by one invocation, in their order. */
  of: (collectionId: string, slot: number, by: number) => readonly Offer[];
};

export function createOffers(): Offers {
  const made = new Map<string, Offer[]>();
  const nameOf = (collectionId: string, slot: number, by: number) => `${collectionId} ${slot} ${by}`;
  const of = (name: string) => made.get(name) ?? [];
  return {
    add({ collectionId, slot }, channel, by) {
      const offer: Offer = { channel, outcome: 'in_doubt' };
      const name = nameOf(collectionId, slot, by);
      made.set(name, [...of(name), offer]);
      return offer;
    },
    of: (collectionId, slot, by) => of(nameOf(collectionId, slot, by)),
  };
}
