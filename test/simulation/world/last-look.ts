/** The last requests of a world: each business reads all that it has, so that whatever went wrong in between is seen. */
import { STATUSES } from '#lib/domain/transitions.ts';
import { storedCollections } from '#test/simulation/invariants/stored.ts';
import type { Tenant } from './tenants.ts';
import { lookAtWhatWasTold } from './told-look.ts';
import type { World } from './world.ts';

const READS = ['get-collection', 'get-follow-ups', 'list-payments'] as const;

export function lookAtEverything(world: World): void {
  lookAtWhatWasTold(world);
  const { callers, tenants, prefilled } = world;
  const begun = new Date(prefilled?.at ?? 0).toISOString();
  for (const by of tenants)
    for (const query of [{ page: '1', limit: '10' }, ...filtersOf(world, by)])
      callers.ask({ by, operation: 'list-collections', call: { query } }, 0);
  for (const { id, ref, createdAt } of storedCollections(world)) {
    if (createdAt <= begun) continue;
    const by = tenants.find(({ account }) => account.id === ref.account);
    if (by) for (const operation of READS) callers.ask({ by, operation, call: { id } }, 0);
  }
}

/** Every status, and the contact and the date of the newest collection. */
function filtersOf(world: World, { account }: Tenant): Record<string, string>[] {
  const limit = '100';
  const newest = storedCollections(world)
    .filter(({ ref }) => ref.account === account.id)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    .at(-1);
  const byStatus = STATUSES.map((status) => ({ status, limit }));
  if (newest === undefined) return byStatus;
  const { reference, contact, createdAt } = newest;
  return [
    ...byStatus,
    { contact: contact.id, limit },
    { createdFrom: createdAt, limit },
    { reference, createdTo: createdAt },
  ];
}
