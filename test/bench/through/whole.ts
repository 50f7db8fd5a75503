/** Looks at all that merchants, customers and receivers see afterwards: nothing is lost, and nothing is doubled. */
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as listCollections } from '#functions/api/list-collections.ts';
import { handler as listEvents } from '#functions/api/list-events.ts';
import type { PaidShop } from '#test/bench/paid-shop.ts';
import type { World } from './deliveries.ts';

const ON_A_PAGE = 100;

type Told = { id: string; sequence: number; data: { collection: { id: string } } };

/** Answers the number of events. @throws Error with the first thing that is lost or doubled */
export async function expectWhole(
  world: World,
  ids: readonly string[],
  received: ReadonlyMap<string, number>,
): Promise<number> {
  const { bench } = world;
  const [shop] = world.shops as [PaidShop];
  const sent = Map.groupBy(bench.outbox.list(), ({ collectionId = '' }) => collectionId);
  const told = Map.groupBy(await eventsOf(shop), ({ data }) => data.collection.id);
  for (const id of ids) {
    const { body } = await shop.ask(getCollection, 200, { id });
    const { status, balance } = body.data as { status: string; balance: { received: { value: number } } };
    const events = told.get(id) ?? [];
    const numbers = events.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
    const seen = [status, balance.received.value, sent.get(id)?.length, numbers.join()];
    const expected = ['completed', 45_000, 2, events.map((_, index) => index + 1).join()];
    if (events.length !== EVENTS_OF_A_LIFE || seen.join(' ') !== expected.join(' '))
      throw new Error(`${id}: ${seen.join(' ')}, with ${events.length} events`);
    const wrong = events.find((event) => received.get(event.id) !== 1);
    if (wrong) throw new Error(`${id}: ${wrong.id} came ${received.get(wrong.id) ?? 0} times`);
  }
  const listed = await completedOf(shop);
  if (listed.toSorted().join() !== ids.toSorted().join()) throw new Error(`${listed.length} are listed as completed`);
  const all = [...told.values()].flat().length;
  if (received.size !== all) throw new Error(`the receiver knows ${received.size} events of ${all}`);
  return all;
}

async function completedOf({ ask }: PaidShop): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { status: 'completed', limit: String(ON_A_PAGE), ...(cursor && { cursor }) };
    const { body } = await ask(listCollections, 200, { query });
    found.push(...(body.data as { id: string }[]).map(({ id }) => id));
    ({ nextCursor: cursor } = body.meta as unknown as { nextCursor: string | null });
  }
  return found;
}

/** `npm run bench -- life` counts them. */
const EVENTS_OF_A_LIFE = 8;

async function eventsOf({ ask }: PaidShop): Promise<Told[]> {
  const told: Told[] = [];
  for (let after: string | undefined; ; ) {
    const query = { limit: String(ON_A_PAGE), ...(after && { after }) };
    const { body } = await ask(listEvents, 200, { query });
    told.push(...(body.data as Told[]));
    const { nextCursor, hasMore } = body.meta as unknown as { nextCursor: string; hasMore: boolean };
    if (!hasMore) return told;
    after = nextCursor;
  }
}
