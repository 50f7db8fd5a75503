/** The stream of the table and Lambda's reader: shards in order, each batch at least once, retried from the first failed record. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { asLambdaGets } from '#infra/local/stream/as-lambda-gets.ts';
import { isForPublisher, isForRelay } from '#lib/store/stream.ts';
import { hashText } from '#test/simulation/kernel/random.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Ending } from './lambda.ts';

const SHARDS = 3;
/** The settings of the event source in the stack. */
const BATCH = 100;
const MAX_AGE_MS = 12 * 3_600_000;

type Entry = { change: Change; sequence: number; at: number; record?: DynamoDBRecord };
type Shard = { entries: Entry[]; busy: boolean; tried: number; size: number };

type Consumer = {
  functionName: 'relay' | 'publish-events';
  /** The filters of the event source. */
  passes: (change: Change) => boolean;
};

const RELAY: Consumer = {
  functionName: 'relay',
  passes: ({ key, before, after }) =>
    after !== undefined && isForRelay({ isFirst: before === undefined, sortKey: key.sk }),
};

const PUBLISHER: Consumer = {
  functionName: 'publish-events',
  passes: ({ key, after }) => after !== undefined && isForPublisher({ sortKey: key.sk }),
};

/** Both readers of the table's stream. */
export function followStream(world: World): void {
  follow(world, RELAY);
  if (tellsEvents(world)) follow(world, PUBLISHER);
}

/** In every fourth world: telling is independent of everything else, and half of a world's requests. */
export const tellsEvents = ({ seed }: World): boolean => seed % 4 === 0;

function follow(world: World, { functionName, passes }: Consumer): void {
  const { kernel, faults, network, table, lambda } = world;
  const shards = Array.from({ length: SHARDS }, (): Shard => ({ entries: [], busy: false, tried: 0, size: BATCH }));
  let sequence = 0;

  function add(change: Change): void {
    if (!passes(change)) return;
    sequence += 1;
    const shard = shards[hashText(change.key.pk) % SHARDS] as Shard;
    shard.entries.push({ change, sequence, at: kernel.now() });
    poll(shard);
  }
  table.watchers.push(add);

  /** At most one record is lost, because the service does not promise to survive the loss of two, or to tell what was lost. */
  function isLost(): boolean {
    return functionName === 'relay' && !world.notes.has('record given up') && faults.strikes('record-lost');
  }

  function poll(shard: Shard, wait = network.between(20, 250)): void {
    if (shard.busy || shard.entries.length === 0) return;
    shard.busy = true;
    const late = faults.strikes('stream-delay') ? faults.random('stream-delay').between(0, 60_000) : 0;
    kernel.after(wait + late, () => {
      const batch = shard.entries.slice(0, faults.strikes('small-batch') ? 1 : shard.size);
      const event: DynamoDBStreamEvent = { Records: batch.map((entry) => (entry.record ??= recordOf(entry))) };
      lambda.invoke(functionName, event, (ending) => finish(shard, batch, ending));
      if (isTwice()) lambda.invoke(functionName, structuredClone(event), () => {});
    });
  }

  /** "At least once" does not say that the second time comes after the first: two readers may have the same batch. */
  const isTwice = (): boolean => functionName === 'publish-events' && faults.strikes('stream-twice');

  function finish(shard: Shard, batch: readonly Entry[], ending: Ending): void {
    shard.busy = false;
    const done = ending.kind === 'returned' ? upToFailure(batch, ending.value as DynamoDBBatchResponse) : 0;
    if (done === batch.length) {
      Object.assign(shard, { tried: 0, size: BATCH });
      if (!faults.strikes('stream-repeat')) shard.entries.splice(0, done);
      poll(shard);
      return;
    }
    shard.entries.splice(0, done);
    if (done > 0) shard.tried = 0;
    if (ending.kind === 'returned') world.note('batch failed in part');
    else shard.size = Math.max(1, Math.floor(batch.length / 2));
    shard.tried += 1;
    giveUpOnFirst(shard);
    poll(shard, 1_000 * 2 ** Math.min(shard.tried, 6));
  }

  /** Moves a record that keeps failing to the queue for failures, so that the next records are processed. */
  function giveUpOnFirst(shard: Shard): void {
    const [first] = shard.entries;
    if (first === undefined) return;
    if (!isLost() && kernel.now() - first.at <= MAX_AGE_MS) return;
    world.note('record given up');
    shard.entries.shift();
    shard.tried = 0;
  }
}

function upToFailure(batch: readonly Entry[], { batchItemFailures }: DynamoDBBatchResponse): number {
  const failed = batchItemFailures.map(({ itemIdentifier }) =>
    batch.findIndex(({ sequence }) => String(sequence) === itemIdentifier),
  );
  return failed.length === 0 ? batch.length : Math.max(0, Math.min(...failed));
}

function recordOf({ change: { key, before, after }, sequence, at }: Entry): DynamoDBRecord {
  const image = (item: typeof before) => item && asLambdaGets(marshall(item));
  return {
    eventName: before === undefined ? 'INSERT' : 'MODIFY',
    dynamodb: {
      Keys: marshall(key),
      SequenceNumber: String(sequence),
      ApproximateCreationDateTime: Math.floor(at / 1000),
      ...(before && { OldImage: image(before) }),
      ...(after && { NewImage: image(after) }),
    },
  } as DynamoDBRecord;
}
