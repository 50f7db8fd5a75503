/** The rules that start the sweepers each minute. A sweep that would find nothing is mostly skipped, to save time. */
import { DUE_PARTITION_KEY, DUE_SORT_KEY, dueShards, erasureShards } from '#lib/store/keys.ts';
import { webhookDueShards } from '#lib/store/webhook/keys.ts';
import { hasReceivers } from './merchants.ts';
import type { World } from './world.ts';

const EVERY_MS = 60_000;
/** The delay after which the sweeper takes a run as missed, less the maximum clock difference. */
const OVERDUE_MS = 2 * 60_000 - 5_000;
/** Of the runs, for which there is a sweep although they came in time. */
const ANYWAY = 0.01;
/** Of the minutes before the faults stop: a sweep is most of a world's requests. Afterwards each minute has one. */
const WHILE_FAULTY = 0.15;

export function keepSweeping(world: World): void {
  sweepEachMinute(world, 'sweep', [...dueShards(), ...erasureShards()]);
  if (hasReceivers(world)) sweepEachMinute(world, 'sweep-webhooks', webhookDueShards());
}

/** `shards` are the partitions of the index in which this sweeper looks. */
function sweepEachMinute(world: World, sweeper: 'sweep' | 'sweep-webhooks', shards: readonly string[]): void {
  const { kernel, table, network, lambda } = world;
  const offset = network.between(0, EVERY_MS);
  const planned = new Set<number>();

  /** The first sweep after this instant. */
  function plan(instant: number): void {
    const round = Math.max(
      Math.ceil((instant - offset) / EVERY_MS),
      Math.floor((kernel.now() - offset) / EVERY_MS) + 1,
    );
    if (planned.has(round)) return;
    planned.add(round);
    kernel.after(round * EVERY_MS + offset - kernel.now(), () => tick(round));
  }

  function tick(round: number): void {
    planned.delete(round);
    const before = new Date(kernel.now() - OVERDUE_MS).toISOString();
    const waiting = table.items.indexed().filter(({ due }) => shards.includes(String(due)));
    const overdue = waiting.some(({ nextRunAt }) => typeof nextRunAt === 'string' && nextRunAt <= before);
    if (overdue) plan(kernel.now() + 1);
    const isLeftOut = kernel.now() < world.healedAt && !network.bool(WHILE_FAULTY);
    if ((overdue && !isLeftOut) || network.bool(ANYWAY)) lambda.invokeLater(sweeper, {});
  }

  table.watchers.push(({ after }) => {
    const nextRunAt = after?.[DUE_SORT_KEY];
    if (!shards.includes(String(after?.[DUE_PARTITION_KEY]))) return;
    if (typeof nextRunAt === 'string') plan(Date.parse(nextRunAt) + OVERDUE_MS);
  });
}
