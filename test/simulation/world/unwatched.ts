/** Changes of the table that no rule of the service would judge: the judges are not told of them. */
import type { World } from './world.ts';

export async function unwatched({ table: { watchers }, oracle }: World, work: () => Promise<void>): Promise<void> {
  const at = watchers.indexOf(oracle.changed);
  watchers.splice(at, 1);
  await work();
  watchers.splice(at, 0, oracle.changed);
}

export const isWatched = ({ table, oracle }: World): boolean => table.watchers.includes(oracle.changed);
