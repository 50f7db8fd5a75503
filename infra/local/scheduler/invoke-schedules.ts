/** Calls the targets of due schedules as EventBridge Scheduler does: with retries, and a dead letter at the end. */
import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { RunsQueue } from '#infra/local/fakes/runs-queue.ts';
import type { PendingSchedule, Schedules } from '#infra/local/fakes/schedules.ts';
import { runConcurrently } from './run-concurrently.ts';

/** Resolves when each has run, been queued, or become a dead letter. What is left when the process stops runs after the next start. */
export type InvokeSchedules = (due: readonly PendingSchedule[]) => Promise<void>;

type Parts = {
  schedules: Pick<Schedules, 'take' | 'moveOn'>;
  queue: Pick<RunsQueue, 'add'>;
  webhooks?: Pick<RunsQueue, 'add'>;
  now(): Date;
  run(functionName: string, event: unknown): Promise<unknown>;
  /** Called when a schedule has run, before it is removed or moved on. */
  afterRun(): Promise<void>;
  /** The file for schedules that failed at every attempt. */
  deadLetters: string;
  stopping: AbortSignal;
};

const RETRIES = 5;
const FIRST_PAUSE_MS = 50;

export const createInvokeSchedules =
  (parts: Parts): InvokeSchedules =>
  async (due) => {
    await runConcurrently(due, async (schedule) => {
      if (!parts.stopping.aborted) await callTarget(parts, schedule);
    });
  };

/** The schedule is removed or moved on after the run: when the process is killed in between, it runs again, which is harmless. */
async function callTarget(parts: Parts, schedule: PendingSchedule): Promise<void> {
  const [, , service, , , ...name] = schedule.target.split(':');
  for (let retries = 0; ; retries += 1) {
    try {
      if (service === 'sqs') queueOf(parts, schedule.target).add(JSON.stringify(schedule.input), parts.now());
      else await parts.run(name.at(-1) ?? '', schedule.input);
      break;
    } catch (error) {
      if (parts.stopping.aborted) return;
      if (retries === RETRIES) {
        await writeDeadLetter(parts.deadLetters, schedule, error);
        break;
      }
      await sleep(FIRST_PAUSE_MS * 2 ** retries, undefined, { signal: parts.stopping }).catch(() => {});
    }
  }
  await parts.afterRun();
  if (schedule.everyMs === undefined) parts.schedules.take(schedule.name);
  else parts.schedules.moveOn(schedule.name, parts.now());
}

const queueOf = ({ queue, webhooks }: Parts, arn: string) =>
  arn === KNOWN.WEBHOOKS_QUEUE_ARN && webhooks ? webhooks : queue;

async function writeDeadLetter(file: string, { name, at, target }: PendingSchedule, error: unknown): Promise<void> {
  await appendFile(file, `${JSON.stringify({ name, at, target, error: String(error) })}\n`, { mode: 0o600 });
  console.error(`Schedule ${name} failed ${RETRIES + 1} times; see ${file}`);
}
