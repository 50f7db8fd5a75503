/** Reads the table's stream shard by shard, from a function's saved position on. */
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { readState, writeState } from '#infra/local/data-dir.ts';

/** `after` is the last record handled; a `closed` shard was read to its end. */
type ShardPosition = { after?: string; closed?: true };
type State = { streamArn: string; shards: Record<string, ShardPosition> };

export type StreamPosition = {
  of(shardId: string): ShardPosition;
  advance(shardId: string, after: string): void;
  close(shardId: string): void;
  /** Forgets the shards that the stream no longer has. */
  keepOnly(shardIds: readonly string[]): void;
  /** Writes the file if anything has changed. */
  save(): Promise<void>;
};

/** A saved position in another stream, as of a table that was created again, is ignored. */
export async function openStreamPosition(file: string, streamArn: string): Promise<StreamPosition> {
  const kept = await readState<State>(file);
  const shards = new Map(kept?.streamArn === streamArn ? Object.entries(kept.shards) : []);
  let changed = false;
  const set = (shardId: string, position: ShardPosition) => {
    shards.set(shardId, position);
    changed = true;
  };
  return {
    of: (shardId) => shards.get(shardId) ?? {},
    advance: (shardId, after) => set(shardId, { ...shards.get(shardId), after }),
    close: (shardId) => set(shardId, { ...shards.get(shardId), closed: true }),
    keepOnly: (shardIds) => {
      for (const shardId of shards.keys()) if (!shardIds.includes(shardId)) shards.delete(shardId);
    },
    save: async () => {
      if (!changed) return;
      changed = false;
      await writeState(file, { streamArn, shards: Object.fromEntries(shards) } satisfies State);
    },
  };
}

export type { StreamRecord };
export type StreamReader = {
  /** The shards to read now: a child follows when its parent was read to the end. */
  openShards(): Promise<string[]>;
  /** The next records of a shard, oldest first; `closed` when no more will come. */
  read(shardId: string): Promise<{ records: StreamRecord[]; closed: boolean }>;
  /** The next read of this shard starts from the saved position again. */
  rewind(shardId: string): void;
};

const BATCH_SIZE = 100;
/** The position is unknown to this engine, or its records are gone. */
const LOST_POSITION = ['ExpiredIteratorException', 'TrimmedDataAccessException', 'ValidationException'];

export function createStreamReader(
  client: DynamoDBStreamsClient,
  streamArn: string,
  position: StreamPosition,
): StreamReader {
  const iterators = new Map<string, string>();

  const iteratorOf = async (shardId: string): Promise<string | undefined> => {
    const { after } = position.of(shardId);
    const shard = { StreamArn: streamArn, ShardId: shardId };
    const oldest = () => client.send(new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' }));
    if (after === undefined) return (await oldest()).ShardIterator;
    const resume = { ...shard, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const;
    const { ShardIterator } = await client.send(new GetShardIteratorCommand(resume)).catch((error: Error) => {
      if (LOST_POSITION.includes(error.name)) return oldest();
      throw error;
    });
    return ShardIterator;
  };

  return {
    openShards: async () => {
      const shards = await listShards(client, streamArn);
      position.keepOnly(shards.map((shard) => shard.ShardId ?? ''));
      const open = shards.filter((shard) => !position.of(shard.ShardId ?? '').closed);
      const isBeingRead = (id: string | undefined) => open.some((shard) => shard.ShardId === id);
      return open.filter((shard) => !isBeingRead(shard.ParentShardId)).map((shard) => shard.ShardId ?? '');
    },
    read: async (shardId) => {
      const iterator = iterators.get(shardId) ?? (await iteratorOf(shardId));
      iterators.delete(shardId);
      const page = await client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: BATCH_SIZE }));
      if (page.NextShardIterator) iterators.set(shardId, page.NextShardIterator);
      return { records: page.Records ?? [], closed: !page.NextShardIterator };
    },
    rewind: (shardId) => void iterators.delete(shardId),
  };
}

async function listShards(client: DynamoDBStreamsClient, streamArn: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  let last: string | undefined;
  do {
    const page = await client.send(new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: last }));
    shards.push(...(page.StreamDescription?.Shards ?? []));
    last = page.StreamDescription?.LastEvaluatedShardId;
  } while (last);
  return shards;
}
