/** The last look of merchants at what they were told: the whole feed, and the whole log of each endpoint, page by page. */
import { parseEndpointId } from '#lib/domain/ids.ts';
import { feedPartitions } from '#lib/store/event-keys.ts';
import { unpackText } from '#lib/store/packed-text.ts';
import { deliveryKey } from '#lib/store/webhook-keys.ts';
import { tellsEvents } from '#test/simulation/aws/stream.ts';
import type { Item } from '#test/simulation/table/value.ts';
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
  readToEnd(world, by, list, (ids) => {
    const due = toldTo(world, by).filter(({ toldAt }) => toldAt < world.kernel.now() - MINUTE);
    if (due.some(({ id }, at) => ids[at] !== id))
      world.violate(14, `${by.mark}: its feed is not what was told, in order`);
    if (new Set(ids).size < ids.length) world.violate(14, `${by.mark}: its feed shows an event twice`);
    world.note('feed read to its end');
  });
}

function toldTo({ table }: World, { account }: Tenant): { id: string; toldAt: number }[] {
  const prefix = feedPartitions(account.id, '')[0]?.slice(0, -'#0'.length) ?? '';
  return (table.items.all() as Item[])
    .filter(({ pk }) => String(pk).startsWith(prefix))
    .toSorted((a, b) => (String(a['sk']) < String(b['sk']) ? -1 : 1))
    .map(({ sk, body }) => ({
      toldAt: Date.parse(String(sk).split('#')[0] ?? ''),
      id: (JSON.parse(unpackText(body)) as { id: string }).id,
    }));
}

/** Every delivery once, the newest first. */
function readLog(world: World, by: Tenant, id: string): void {
  const list: List = { operation: 'list-deliveries', id, limit: 7, cursorName: 'cursor' };
  readToEnd(world, by, list, (ids) => {
    const ref = parseEndpointId(id);
    const stored = ref === undefined ? [] : world.table.items.partition(deliveryKey(ref).pk);
    const due = stored.map(({ sk }) => String(sk).replace('DELIVERY#', '')).toSorted();
    if (ids.join() !== due.toReversed().join()) world.violate(14, `${id}: its log is not what was sent, newest first`);
    world.note('log of an endpoint read to its end');
  });
}
