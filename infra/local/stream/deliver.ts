/** Hands records to the relay function as Lambda's event source does: in order, again from the first that failed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>;

type Delivery = {
  handler: StreamHandler;
  /** Called with each record that is done with, delivered or given up. */
  done(record: DynamoDBRecord): void;
  /** Takes a record that failed every time, so that it does not hold up the ones behind it. */
  giveUp(record: DynamoDBRecord, error: unknown): Promise<void>;
  stopping: AbortSignal;
};

export const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1000;

/** Resolves when every record is done with, or early when the run is stopping. */
export async function deliver(records: readonly DynamoDBRecord[], delivery: Delivery): Promise<void> {
  const { handler, done, giveUp, stopping } = delivery;
  let pending = records;
  let size = records.length;
  let attempts = 0;
  while (pending[0] && !stopping.aborted) {
    const batch = pending.slice(0, size);
    const { handled, error } = await attempt(handler, batch);
    for (const record of batch.slice(0, handled)) done(record);
    pending = pending.slice(handled);
    const head = pending[0];
    if (handled === batch.length || !head) {
      attempts = 0;
      size *= 2;
      continue;
    }
    attempts = handled > 0 ? 1 : attempts + 1;
    // Like the source's bisecting: a batch that fails as a whole is halved until the bad record stands alone.
    size = Math.max(1, Math.floor(batch.length / 2));
    if (attempts < MAX_ATTEMPTS) {
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
      await sleep(pause, undefined, { signal: stopping }).catch(() => {});
      continue;
    }
    await giveUp(head, error);
    done(head);
    pending = pending.slice(1);
    attempts = 0;
  }
}

/** How many of the batch, from its start, were handled. */
async function attempt(handler: StreamHandler, batch: DynamoDBRecord[]): Promise<{ handled: number; error?: unknown }> {
  try {
    const failures = (await handler({ Records: batch }))?.batchItemFailures ?? [];
    if (failures.length === 0) return { handled: batch.length };
    const failed = new Set(failures.map((failure) => failure.itemIdentifier));
    const first = batch.findIndex((record) => failed.has(record.dynamodb?.SequenceNumber ?? ''));
    // A failure that names no record of the batch fails all of it.
    return { handled: Math.max(0, first), error: new Error('reported by the function as failed') };
  } catch (error) {
    return { handled: 0, error };
  }
}
