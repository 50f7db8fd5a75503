/** Reads the table's stream all the time, pass by pass, and calls a function, as its event source does in AWS: with retries, and halves of a batch that fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { asLambdaGets } from './as-lambda-gets.ts';
import type { StreamPosition, StreamReader, StreamRecord } from './stream-reader.ts';

export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>;

type Delivery = {
  handler: StreamHandler;
  /** Called with each record that was delivered or given up. */
  done(record: DynamoDBRecord): void;
  /** Called with a record that failed at every attempt, so that those behind it can go on. */
  giveUp(record: DynamoDBRecord, error: unknown): Promise<void>;
  stopping: AbortSignal;
};

export const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 20;
/** Far shorter than in AWS, because a move of the clock waits for it. */
const MAX_PAUSE_MS = 200;

/** Resolves when every record was delivered or given up, or early when the run is stopping. */
export async function deliver(records: readonly DynamoDBRecord[], delivery: Delivery): Promise<void> {
  const { handler, done, giveUp, stopping } = delivery;
  const failures = new Map<DynamoDBRecord, number>();
  let pending = records;
  let size = records.length;
  while (pending[0] && !stopping.aborted) {
    const batch = pending.slice(0, size);
    const { handled, error, isNamed } = await attempt(handler, batch);
    for (const record of batch.slice(0, handled)) done(record);
    for (const record of batch.slice(handled)) failures.set(record, (failures.get(record) ?? 0) + 1);
    pending = pending.slice(handled);
    // As the event source bisects: a batch that fails as a whole is halved until the bad record is alone.
    size = handled === batch.length || isNamed ? size * 2 : Math.max(1, Math.floor(batch.length / 2));
    const [head] = pending;
    if (!head || handled === batch.length) continue;
    const failed = failures.get(head) ?? 0;
    if (failed >= MAX_ATTEMPTS) {
      await giveUp(head, error);
      done(head);
      pending = pending.slice(1);
      continue;
    }
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failed - 1));
    await sleep(pause, undefined, { signal: stopping }).catch(() => {});
  }
}

/** `handled` counts from the start of the batch; `isNamed`: the function has named the record that failed. */
type BatchResult = { handled: number; isNamed: boolean; error?: unknown };

async function attempt(handler: StreamHandler, batch: DynamoDBRecord[]): Promise<BatchResult> {
  try {
    const failures = (await handler({ Records: batch }))?.batchItemFailures ?? [];
    if (failures.length === 0) return { handled: batch.length, isNamed: false };
    const failed = new Set(failures.map((failure) => failure.itemIdentifier));
    const first = batch.findIndex((record) => failed.has(record.dynamodb?.SequenceNumber ?? ''));
    // A failure that names no record of the batch fails all of it.
    const error = new Error('reported by the function as failed');
    return { handled: Math.max(0, first), isNamed: first >= 0, error };
  } catch (error) {
    return { handled: 0, isNamed: false, error };
  }
}

type RelayNeeds = {
  reader: StreamReader;
  position: StreamPosition;
  streamArn: string;
  /** Whether the function gets the record. */
  isWanted(record: StreamRecord): boolean;
  handler: StreamHandler;
  giveUp(shardId: string, record: DynamoDBRecord, error: unknown): Promise<void>;
  stopping: AbortSignal;
};

/** Returns how much was found; 0 means that nothing is left to read. */
type Pass = () => Promise<number>;

/** Only to be sure: a new shard follows one that was closed, and then the list is read again at once. */
const MAX_SHARDS_AGE_MS = 10_000;

export function createPass(parts: RelayNeeds): Pass {
  const { reader } = parts;
  let shards: string[] = [];
  let shardsReadAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (shards.length === 0 || performance.now() - shardsReadAt > MAX_SHARDS_AGE_MS) {
      shards = await reader.openShards();
      shardsReadAt = performance.now();
    }
    let found = 0;
    for (const shardId of shards) {
      const { count, closed } = await passShard(parts, shardId).catch((error) => {
        reader.rewind(shardId);
        throw error;
      });
      found += count;
      if (!closed) continue;
      // The children of a closed shard may hold records: read the list of shards again.
      shardsReadAt = Number.NEGATIVE_INFINITY;
      found += 1;
    }
    return found;
  };
}

async function passShard(parts: RelayNeeds, shardId: string): Promise<{ count: number; closed: boolean }> {
  const { reader, position, streamArn, isWanted, handler, stopping } = parts;
  const { records, closed } = await reader.read(shardId);
  await deliver(
    records.filter(isWanted).map((record) => toEventRecord(record, streamArn)),
    {
      handler,
      done: (record) => position.advance(shardId, record.dynamodb?.SequenceNumber ?? ''),
      giveUp: (record, error) => parts.giveUp(shardId, record, error),
      stopping,
    },
  );
  if (!stopping.aborted) {
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined) position.advance(shardId, last);
    if (closed) position.close(shardId);
  }
  await position.save();
  return { count: records.length, closed };
}

const toEventRecord = (record: StreamRecord, streamArn: string): DynamoDBRecord => ({
  ...(asLambdaGets(record) as DynamoDBRecord),
  eventSourceARN: streamArn,
});

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

export function startStreamRelay(parts: Omit<RelayNeeds, 'stopping'>): StreamRelay {
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
