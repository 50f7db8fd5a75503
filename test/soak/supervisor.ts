/** Kills and restarts a local run: its address changes with each start, and its data stays. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalRun, startLocalRun } from '#test/support/local-run.ts';

export type Supervisor = {
  /** Resolves to the serving run; callers wait while it is down. */
  run(): Promise<LocalRun>;
  /** Kills the run and starts it again after the pause. */
  crash(pauseMs: number): Promise<void>;
  /** Stops the run gracefully and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function superviseLocalRun(env: Record<string, string>): Promise<Supervisor> {
  let current = startLocalRun(env);
  const { dataDir } = await current;
  const again = { ...env, DATA_DIR: dataDir };
  return {
    run: () => current,
    crash: async (pauseMs) => {
      const { kill } = await current;
      await kill();
      current = sleep(pauseMs).then(() => startLocalRun(again));
      await current;
    },
    restart: async () => {
      const { end } = await current;
      await end();
      current = startLocalRun(again);
      await current;
    },
    stop: async () => {
      await (await current).end();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}
