/** Gives the messages on a queue to the function that it feeds, as the event source in the stack does. */
import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { QueuedRun, RunsQueue } from '#infra/local/fakes/runs-queue.ts';
import { FOLLOW_UP } from './background-functions.ts';
import { runConcurrently } from './run-concurrently.ts';

/** Resolves when each has run, or failed and is hidden or a dead letter. What is left when the process stops comes after the next start. */
export type FeedRuns = (runs: readonly QueuedRun[]) => Promise<void>;

type Parts = {
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
  (parts: Parts): FeedRuns =>
  async (runs) => {
    await runConcurrently(runs, async (run) => {
      if (!parts.stopping.aborted) await feed(parts, run);
    });
  };

/** A message is removed after its run: when the process is killed in between, it comes again, which is harmless. */
async function feed(
  { queue, now, run, afterRun, deadLetters, stopping, feeds = RUNS }: Parts,
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
