/** Delivers records to a function as Lambda's event source does: in order, again from the first that failed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

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
