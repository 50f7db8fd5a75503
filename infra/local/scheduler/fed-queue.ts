/** The queue of runs as its function sees it: nothing comes while the event source is disabled, or after the queue has dropped it. */
import type { RunsFeed } from '#infra/local/fakes/fake-lambda.ts';
import type { RunsQueue } from '#infra/local/fakes/runs-queue.ts';

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
