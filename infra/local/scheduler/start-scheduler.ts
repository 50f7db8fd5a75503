/** Starts the local scheduler: schedules and sweeps run as real time passes, and as the clock is moved. */
import { setTimeout as sleep } from 'node:timers/promises';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { RunsFeed } from '#infra/local/fakes/fake-lambda.ts';
import type { PendingSchedule } from '#infra/local/fakes/fake-scheduler.ts';
import type { QueuedRun, RunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import type { AwsFakes } from '#infra/local/fakes/start-aws-fakes.ts';
import { advanceTo } from './advance.ts';
import {
  type BackgroundFunctions,
  COUNT_INSIGHTS,
  DELIVER,
  MAIL_SUMMARIES,
  SWEEP,
  SWEEP_WEBHOOKS,
} from './background-functions.ts';
import { createMutex, type DomainClock, type RunExclusive } from './domain-clock.ts';
import { createFeedRuns, createInvokeSchedules, type FeedRuns, type InvokeSchedules } from './run-due.ts';
import { createSweeps, type Sweeps, unlessPaused } from './sweeps.ts';
import { createWebhookFeed, type WebhookFeed } from './webhook-feed.ts';

/** Longer than an attempt takes. */
const STOP_LIMIT_MS = 20_000;
/** As in the stack. */
const RETENTION_MS = 4 * 86_400_000;

export function fedQueue(queue: RunsQueue, feed: Pick<RunsFeed, 'isEnabled'>, now: () => Date): RunsQueue {
  const kept = () => {
    queue.expire(new Date(now().getTime() - RETENTION_MS));
    return queue;
  };
  return {
    ...queue,
    due: (at) => (feed.isEnabled() ? kept().due(at) : []),
    earliest: (until) => (feed.isEnabled() ? kept().earliest(until) : []),
  };
}

export type LocalScheduler = {
  /** Moves the clock; to be called inside `runExclusive`. */
  advanceTo(target: Date): Promise<void>;
  runExclusive: RunExclusive;
  /** Resolves when the runs that are on the queue now, and due, have ended. */
  feedQueued(): Promise<void>;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
};

type SchedulerNeeds = {
  clock: DomainClock;
  aws: Pick<AwsFakes, 'schedules' | 'queue' | 'runsFeed' | 'webhooks'>;
  functions: BackgroundFunctions;
  deadLetters: string;
  idle(): Promise<void>;
  afterWrite(): void;
};

export function startScheduler({
  clock,
  aws,
  functions,
  deadLetters,
  idle,
  afterWrite,
}: SchedulerNeeds): LocalScheduler {
  const { schedules, webhooks } = aws;
  const queue = fedQueue(aws.queue, aws.runsFeed, clock.now);
  const stop = new AbortController();
  const stopping = stop.signal;
  const runExclusive = createMutex();
  const { run } = functions;
  const { now, keep: afterRun } = clock;
  const calling = { queue, now, run, afterRun, deadLetters, stopping };
  const invokeSchedules = createInvokeSchedules({ schedules, webhooks, ...calling });
  const feedRuns = createFeedRuns(calling);
  const feeds = { functionName: DELIVER, queueArn: KNOWN.WEBHOOKS_QUEUE_ARN };
  const feedWebhooks = createFeedRuns({ ...calling, queue: webhooks, feeds });
  const webhookFeed = createWebhookFeed({ queue: webhooks, feed: feedWebhooks, clock, stopping });
  const each = [SWEEP, SWEEP_WEBHOOKS, COUNT_INSIGHTS, MAIL_SUMMARIES];
  const sweeps = createSweeps({ now, run: () => Promise.all(each.map((name) => run(name, {}))) });
  const due = () => schedules.due(now());
  const feeding = {
    queued: () => queue.due(now()),
    feedRuns,
    webhooks: webhookFeed,
    afterWrite,
  };
  const running = runInRealTime({ due, invokeSchedules, ...feeding, sweeps, runExclusive, stopping });
  const parts = {
    clock,
    schedules,
    invokeSchedules,
    queue,
    feedRuns,
    webhooks: webhookFeed,
    sweeps: unlessPaused(sweeps, aws.runsFeed),
    idle,
    stopping,
  };
  return {
    runExclusive,
    feedQueued: async () => {
      await runExclusive(() => feedQueued(feeding));
      await webhookFeed.ended();
    },
    advanceTo: async (target) => {
      await webhookFeed.ended();
      await advanceTo(target, parts);
    },
    stop: async () => {
      stop.abort();
      await running;
      await webhookFeed.ended(STOP_LIMIT_MS);
      // Waits for a move of the clock that is still in progress.
      await runExclusive(async () => {});
    },
  };
}

type Running = {
  due(): PendingSchedule[];
  invokeSchedules: InvokeSchedules;
  queued(): QueuedRun[];
  feedRuns: FeedRuns;
  webhooks: Pick<WebhookFeed, 'start'>;
  sweeps: Pick<Sweeps, 'sweepIfDue'>;
  runExclusive: RunExclusive;
  /** Called after runs, because they write to the table. */
  afterWrite(): void;
  stopping: AbortSignal;
};

/** EventBridge Scheduler is precise to the minute only. */
const POLL_MS = 250;

/** Resolves when `stopping` is aborted and nothing runs any more. */
export async function runInRealTime(parts: Running): Promise<void> {
  const { stopping, runExclusive } = parts;
  while (!stopping.aborted) {
    // A failure changes nothing: the next round finds the same due.
    await runExclusive(() => runDue(parts)).catch((error: unknown) => {
      console.error(`What is due could not be run: ${error}`);
    });
    await sleep(POLL_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

async function runDue(parts: Running): Promise<void> {
  const { due, invokeSchedules, sweeps, afterWrite, stopping } = parts;
  if (stopping.aborted) return;
  const schedules = due();
  if (schedules.length > 0) {
    await invokeSchedules(schedules);
    afterWrite();
  }
  await feedQueued(parts);
  await sweeps.sweepIfDue();
}

/** Resolves when what was on the queue of runs, and due, has run; webhooks are started. */
async function feedQueued(parts: Pick<Running, 'queued' | 'feedRuns' | 'webhooks' | 'afterWrite'>): Promise<void> {
  parts.webhooks.start();
  const runs = parts.queued();
  if (runs.length === 0) return;
  await parts.feedRuns(runs);
  parts.afterWrite();
}
