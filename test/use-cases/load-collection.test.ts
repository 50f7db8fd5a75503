/** A run looks whether its collection is in the list until one of its own slots was claimed, and not later: each look is a read of what all share. */
import { expect, it } from 'vitest';
import type { Attempt } from '#lib/domain/attempt.ts';
import { loadCollection } from '#lib/use-cases/run-context.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { readsIn } from './invocation.ts';
import { aWorld, rowOf } from './world.ts';

const own = anAttempt(1);
const beside = anAttempt(1, { with: 'pay_another' });

it.each<[string, Attempt[], number]>([
  ['has claimed nothing', [], 1],
  ['was spoken for by another', [beside], 1],
  ['has claimed a slot', [own], 0],
  ['was spoken for before it claimed one', [beside, own], 0],
])('what %s is looked for in the list: %#', async (_what, attempts, looks) => {
  const world = aWorld();
  for (const [index, attempt] of attempts.entries()) world.attempts.set(index + 1, attempt);
  const asked: object[] = [];
  const repairList = async (listing: object) => {
    asked.push(listing);
    return 'listed' as const;
  };
  const { ref } = rowOf(world);
  const ports = { ...readsIn(world), clock: { now: () => world.now }, settings: {}, repairList };
  expect(await loadCollection(ports as never, ref)).toBeDefined();
  expect(asked).toEqual(Array.from({ length: looks }, () => ({ ...ref, startSegment: 0 })));
});
