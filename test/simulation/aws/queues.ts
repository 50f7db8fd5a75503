/** SQS: the queue of runs, which gives each to the follow-up function at least once, and again after a failure. */
import { RequestThrottled, SQSServiceException } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import type { World } from '#test/simulation/world/world.ts';
import { exchange, type Served } from './exchange.ts';
import type { Ending } from './lambda.ts';
import { noReply, withRetries } from './retries.ts';

const TIMEOUT_MS = 2_000;
/** The settings of the queue in the stack. */
const VISIBILITY_TIMEOUT_MS = 6 * 60_000;
const MAX_RECEIVES = 5;
/** More than the sweeper adds to. */
const LONG = 5_000;

export type QueuedEntry = { Id: string; MessageBody: string; DelaySeconds?: number };
type Command = { input: { Entries?: readonly QueuedEntry[] } };

export type RunsQueue = {
  /** Accepts a message. */
  add: (body: string, delaySeconds?: number) => void;
  client: { send: (command: Command) => Promise<object> };
};

export function createRunsQueue(world: World): RunsQueue {
  const { kernel, faults, network, lambda } = world;
  let messages = 0;

  function add(body: string, delaySeconds = 0): void {
    messages += 1;
    const messageId = String(messages);
    const times = faults.strikes('queue-twice') ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const late = faults.strikes('queue-late') ? network.between(0, 60_000) : network.between(1, 50);
      kernel.after(delaySeconds * 1000 + late, () => receive({ messageId, body }, 1));
    }
  }

  function receive(message: { messageId: string; body: string }, receives: number): void {
    const at = kernel.now();
    lambda.invoke('follow-up', { Records: [message] }, (ending) => {
      if (isDone(ending)) return;
      if (receives === MAX_RECEIVES) return world.note('dead letter of a run');
      world.note('run received again');
      kernel.after(at + VISIBILITY_TIMEOUT_MS - kernel.now(), () => receive(message, receives + 1));
    });
  }

  function accept(entries: readonly QueuedEntry[]): Served<object> {
    const refused = entries.filter(() => faults.strikes('queue-refuses'));
    for (const entry of world.seams.queue(entries))
      if (!refused.includes(entry)) add(entry.MessageBody, entry.DelaySeconds);
    return { value: { Failed: refused.map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError' })) } };
  }

  const length = (): Served<object> => ({
    value: { Attributes: { ApproximateNumberOfMessages: String(faults.strikes('queue-long') ? LONG : 0) } },
  });

  const send = ({ input: { Entries } }: Command): Promise<object> =>
    withRetries(world, 3, () =>
      exchange<object>(world, {
        service: 'sqs',
        what: `queue ${Entries?.map(({ MessageBody }) => MessageBody) ?? 'length'}`,
        timeoutMs: TIMEOUT_MS,
        gaveUp: noReply,
        throttled: () => new RequestThrottled({ message: 'throttled', $metadata: { httpStatusCode: 403 } }),
        broken: internalFailure,
        serve: (answer) => answer(Entries === undefined ? length() : accept(Entries)),
      }),
    );
  return { add, client: { send } };
}

const isDone = (ending: Ending): boolean =>
  ending.kind === 'returned' && (ending.value as SQSBatchResponse).batchItemFailures.length === 0;

const internalFailure = (): Error =>
  new SQSServiceException({
    name: 'InternalFailure',
    $fault: 'server',
    message: 'internal',
    $metadata: { httpStatusCode: 500 },
  });
