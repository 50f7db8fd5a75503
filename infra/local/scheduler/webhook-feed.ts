/** Gives the messages of the queue of webhooks to the function that delivers them, so that a receiver that hangs holds up nobody else. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { QueuedRun, RunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import { type PostResult, postWebhook } from '#lib/webhook/post.ts';
import type { Receivers } from '#lib/webhook/public-address.ts';
import type { DomainClock } from './domain-clock.ts';
import type { FeedRuns } from './run-due.ts';

/** A receiver on this machine answers long before that. */
const PATIENCE_MS = 2_000;

/** For each receiver more, when others have used up the patience of a move. */
const LITTLE_MS = 500;

/**
 * A move of the clock can hold hundreds of attempts, each at an instant of its own. For the service a receiver that hangs has
 * timed out at once: that the clock stands still meanwhile is the same for all that the function does.
 */
export function patientPost(receivers: Receivers, isMoving: () => boolean, patienceMs = PATIENCE_MS) {
  const hanging = new Set<string>();
  let left = patienceMs;
  return async (webhook: Parameters<typeof postWebhook>[1]): Promise<PostResult> => {
    if (!isMoving()) {
      hanging.clear();
      left = patienceMs;
      return postWebhook(receivers, webhook);
    }
    const { origin } = new URL(webhook.url);
    if (hanging.has(origin)) return { error: 'timeout', milliseconds: receivers.limits.totalMs };
    const totalMs = Math.max(Math.min(LITTLE_MS, patienceMs), left);
    const limits = { ...receivers.limits, totalMs };
    const posted = await postWebhook({ ...receivers, limits }, webhook);
    if (posted.error === 'timeout') {
      hanging.add(origin);
      left -= totalMs;
    }
    return posted;
  };
}

/** Of one endpoint at once, as time passes by itself. */
const MAX_OF_ENDPOINT = 4;

const Task = z.object({ endpoint: z.string() });

export type WebhookFeed = {
  /** Starts what is due and not under way, and goes on when that ends; not while the clock is moved. Nobody waits for it. */
  start(): void;
  /** All messages that share the earliest instant and are not under way, unless that is after `until`. */
  earliest(until: Date): QueuedRun[];
  /** Resolves when these have ended. */
  feed: FeedRuns;
  /** Resolves when what is under way has ended, or when it takes longer: then its receiver hangs. */
  ended(limitMs?: number): Promise<void>;
};

type WebhookFeedNeeds = {
  queue: RunsQueue;
  feed: FeedRuns;
  clock: Pick<DomainClock, 'now' | 'isHeld'>;
  stopping: AbortSignal;
};

export function createWebhookFeed({ queue, feed, clock, stopping }: WebhookFeedNeeds): WebhookFeed {
  const underWay = new Map<string, { endpoint: string; ended: Promise<void> }>();
  const countOf = (endpoint: string) => [...underWay.values()].filter((each) => each.endpoint === endpoint).length;
  const run = (message: QueuedRun): Promise<void> => {
    const { id } = message;
    const ended = feed([message]).finally(() => underWay.delete(id));
    underWay.set(id, { endpoint: endpointOf(message), ended });
    return ended;
  };
  const waiting = (until: Date) => queue.due(until).filter(({ id }) => !underWay.has(id));
  const start = (): void => {
    if (clock.isHeld() || stopping.aborted) return;
    for (const message of waiting(clock.now()))
      if (countOf(endpointOf(message)) < MAX_OF_ENDPOINT) void run(message).catch(report).then(start);
  };
  return {
    start,
    earliest: (until) => {
      const [first, ...others] = waiting(until);
      return first === undefined ? [] : [first, ...others.filter(({ at }) => at === first.at)];
    },
    feed: async (messages) => {
      await Promise.all(messages.map(run));
    },
    ended: async (limitMs = PATIENCE_MS) => {
      const all = Promise.allSettled([...underWay.values()].map(({ ended }) => ended));
      await Promise.race([all, sleep(limitMs, undefined, { ref: false })]);
    },
  };
}

const endpointOf = ({ body }: QueuedRun): string => Task.safeParse(JSON.parse(body)).data?.endpoint ?? '';

function report(error: unknown): void {
  console.error(`A webhook could not be given to its function: ${error}`);
}
