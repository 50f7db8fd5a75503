/** One pass over the stream: reads each open shard once and hands on what it has. */
import type { DynamoDBRecord } from 'aws-lambda';
import { deliver, type StreamHandler } from './deliver.ts';
import { isWanted, toEventRecord } from './stream-event.ts';
import type { StreamPosition } from './stream-position.ts';
import type { StreamReader } from './stream-reader.ts';

export type PassParts = {
  reader: StreamReader;
  position: StreamPosition;
  streamArn: string;
  handler: StreamHandler;
  giveUp(shardId: string, record: DynamoDBRecord, error: unknown): Promise<void>;
  stopping: AbortSignal;
};

/** How much a pass found: 0 means that there was nothing left to read. `fresh` looks for new shards first. */
export type Pass = (fresh: boolean) => Promise<number>;

const SHARDS_AGE_MS = 10_000;

export function createPass(parts: PassParts): Pass {
  const { reader } = parts;
  let shards: string[] = [];
  let shardsReadAt = Number.NEGATIVE_INFINITY;
  return async (fresh) => {
    if (fresh || performance.now() - shardsReadAt > SHARDS_AGE_MS) {
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
      // Its children are open now, and may hold records.
      shardsReadAt = Number.NEGATIVE_INFINITY;
      found += 1;
    }
    return found;
  };
}

async function passShard(parts: PassParts, shardId: string): Promise<{ count: number; closed: boolean }> {
  const { reader, position, streamArn, handler, stopping } = parts;
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
