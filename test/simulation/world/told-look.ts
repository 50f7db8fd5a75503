/** The last look of merchants at what they were told: the whole feed, and the whole log of each endpoint, page by page. */
import { webhookOfKey } from '#lib/store/webhook/keys.ts';
import { tellsEvents } from '#test/simulation/aws/stream.ts';
import { storedDeliveries, storedFeed } from '#test/simulation/invariants/stored.ts';
import { endpointsOf, hasReceivers } from './merchants.ts';
import { type List, readToEnd } from './read-to-end.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;

export function lookAtWhatWasTold(world: World): void {
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
