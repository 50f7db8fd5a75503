/**
 * Many lives of one account at once, through the real functions on a real table with its stream: as AWS may bring them, in batches, shuffled, a
 * part of them twice, and after a process that died in the middle. Nothing may be lost or doubled, and a life asks no more than it does alone.
 */
import { handler as createEndpoint } from '#functions/api/create-webhook-endpoint.ts';
import { clock } from '#lib/clock.ts';
import { spreadAccount } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type BenchTable, enableStream } from '#test/bench/bench-table.ts';
import { aLife, type Life } from '#test/bench/life/a-life.ts';
import { START, setClock } from '#test/bench/life/acts.ts';
import { openPaidShop } from '#test/bench/paid-shop.ts';
import type { Table } from '#test/bench/report.ts';
import { withReceiver } from '#test/bench/with-receiver.ts';
import { followStream } from '#test/functions/relay/follow-stream.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { Pace } from './deliveries.ts';
import { liveAll } from './lives.ts';
import { add, asIfAllWereWhole, type Counts, watchTable } from './watch.ts';
import { expectWhole } from './whole.ts';

export async function through(bench: BenchTable, lives: number): Promise<Table[]> {
  const { now } = clock;
  const received: Counts = new Map();
  const all = async (url: string) => {
    const { events, counted } = await livesOf(bench, { lives, url, received });
    // After the others: the sweeper would run its collections, too.
    const { steps } = await aLife(bench, { isPaid: true, receiver: url, isBusy: true });
    return [tableOf(lives, events, { counted, alone: byFunction(steps) })];
  };
  return withReceiver(all, (id) => add(received, id, 1)).finally(() => {
    clock.now = now;
  });
}

const PACE: Pace = { records: 100, messages: 10, twice: 0.05, dies: 0.2 };

type Counted = { events: number; counted: Counts };

async function livesOf(
  bench: BenchTable,
  { lives, url, received }: { lives: number; url: string; received: Counts },
): Promise<Counted> {
  await enableStream(bench);
  setClock(START);
  const shop = await openPaidShop();
  const watch = watchTable();
  try {
    // As what counts does with an account that has so much to tell.
    await spreadAccount(table, shop.account.id, clock.now().toISOString());
    await shop.ask(createEndpoint, 201, { method: 'POST', body: { url, events: ['*'] } });
    const world = {
      bench,
      shops: [shop],
      pace: PACE,
      random: randomFrom(lives, 'through'),
      watch,
      newRecords: await followStream(bench),
    };
    const ids = await liveAll(world, lives);
    return { events: await expectWhole(world, ids, received), counted: asIfAllWereWhole(watch) };
  } finally {
    watch.stop();
    await shop.close();
  }
}

function byFunction(steps: Life['steps']): Counts {
  const sums: Counts = new Map();
  for (const { fn, requests } of steps) add(sums, fn, requests);
  return sums;
}

const tableOf = (lives: number, events: number, { counted, alone }: { counted: Counts; alone: Counts }): Table => ({
  title: `${lives} lives of one account: ${events} events, each told once; ${lives * 2} messages, each sent once; each payment booked once`,
  notes: [
    `${PACE.twice * 100} % came twice; during ${PACE.dies * 100} % of the batches of the stream the process died. What was repeated is not counted.`,
    '"alone": the requests of one life by itself, in a busy account (`npm run bench -- life`).',
  ],
  rows: [...counted].map(([fn, requests]) => ({
    function: fn,
    'requests a life': (requests / lives).toFixed(1),
    alone: alone.get(fn) ?? 0,
  })),
});
