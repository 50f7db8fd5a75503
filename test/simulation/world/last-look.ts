/** The last requests of a world: each business reads all that it has, so that whatever went wrong in between is seen. */
import { storedCollections } from '#test/simulation/invariants/stored.ts';
import type { World } from './world.ts';

const READS = ['get-collection', 'get-follow-ups', 'list-payments'] as const;

export function lookAtEverything(world: World): void {
  const { callers, tenants, prefilled } = world;
  const begun = new Date(prefilled?.at ?? 0).toISOString();
  for (const by of tenants)
    callers.ask({ by, operation: 'list-collections', call: { query: { page: '1', limit: '10' } } }, 0);
  for (const { id, ref, createdAt } of storedCollections(world)) {
    if (createdAt <= begun) continue;
    const by = tenants.find(({ account }) => account.id === ref.account);
    if (by) for (const operation of READS) callers.ask({ by, operation, call: { id } }, 0);
  }
}
