/** Runs the sweeper each minute of the domain clock, as its rule in the stack does, but only when something is due. */

import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { service } from '#lib/service.ts';
import { DUE_INDEX, DUE_PARTITION_KEY, DUE_SORT_KEY, dueShards, erasureShards } from '#lib/store/indexes.ts';
import { insightsShards, SUMMARY_SHARD } from '#lib/store/insights/keys.ts';
import { table } from '#lib/store/table/live-table.ts';

import { webhookDueShards } from '#lib/store/webhook/keys.ts';

export type Sweeps = {
  /** Sweeps when a minute has begun and something is due: at most once in each minute. */
  sweepIfDue(): Promise<void>;
  sweep(): Promise<void>;
  /** When the first sweep that finds work is due; undefined if that is after `until`. */
  nextUseful(until: Date): Promise<Date | undefined>;
};

type SweepNeeds = { now: () => Date; run(): Promise<unknown>; earliestRun?: () => Promise<Date | undefined> };

const EVERY_MS = 60_000;
/** The sweeper ignores runs that are overdue by less than this. */
const OVERDUE_MS = 2 * 60_000;

const roundOf = (ms: number): number => Math.floor(ms / EVERY_MS);

export function createSweeps({ now, run, earliestRun = findEarliestRun }: SweepNeeds): Sweeps {
  let lastRound = Number.NEGATIVE_INFINITY;
  const sweep = async (): Promise<void> => {
    lastRound = roundOf(now().getTime());
    // After a failure, the next round finds the same runs overdue.
    await run().catch((error: unknown) => console.error(`A sweep failed: ${error}`));
  };
  return {
    sweep,
    sweepIfDue: async () => {
      const instant = now();
      if (roundOf(instant.getTime()) <= lastRound) return;
      lastRound = roundOf(instant.getTime());
      const earliest = await earliestRun();
      if (earliest !== undefined && earliest <= instant) await sweep();
    },
    nextUseful: async (until) => {
      const next = Math.max(roundOf(now().getTime()), lastRound) + 1;
      // What a step has queued is due before the next sweep: the table is not asked.
      if (next * EVERY_MS > until.getTime()) return undefined;
      const earliest = await earliestRun();
      if (earliest === undefined) return undefined;
      const at = new Date(Math.max(roundOf(earliest.getTime() + OVERDUE_MS) + 1, next) * EVERY_MS);
      return at <= until ? at : undefined;
    },
  };
}

/** While no run is taken from the queue, each sweep on the way of the clock would only queue the same ones again. */
export const unlessPaused = (sweeps: Sweeps, feed: { isEnabled(): boolean }): Pick<Sweeps, 'sweep' | 'nextUseful'> => ({
  sweep: sweeps.sweep,
  nextUseful: async (until) => (feed.isEnabled() ? sweeps.nextUseful(until) : undefined),
});

/** One page of the index: with more entries than this, the shards are asked one by one. */
const FEW = 500;

async function findEarliestRun(): Promise<Date | undefined> {
  const erasures = service.settings.retentionDays === undefined ? [] : erasureShards();
  const shards = [...dueShards(), ...webhookDueShards(), ...insightsShards(), SUMMARY_SHARD, ...erasures];
  const all = (await readAllIfFew(shards)) ?? (await Promise.all(shards.map(earliestOf)));
  const [earliest] = all.filter((nextRunAt) => nextRunAt !== undefined).toSorted();
  return earliest === undefined ? undefined : new Date(earliest);
}

/** In place of a query for each of many shards, of which most are empty; undefined when the index has many entries. */
async function readAllIfFew(shards: readonly string[]): Promise<(string | undefined)[] | undefined> {
  const scan = new ScanCommand({ TableName: table.name, IndexName: DUE_INDEX, Limit: FEW });
  const { Items = [], LastEvaluatedKey } = await table.client.send(scan);
  if (LastEvaluatedKey !== undefined) return undefined;
  return Items.filter((item) => shards.includes(item[DUE_PARTITION_KEY])).map((item) => item[DUE_SORT_KEY]);
}

async function earliestOf(shard: string): Promise<string | undefined> {
  const query = new QueryCommand({
    TableName: table.name,
    IndexName: DUE_INDEX,
    KeyConditionExpression: '#due = :shard',
    ExpressionAttributeNames: { '#due': DUE_PARTITION_KEY },
    ExpressionAttributeValues: { ':shard': shard },
    Limit: 1,
  });
  const { Items = [] } = await table.client.send(query);
  return Items[0]?.[DUE_SORT_KEY];
}
