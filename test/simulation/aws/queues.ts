/** SQS: the queues of runs and of webhooks. Each gives a message to its function at least once, and again after a failure. */
import { RequestThrottled, SQSServiceException } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import type { World } from '#test/simulation/world/world.ts';
import { exchange, noReply, type Served, withRetries } from './exchange.ts';
import type { Ending } from './lambda.ts';

export const RUNS_URL = 'https://sqs.example/runs';
export const WEBHOOKS_URL = 'https://sqs.example/webhooks';

const TIMEOUT_MS = 2_000;
/** With the settings of the queues in the stack. */
const RUNS = { functionName: 'follow-up', visibilityTimeoutMs: 6 * 60_000, what: 'run' } as const;
const WEBHOOKS = { functionName: 'deliver', visibilityTimeoutMs: 3 * 60_000, what: 'webhook' } as const;
const MAX_RECEIVES = 5;
const MAX_BATCH = 10;
/** More than the sweeper adds to. */
const LONG = 50_000;

/** Of the poller: whatever comes meanwhile comes in one batch. */
const WINDOW_MS = 200;

type Received = { message: { messageId: string; body: string }; receives: number };

type QueuedEntry = { Id: string; MessageBody: string; DelaySeconds?: number; MessageGroupId?: string };
type Command = { input: { QueueUrl?: string; Entries?: readonly QueuedEntry[] } };

/** Accepts a message. */
type Add = (body: string, delaySeconds?: number) => void;

export type Queues = {
  addRun: Add;
  addWebhook: Add;
  client: { send: (command: Command) => Promise<object> };
};

function createQueue(world: World, { functionName, visibilityTimeoutMs, what }: typeof RUNS | typeof WEBHOOKS): Add {
  const { kernel, faults, network, lambda } = world;
  let messages = 0;

  const waiting: Received[] = [];

  /** What arrives within one window is worked on together. */
  function arrive(received: Received): void {
    waiting.push(received);
    if (waiting.length === 1) kernel.after(network.between(1, WINDOW_MS), receive);
  }

  function receive(): void {
    const batch = waiting.splice(0, MAX_BATCH);
    if (waiting.length > 0) kernel.after(1, receive);
    if (batch.length > 1) world.note(`${what}s in one batch`);
    const at = kernel.now();
    lambda.invoke(functionName, { Records: batch.map(({ message }) => message) }, (ending) => {
      for (const { message, receives } of batch.filter((each) => isToRepeat(ending, each))) {
        if (receives === MAX_RECEIVES) {
          world.note(`dead letter of a ${what}`);
          continue;
        }
        world.note(`${what} received again`);
        const again = { message, receives: receives + 1 };
        kernel.after(at + visibilityTimeoutMs - kernel.now(), () => arrive(again));
      }
    });
  }

  return (body, delaySeconds = 0) => {
    messages += 1;
    const messageId = String(messages);
    const times = faults.strikes('queue-twice') ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const late = faults.strikes('queue-late') ? network.between(0, 60_000) : network.between(1, 50);
      kernel.after(delaySeconds * 1000 + late, () => arrive({ message: { messageId, body }, receives: 1 }));
    }
  };
}

export function createQueues(world: World): Queues {
  const { faults } = world;
  const addRun = createQueue(world, RUNS);
  const addWebhook = createQueue(world, WEBHOOKS);

  function accept(url: string | undefined, entries: readonly QueuedEntry[]): Served<object> {
    const refused = entries.filter(() => faults.strikes('queue-refuses'));
    const [add, taken] = url === WEBHOOKS_URL ? [addWebhook, entries] : [addRun, entries];
    if (taken.length > MAX_BATCH || new Set(taken.map(({ Id }) => Id)).size < taken.length)
      world.violate(4, `a batch of ${taken.length} messages, or two under one id`);
    for (const entry of taken) if (!refused.includes(entry)) add(entry.MessageBody, entry.DelaySeconds);
    const failed = refused.map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError' }));
    // Absent where nothing has failed.
    return { value: failed.length > 0 ? { Failed: failed } : {} };
  }

  const length = (): Served<object> => ({
    value: { Attributes: { ApproximateNumberOfMessages: String(faults.strikes('queue-long') ? LONG : 0) } },
  });

  const send = ({ input: { QueueUrl, Entries } }: Command): Promise<object> =>
    withRetries(world, 3, () =>
      exchange<object>(world, {
        service: 'sqs',
        what: `queue ${Entries?.map(({ MessageBody }) => MessageBody) ?? 'length'}`,
        timeoutMs: TIMEOUT_MS,
        gaveUp: noReply,
        throttled: () => new RequestThrottled({ message: 'throttled', $metadata: { httpStatusCode: 403 } }),
        broken: internalFailure,
        serve: (answer) => answer(Entries === undefined ? length() : accept(QueueUrl, Entries)),
      }),
    );
  return { addRun, addWebhook, client: { send } };
}

const isToRepeat = (ending: Ending, { message }: Received): boolean =>
  ending.kind !== 'returned' ||
  (ending.value as SQSBatchResponse).batchItemFailures.some(
    ({ itemIdentifier }) => itemIdentifier === message.messageId,
  );

const internalFailure = (): Error =>
  new SQSServiceException({
    name: 'InternalFailure',
    $fault: 'server',
    message: 'internal',
    $metadata: { httpStatusCode: 500 },
  });
