/** The last look of merchants at what they were told: the whole feed, and the whole log of each endpoint, page by page. */
import { webhookOfKey } from '#lib/store/webhook-keys.ts';
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
      world.violate(14, `${by.mark}: its feed is not what was told, in order`);
    if (new Set(ids).size < ids.length) world.violate(14, `${by.mark}: its feed shows an event twice`);
    // A webhook has the same text.
    if (due.some(({ body }, at) => JSON.stringify(entries[at]) !== body))
      world.violate(14, `${by.mark}: its feed shows an event as it was not told`);
    world.note('feed read to its end');
  });
}

/** Every delivery once, the newest first. */
function readLog(world: World, by: Tenant, id: string): void {
  const list: List = { operation: 'list-deliveries', id, limit: 7, cursorName: 'cursor' };
  readToEnd(world, by, list, (ids, entries) => {
    const types = storedTypes(world, by);
    for (const fault of entries.flatMap((each) => deliveryFaults(world, { endpoint: id, types }, each as Shown)))
      world.violate(14, `${id}: ${fault}`);
    const due = storedDeliveries(world, id).map(({ pk, sk }) => webhookOfKey({ pk: `${pk}`, sk: `${sk}` })?.delivery);
    if (ids.join() !== due.toSorted().toReversed().join())
      world.violate(14, `${id}: its log is not what was sent, newest first`);
    world.note('log of an endpoint read to its end');
  });
}

type Attempt = { at: string; httpStatus?: number; error?: string; milliseconds: number };
type Shown = {
  id: string;
  event: { id: string; type: string };
  status: string;
  nextAttemptAt: null;
  attempts: Attempt[];
  createdAt: string;
};

type Of = { endpoint: string; types: ReadonlyMap<string, string> };

/** What the receiver did, attempt by attempt: one that was interrupted is not on record, or as such. */
function deliveryFaults(world: World, { endpoint, types }: Of, shown: Shown): string[] {
  const { id, event, status, nextAttemptAt, attempts } = shown;
  const of = world.tenants.flatMap((tenant) => endpointsOf(world, tenant)).find((known) => known.id === endpoint);
  const made = world.receivers.posts.filter(({ url, event: sent }) => url === of?.url && sent === event.id);
  let next = 0;
  for (const { httpStatus, error, milliseconds } of attempts.filter((each) => each.error !== 'interrupted')) {
    const is = (each: (typeof made)[number]) =>
      each.status === httpStatus && each.error === error && each.milliseconds === milliseconds;
    const found = made.findIndex((each, at) => at >= next && is(each));
    if (found < 0) return [`${id} shows an attempt that was not made: ${httpStatus ?? error} in ${milliseconds} ms`];
    next = found + 1;
  }
  const last = attempts.at(-1)?.httpStatus;
  const isRight = status !== 'delivered' || (last === 204 && nextAttemptAt === null);
  const type = types.get(event.id) ?? event.type;
  return [
    ...(isRight ? [] : [`${id} is ${status}, and its last attempt was answered ${last}`]),
    ...(type === event.type ? [] : [`${id} shows ${event.id} as ${event.type}`]),
  ];
}

/** The type of each event in the feed. */
const storedTypes = (world: World, { account }: Tenant): Map<string, string> =>
  new Map(
    storedFeed(world, account.id)
      .map(({ body }) => JSON.parse(body) as { id: string; type: string })
      .map(({ id, type }) => [id, type]),
  );
