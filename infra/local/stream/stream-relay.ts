/** Reads the table's stream all the time and calls a function, as its event source does in AWS. */
import { createPass, type PassParts } from './pass-shards.ts';

export type StreamRelay = {
  /** Something was probably written: the stream is read soon. */
  nudge(): void;
  /** Resolves when everything written before the call has been handled. */
  caughtUp(): Promise<void>;
  /** Resolves when the current batch has ended and the position is saved. */
  stop(): Promise<void>;
  /** Rejects when the stream could not be read for ten seconds. */
  failed: Promise<never>;
};

/** Between two passes, when nothing is known to have been written. */
const IDLE_MS = 300;
/** As in AWS, records arrive together, a moment after the write, when the request that wrote has mostly ended. */
const LAG_MS = 100;
/** While a call of `caughtUp` waits. */
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

  /** A pass that finds nothing resolves the calls of `caughtUp` made before it; later calls wait for the next pass. */
  const passOnce = async (): Promise<number> => {
    const asked = waiting;
    waiting = [];
    const found = await pass().catch((error) => {
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
