/** Runs schedules as EventBridge Scheduler does: again after a failure, and at last to the dead letters. */
import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PendingSchedule, Schedules } from '#infra/local/fakes/schedules.ts';

/** Resolves when each has been run, or given up; what is left because the run stops is run after the next start. */
export type InvokeAll = (due: readonly PendingSchedule[]) => Promise<void>;

type Parts = {
  schedules: Pick<Schedules, 'take'>;
  run(functionName: string, event: unknown): Promise<unknown>;
  /** Called when a schedule has run, before it is forgotten. */
  invoked(): Promise<void>;
  deadLetters: string;
  stopping: AbortSignal;
};

/** More at once would only wait for one another on one machine. */
const AT_ONCE = 16;
const RETRIES = 5;
const FIRST_PAUSE_MS = 50;

export const invokeSchedules =
  (parts: Parts): InvokeAll =>
  async (due) => {
    const left = due.values();
    const worker = async () => {
      for (const schedule of left) {
        if (parts.stopping.aborted) return;
        await invoke(parts, schedule);
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, due.length) }, worker));
  };

/** Runs before it takes: killed in between, it runs again, which a run has to bear anyway. */
async function invoke(parts: Parts, schedule: PendingSchedule): Promise<void> {
  const functionName = schedule.target.split(':').at(-1) ?? '';
  for (let tried = 0; ; tried += 1) {
    try {
      await parts.run(functionName, schedule.input);
      break;
    } catch (error) {
      if (parts.stopping.aborted) return;
      if (tried === RETRIES) {
        await bury(parts.deadLetters, schedule, error);
        break;
      }
      await sleep(FIRST_PAUSE_MS * 2 ** tried, undefined, { signal: parts.stopping }).catch(() => {});
    }
  }
  await parts.invoked();
  parts.schedules.take(schedule.name);
}

async function bury(file: string, { name, at, target }: PendingSchedule, error: unknown): Promise<void> {
  await appendFile(file, `${JSON.stringify({ name, at, target, error: String(error) })}\n`, { mode: 0o600 });
  console.error(`Schedule ${name} rang ${RETRIES + 1} times in vain; see ${file}`);
}
