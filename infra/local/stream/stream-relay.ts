/** Follows the table's stream and feeds the relay function, as the event source does in AWS. */
import { createPass, type PassParts } from './pass-shards.ts';

export type StreamRelay = {
  /** Says that something was probably written: look soon. */
  nudge(): void;
  /** Resolves when everything written before the call has been handled. */
  caughtUp(): Promise<void>;
  /** Resolves when the batch at hand is done with and the position kept. */
  stop(): Promise<void>;
  /** Rejects when the stream cannot be read any more. */
  failed: Promise<never>;
};

const IDLE_MS = 300;
/** As in AWS, records arrive a moment after the write: together, and when their writer is mostly done. */
const LAG_MS = 100;
/** Somebody waits. */
const SOON_MS = 5;
const UNREADABLE_LIMIT_MS = 10_000;

export function startStreamRelay(parts: Omit<PassParts, 'stopping'>): StreamRelay {
  const stopping = new AbortController();
  const pass = createPass({ ...parts, stopping: stopping.signal });
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => {});
  let nudged = Promise.withResolvers<void>();
  let waiting: (() => void)[] = [];
  let lag: NodeJS.Timeout | undefined;

  /** Who asked before a pass that found nothing is caught up; who asked later waits for another one. */
  const passOnce = async (): Promise<number> => {
    const asked = waiting;
    waiting = [];
    const found = await pass(asked.length > 0).catch((error) => {
      waiting.unshift(...asked);
      throw error;
    });
    if (found > 0) waiting.unshift(...asked);
    else for (const resolve of asked) resolve();
    return found;
  };

  const follow = async (): Promise<void> => {
    let readableAt = performance.now();
    while (!stopping.signal.aborted) {
      nudged = Promise.withResolvers();
      let pause = IDLE_MS;
      try {
        if ((await passOnce()) > 0) pause = LAG_MS;
        readableAt = performance.now();
      } catch (error) {
        if (performance.now() - readableAt > UNREADABLE_LIMIT_MS) return fail(unreadable(error));
      }
      const timer = setTimeout(nudged.resolve, waiting.length > 0 ? SOON_MS : pause);
      await nudged.promise;
      clearTimeout(timer);
    }
  };

  const following = follow();
  const look = () => {
    lag = undefined;
    nudged.resolve();
  };
  return {
    failed,
    nudge: () => {
      if (lag === undefined) lag = setTimeout(look, LAG_MS);
    },
    caughtUp: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      nudged.resolve();
      return promise;
    },
    stop: async () => {
      stopping.abort();
      nudged.resolve();
      await following;
    },
  };
}

const unreadable = (error: unknown): Error =>
  new Error(`The table's stream cannot be read any more (${error instanceof Error ? error.message : error}).`);
