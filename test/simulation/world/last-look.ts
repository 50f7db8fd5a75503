/**
 * The last requests of a world: each business reads all that it has, so that whatever went wrong in between is seen.
 * Reads a list of a merchant to its end, page by page.
 */

import { STATUSES } from '#lib/domain/transitions.ts';
import { webhookOfKey } from '#lib/store/webhook/keys.ts';
import { tellsEvents } from '#test/simulation/aws/stream.ts';
import { storedCollections, storedDeliveries, storedFeed } from '#test/simulation/invariants/stored.ts';
import { askWhole, endpointsOf, hasReceivers } from './merchants.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

const MAX_TRIES = 3;

type List = {
  operation: 'list-events' | 'list-deliveries' | 'list-collections';
  id?: string;
  query?: Record<string, string>;
  /** Small, so that most lists have several pages. */
  limit: number;
  cursorName: 'after' | 'cursor';
};

type Page = { data: { id: string }[]; meta: { nextCursor: string | null; hasMore?: boolean } };
type Place = { entries: Page['data']; cursor?: string; tried: number };

/** `done` gets the ids of all pages, in order, and the whole entries. */
type Done = (ids: readonly string[], entries: Page['data']) => void;

function readToEnd(world: World, by: Tenant, list: List, done: Done): void {
  const { operation, id, query, limit, cursorName } = list;
  const readFrom = ({ entries, cursor, tried }: Place): void => {
    const asked = { ...query, limit: String(limit), ...(cursor !== undefined && { [cursorName]: cursor }) };
    const then = ({ data, meta: { nextCursor, hasMore } }: Page) => {
      const known = [...entries, ...data];
      if (data.length > limit) world.violate(6, `${by.mark} ${operation}: ${data.length} on a page of ${limit}`);
      if (nextCursor === null || hasMore === false) {
        const ids = known.map((each) => each.id);
        done(ids, known);
      } else readFrom({ entries: known, cursor: nextCursor, tried: 1 });
    };
    const failed = () => {
      if (tried < MAX_TRIES) readFrom({ entries, ...(cursor !== undefined && { cursor }), tried: tried + 1 });
      else world.violate(6, `${by.mark} ${operation}: it cannot be read`);
    };
    const call = { ...(id !== undefined && { id }), query: asked };
    askWhole(world, by, { operation, call }, then, failed);
  };
  readFrom({ entries: [], tried: 1 });
}

const MINUTE = 60_000;

function lookAtWhatWasTold(world: World): void {
  if (tellsEvents(world)) for (const by of world.tenants) readFeed(world, by);
  if (!hasReceivers(world)) return;
  for (const by of world.tenants) for (const { id } of endpointsOf(world, by)) readLog(world, by, id);
}

/** What was told a minute ago, and before, is there: in the order of telling, each event once. */
function readFeed(world: World, by: Tenant): void {
  const list: List = { operation: 'list-events', limit: 20, cursorName: 'after' };
  readToEnd(world, by, list, (ids, entries) => {
    const due = storedFeed(world, by.account.id).filter(({ toldAt }) => toldAt < world.kernel.now() - MINUTE);
    if (due.some(({ body }, at) => ids[at] !== (JSON.parse(body) as { id: string }).id))
      world.violate(13, `${by.mark}: its feed is not what was told, in order`);
    if (new Set(ids).size < ids.length) world.violate(13, `${by.mark}: its feed shows an event twice`);
    // A webhook has the same text.
    if (due.some(({ body }, at) => JSON.stringify(entries[at]) !== body))
      world.violate(13, `${by.mark}: its feed shows an event as it was not told`);
    world.note('feed read to its end');
  });
}

/** Every delivery once, the newest first. */
function readLog(world: World, by: Tenant, id: string): void {
  const list: List = { operation: 'list-deliveries', id, limit: 7, cursorName: 'cursor' };
  readToEnd(world, by, list, (ids) => {
    const stored = storedDeliveries(world, id);
    const due = stored.map(({ pk, sk }) => webhookOfKey({ pk: `${pk}`, sk: `${sk}` })?.delivery);
    if (ids.join() !== due.toSorted().toReversed().join())
      world.violate(13, `${id}: its log is not what was sent, newest first`);
    world.note('log of an endpoint read to its end');
  });
}

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
