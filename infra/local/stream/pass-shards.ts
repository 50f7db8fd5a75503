/** One pass over the stream: reads each open shard once, and delivers the records that the function wants. */
import type { DynamoDBRecord } from 'aws-lambda';
import { deliver, type StreamHandler } from './deliver.ts';
import type { StreamPosition } from './stream-position.ts';
import type { StreamReader, StreamRecord } from './stream-reader.ts';

export type PassParts = {
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
export type Pass = () => Promise<number>;

/** Only to be sure: a new shard follows one that was closed, and then the list is read again at once. */
const MAX_SHARDS_AGE_MS = 10_000;

export function createPass(parts: PassParts): Pass {
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

async function passShard(parts: PassParts, shardId: string): Promise<{ count: number; closed: boolean }> {
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

/** The record as Lambda gets it, in JSON: bytes in base64, the time in seconds. */
function toEventRecord(record: StreamRecord, streamArn: string): DynamoDBRecord {
  const plain = JSON.parse(JSON.stringify(record, bytesAsBase64)) as DynamoDBRecord;
  const time = record.dynamodb?.ApproximateCreationDateTime?.getTime();
  return {
    ...plain,
    dynamodb: { ...plain.dynamodb, ...(time !== undefined && { ApproximateCreationDateTime: time / 1000 }) },
    eventSourceARN: streamArn,
  };
}

const bytesAsBase64 = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
