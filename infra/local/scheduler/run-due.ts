/** Runs what is due, as AWS does: messages on a queue go to the function that it feeds, schedules call their targets, with retries and dead letters. */
import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { PendingSchedule, Schedules } from '#infra/local/fakes/fake-scheduler.ts';
import type { QueuedRun, RunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import { FOLLOW_UP } from './background-functions.ts';

/** On one machine, more at once would only compete with each other. */
const MAX_CONCURRENCY = 16;

/** Settles when no work is under way any more. @throws what the first failed work threw. */
export async function runConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  const workers = Array.from({ length: Math.min(MAX_CONCURRENCY, items.length) }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

/** Resolves when each has run, or failed and is hidden or a dead letter. What is left when the process stops comes after the next start. */
export type FeedRuns = (runs: readonly QueuedRun[]) => Promise<void>;

type Feeding = {
  queue: Pick<RunsQueue, 'receive' | 'hide' | 'remove'>;
  now(): Date;
  run(functionName: string, event: unknown): Promise<unknown>;
  /** Called when a run has ended, before its message is removed. */
  afterRun(): Promise<void>;
  /** The file for runs that failed each time. */
  deadLetters: string;
  stopping: AbortSignal;
  /** The function that the queue feeds, and the queue's ARN. */
  feeds?: { functionName: string; queueArn: string };
};

const RUNS = { functionName: FOLLOW_UP, queueArn: KNOWN.RUNS_QUEUE_ARN };

/** As in the stack. */
const VISIBILITY_TIMEOUT_MS = 6 * 60_000;
const MAX_RECEIVES = 5;

export const createFeedRuns =
  (parts: Feeding): FeedRuns =>
  async (runs) => {
    await runConcurrently(runs, async (run) => {
      if (!parts.stopping.aborted) await feed(parts, run);
    });
  };

/** A message is removed after its run: when the process is killed in between, it comes again, which is harmless. */
async function feed(
  { queue, now, run, afterRun, deadLetters, stopping, feeds = RUNS }: Feeding,
  message: QueuedRun,
): Promise<void> {
  const { id, body, receives } = message;
  queue.receive(id);
  const failed = await run(feeds.functionName, { Records: [recordOf(message, feeds.queueArn)] }).then(
    (answer) => (answer as SQSBatchResponse).batchItemFailures.length > 0,
    (error: unknown) => {
      console.error(`The run ${body} failed:`, error);
      return true;
    },
  );
  if (failed && stopping.aborted) return;
  await afterRun();
  if (failed && receives + 1 < MAX_RECEIVES) return queue.hide(id, new Date(now().getTime() + VISIBILITY_TIMEOUT_MS));
  if (failed) {
    await appendFile(deadLetters, `${JSON.stringify({ id, at: message.at, body })}\n`, { mode: 0o600 });
    console.error(`The run ${body} failed ${MAX_RECEIVES} times; see ${deadLetters}`);
  }
  queue.remove(id);
}

/** The part of Lambda's record that does not depend on receipts and times. */
const recordOf = ({ id, body }: QueuedRun, queueArn: string): Partial<SQSRecord> => ({
  messageId: id,
  receiptHandle: randomUUID(),
  body,
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: 'us-east-1',
});

/** Resolves when each has run, been queued, or become a dead letter. What is left when the process stops runs after the next start. */
export type InvokeSchedules = (due: readonly PendingSchedule[]) => Promise<void>;

type Invoking = {
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
  (parts: Invoking): InvokeSchedules =>
  async (due) => {
    await runConcurrently(due, async (schedule) => {
      if (!parts.stopping.aborted) await callTarget(parts, schedule);
    });
  };

/** The schedule is removed or moved on after the run: when the process is killed in between, it runs again, which is harmless. */
async function callTarget(parts: Invoking, schedule: PendingSchedule): Promise<void> {
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

const queueOf = ({ queue, webhooks }: Invoking, arn: string) =>
  arn === KNOWN.WEBHOOKS_QUEUE_ARN && webhooks ? webhooks : queue;

async function writeDeadLetter(file: string, { name, at, target }: PendingSchedule, error: unknown): Promise<void> {
  await appendFile(file, `${JSON.stringify({ name, at, target, error: String(error) })}\n`, { mode: 0o600 });
  console.error(`Schedule ${name} failed ${RETRIES + 1} times; see ${file}`);
}
