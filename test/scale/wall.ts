/** A wall: a limit, and the load that comes to it. */
import { type Load, QUOTAS, type Settings } from './inputs.ts';

/** `isRepair`: only for the time in which something else has failed. `kind`: whose the limit is. `load` and `limit` are per second unless `what` says otherwise. */
export type Wall = {
  what: string;
  kind: 'quota' | 'setting' | 'design';
  load: number;
  limit: number;
  isConfirmed: boolean;
  isRepair?: true;
  /** What happens beyond it, and what moves it. */
  beyond: string;
};

/** What the walls depend on. */
export type Of = { load: Load; settings: Settings };

/** Above 1 the wall is hit. */
export const pressure = ({ load, limit }: Wall): number => load / limit;

export const quotaWall = (what: string, name: keyof typeof QUOTAS, load: number, beyond: string): Wall => {
  const { limit, isConfirmed } = QUOTAS[name];
  return { what, kind: 'quota', load, limit, isConfirmed, beyond };
};

export const partitionsWall = (what: string, count: number, load: number, beyond: string): Wall => ({
  what,
  kind: 'design',
  load,
  limit: count * QUOTAS.partitionWrites.limit,
  isConfirmed: true,
  beyond,
});
