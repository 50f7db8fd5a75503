/** The rule that starts the sweeper every five minutes. A sweep that would find nothing is mostly skipped, to save time. */
import type { World } from './world.ts';

const EVERY_MS = 5 * 60_000;
/** The delay after which the sweeper takes a run as missed, less the maximum clock difference. */
const OVERDUE_MS = 5 * 60_000 - 5_000;
const ANYWAY = 0.005;

export function keepSweeping(world: World): void {
  const { kernel, table, network, lambda } = world;
  const tick = () => {
    kernel.after(EVERY_MS, tick);
    if (!world.seams.sweeps) return;
    const waiting = table.items.indexed().filter(({ due }) => due !== undefined);
    const before = waiting.length > 0 ? new Date(kernel.now() - OVERDUE_MS).toISOString() : '';
    const overdue = waiting.some(({ nextRunAt }) => typeof nextRunAt === 'string' && nextRunAt < before);
    if (overdue || network.bool(ANYWAY)) lambda.invokeLater('sweep', {});
  };
  kernel.after(network.between(0, EVERY_MS), tick);
}
