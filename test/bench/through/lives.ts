/** What merchants, customers and networks do in many lives at once, hour by hour. */
import { handler as recordReceipt } from '#functions/messaging/record-receipt.ts';
import { receiptEvent } from '#infra/local/control-api/message-calls.ts';
import { clock } from '#lib/clock.ts';
import { create, HOURS, pageOf, START, setClock } from '#test/bench/life/acts.ts';
import type { PaidShop } from '#test/bench/paid-shop.ts';
import { settle, sweep, type World } from './deliveries.ts';
import { counting } from './watch.ts';

const HOUR = 3_600_000;
const CALLERS = 10;

/** From the creates to the last run, hour by hour, in each account as many. `start`: milliseconds since 1970. */
export async function liveAll(world: World, lives: number, start = START): Promise<string[]> {
  const { shops } = world;
  const shopOf = (number: number) => shops[number % shops.length] as PaidShop;
  const ids = await counting(world, 'create-collection', () =>
    atOnce(range(lives), (number) => createOne(shopOf(number), number)),
  );
  const shopsOf = new Map(ids.map((id, number) => [id, shopOf(number)]));
  await settle(world);
  const reminded = {
    messages: new Set(world.bench.outbox.list().map(({ id }) => id)),
    times: new Map<string, number>(),
  };
  for (let hour = 1; hour <= HOURS + 1; hour += 1) {
    setClock(start + hour * HOUR);
    await sweep();
    await settle(world);
    for (const id of await takeReceipts(world, reminded)) await pay(world, shopsOf.get(id), id);
    await settle(world);
  }
  return ids;
}

const range = (length: number): number[] => Array.from({ length }, (_, number) => number);

async function atOnce<Given, Made>(all: readonly Given[], work: (one: Given) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let from = 0; from < all.length; from += CALLERS)
    made.push(...(await Promise.all(all.slice(from, from + CALLERS).map(work))));
  return made;
}

function createOne(shop: PaidShop, number: number): Promise<string> {
  const contact = { phone: `+23480${31_000_000 + number}`, email: `ada${number}@example.com` };
  const reference = `order-${number}`.padEnd(64, '-0123456789');
  return create(shop, reference, { contact: { firstName: 'Ada', lastName: 'Obi', ...contact } });
}

/** The messages that have arrived, and how many of each collection. */
type Reminded = { messages: Set<string>; times: Map<string, number> };

/** Answers the collections whose second message has arrived. */
async function takeReceipts(world: World, { messages: seen, times }: Reminded): Promise<string[]> {
  const { bench, random, pace } = world;
  const messages = bench.outbox.list().filter(({ id }) => !seen.has(id));
  await counting(world, 'record-receipt', async () => {
    await atOnce(messages, (message) =>
      recordReceipt(receiptEvent(message, { status: 'delivered' }, clock.now()) as never),
    );
  });
  const second: string[] = [];
  for (const message of messages) {
    seen.add(message.id);
    const { collectionId = '' } = message;
    const count = (times.get(collectionId) ?? 0) + 1;
    times.set(collectionId, count);
    if (count === 2) second.push(collectionId);
    if (random.bool(pace.twice))
      await recordReceipt(receiptEvent(message, { status: 'delivered' }, clock.now()) as never);
  }
  return second;
}

async function pay(world: World, shop: PaidShop | undefined, id: string): Promise<void> {
  if (shop === undefined) throw new Error(`${id} is none of these lives`);
  const { random, pace } = world;
  const visit = await pageOf(shop, id);
  for (const method of ['GET', 'POST'] as const) await counting(world, 'payment-page', () => visit(method));
  await counting(world, 'receive-payment', () => shop.pay(id, 'checkout'));
  if (random.bool(pace.twice)) await shop.payAgain(id, 'checkout');
}
