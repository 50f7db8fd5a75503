/** A function's position in each shard of the table's stream, saved across restarts. */
import { readState, writeState } from '#infra/local/state-file.ts';

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
