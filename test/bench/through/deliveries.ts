/** Brings what waits to the functions, as AWS may: in batches, shuffled, a part of it twice, and after a process that died in the middle. */
import type { DynamoDBRecord } from 'aws-lambda';
import { handler as followUp } from '#functions/scheduled/follow-up.ts';
import { handler as sweepRuns } from '#functions/scheduled/sweep.ts';
import { handler as publishEvents } from '#functions/stream/publish-events.ts';
import { handler as relay } from '#functions/stream/relay.ts';
import { handler as deliver } from '#functions/webhooks/deliver.ts';
import type { RunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import type { BenchTable } from '#test/bench/bench-table.ts';
import { END } from '#test/bench/life/acts.ts';
import type { PaidShop } from '#test/bench/paid-shop.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { add, counting, type Watch } from './watch.ts';

/** `records`, `messages`: of a batch. `twice`: the share of what comes twice; `dies`: of the batches of the stream during which a process dies. */
export type Pace = { records: number; messages: number; twice: number; dies: number };

export type World = {
  bench: BenchTable;
  shops: readonly PaidShop[];
  pace: Pace;
  random: Random;
  watch: Watch;
  newRecords: () => Promise<DynamoDBRecord[]>;
};

/** After so many requests at most. */
const DIES_WITHIN = 40;

/** Queues the runs that are due. */
export const sweep = sweepRuns as () => Promise<unknown>;

/** Until nothing is left to be told, run or delivered now. */
export async function settle(world: World): Promise<void> {
  const { bench } = world;
  for (;;) {
    const records = shuffled(await world.newRecords(), world.random);
    await consume(world, 'relay', relay as Consumer, records);
    await consume(world, 'publish-events', publishEvents as Consumer, records);
    const ran = await drain(world, 'follow-up', followUp as Worker, bench.queue);
    const delivered = await drain(world, 'deliver', deliver as Worker, bench.webhooks);
    if (records.length + ran + delivered === 0) return;
  }
}

/** Only the records of one item are in order. */
function shuffled(records: readonly DynamoDBRecord[], { fraction }: Random): DynamoDBRecord[] {
  const ranks = new Map<string, number>();
  const rankOf = ({ dynamodb }: DynamoDBRecord): number => {
    const key = JSON.stringify(dynamodb?.Keys);
    const rank = ranks.get(key) ?? fraction();
    ranks.set(key, rank);
    return rank;
  };
  return records.toSorted((one, other) => rankOf(one) - rankOf(other));
}

type Failures = { batchItemFailures: { itemIdentifier: string }[] };
type Consumer = (event: { Records: DynamoDBRecord[] }) => Promise<Failures>;
type Worker = (event: { Records: { messageId: string; body: string }[] }) => Promise<Failures>;

async function consume(
  world: World,
  name: string,
  consumer: Consumer,
  records: readonly DynamoDBRecord[],
): Promise<void> {
  const { random, watch, pace } = world;
  for (let from = 0; from < records.length; from += pace.records) {
    const Records = records.slice(from, from + pace.records);
    const dies = random.bool(pace.dies);
    add(watch.records, name, Records.length);
    if (!dies) add(watch.whole, name, Records.length);
    if (dies) {
      watch.dieAfter = random.between(0, DIES_WITHIN);
      await consumer({ Records }).catch(() => {});
      watch.dieAfter = Number.POSITIVE_INFINITY;
    }
    const work = () => consumer({ Records });
    const { batchItemFailures } = await (dies ? work() : counting(world, name, work));
    if (batchItemFailures.length > 0) throw new Error(`${name} fails at a record without a fault`);
    if (random.bool(pace.twice)) await work();
  }
}

async function drain(world: World, name: string, worker: Worker, queue: RunsQueue): Promise<number> {
  const { random, pace } = world;
  const due = queue.due(END).toSorted(() => random.fraction() - 0.5);
  for (let from = 0; from < due.length; from += pace.messages) {
    const messages = due.slice(from, from + pace.messages);
    const Records = messages.map(({ id, body }) => ({ messageId: id, body }));
    const { batchItemFailures } = await counting(world, name, () => worker({ Records }));
    if (batchItemFailures.length > 0) throw new Error(`${name} fails at a message without a fault`);
    const again = Records.filter(() => random.bool(pace.twice));
    if (again.length > 0) await worker({ Records: again });
    for (const { id } of messages) queue.remove(id);
  }
  return due.length;
}
