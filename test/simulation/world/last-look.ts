/** The last requests of a world: each business reads all that it has, so that whatever went wrong in between is seen. */
import { STATUSES } from '#lib/domain/transitions.ts';
import { storedCollections } from '#test/simulation/invariants/stored.ts';
import { readToEnd } from './read-to-end.ts';
import type { Tenant } from './tenants.ts';
import { lookAtWhatWasTold } from './told-look.ts';
import type { World } from './world.ts';

const READS = ['get-collection', 'get-follow-ups', 'list-payments'] as const;

export function lookAtEverything(world: World): void {
  lookAtWhatWasTold(world);
  const { callers, tenants, begunAt } = world;
  const begun = new Date(begunAt).toISOString();
  for (const by of tenants)
    callers.ask({ by, operation: 'list-collections', call: { query: { page: '1', limit: '10' } } }, 0);
  if (world.seed % PAGED === 0)
    for (const by of tenants) for (const query of filtersOf(world, by)) readPages(world, by, query);
  for (const { id, ref, createdAt } of storedCollections(world)) {
    if (createdAt <= begun) continue;
    const by = tenants.find(({ account }) => account.id === ref.account);
    if (by) for (const operation of READS) callers.ask({ by, operation, call: { id } }, 0);
  }
}

/** In every fifth world. */
const PAGED = 5;
const WHOLE = 100;
const FEW = 3;

/** Small pages show together what a large one shows, in the same order. */
function readPages(world: World, by: Tenant, { limit: _limit, ...query }: Record<string, string>): void {
  const list = { operation: 'list-collections', query, cursorName: 'cursor' } as const;
  readToEnd(world, by, { ...list, limit: WHOLE }, (whole) => {
    readToEnd(world, by, { ...list, limit: FEW }, (ids) => {
      const about = `${by.mark} list-collections ${JSON.stringify(query)}`;
      if (ids.join() !== whole.join())
        world.violate(6, `${about}: ${ids.join()} in small pages, ${whole.join()} in a large one`);
    });
  });
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
