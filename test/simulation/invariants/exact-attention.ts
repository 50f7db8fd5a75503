/** Invariant 15: what needs a person is listed with its cause, and nothing else is, once all events are told. */
import { isDeepStrictEqual } from 'node:util';
import { causesOf } from '#lib/domain/attention.ts';
import { partitionOf } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { hasReceivers } from '#test/simulation/world/merchants.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';
import { storedCollections } from './stored.ts';

export const exactAttention: Invariant = {
  number: 15,
  name: 'the list of what needs a person is what the histories say',
  watch: (world, violate) => ({
    ended() {
      // In the other worlds nothing is told.
      if (!hasReceivers(world)) return;
      for (const { id, ref } of storedCollections(world)) {
        const { listed, caused } = judged(world, collectionKey(ref.account, ref.hash).pk);
        for (const each of listed) world.note(`needs a person: ${each.reason}`);
        if (!isDeepStrictEqual(listed, caused))
          violate(`${id}: ${JSON.stringify(listed)} is listed, and ${JSON.stringify(caused)} needs a person`);
      }
    },
  }),
};

function judged({ table, kernel }: World, pk: string) {
  const { collection, attention, ...rest } = partitionOf(table.items.partition(pk) as never);
  if (collection === undefined) return { listed: [], caused: [] };
  const done = new Map(attention.map(({ reason, doneAt }) => [reason, doneAt]));
  const causes = causesOf({ collection, ...rest }, (reason) => done.get(reason), new Date(kernel.now()));
  const inOrder = (all: readonly { reason: string; since: string }[]) =>
    all.map(({ reason, since }) => ({ reason, since })).toSorted((one, other) => (one.reason < other.reason ? -1 : 1));
  return { listed: inOrder(attention.filter(({ isListed }) => isListed)), caused: inOrder(causes) };
}
