/** The queue that feeds the follow-up function: puts runs on it without a schedule. The relay and the sweeper use it. */
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { parseCollectionId } from '#lib/domain/ids.ts';

/** Tests and the simulator replace it. */
export const runsQueue = {
  client: new SQSClient({
    maxAttempts: 3,
    // The address is the Region's, or the one that the environment gives; never another one from the queue's URL.
    useQueueUrlAsEndpoint: false,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  }),
  url: process.env['RUNS_QUEUE_URL'] ?? '',
};

/** A message of the queue. Without `run` it is the sweeper's; `asks` is the relay's, for a new collection. */
export type Run = { collection: string; run?: number; asks?: boolean };

/** SQS takes so many messages in one request. */
export const MAX_BATCH = 10;

/** Puts up to ten runs on the queue, to be received after the delay. Returns how many of them SQS refused. @throws its errors */
export async function queueRuns(runs: readonly Run[], delaySeconds = 0): Promise<number> {
  const command = new SendMessageBatchCommand({
    QueueUrl: runsQueue.url,
    Entries: runs.map((run, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(run),
      DelaySeconds: delaySeconds,
      ...groupOf(run),
    })),
  });
  const { Failed = [] } = await runsQueue.client.send(command);
  return Failed.length;
}

/**
 * Makes it a fair queue: an account with many runs does not hold up the others. AWS documents groups on a standard queue
 * for messages that are sent like this. For messages that Scheduler sends it documents them for FIFO queues only, so
 * those have no group.
 */
function groupOf({ collection }: Run): { MessageGroupId?: string } {
  const account = parseCollectionId(collection)?.account;
  return account === undefined ? {} : { MessageGroupId: account };
}

/** About how many messages wait to be received. @throws the errors of SQS */
export async function waitingRuns(): Promise<number> {
  const attribute = 'ApproximateNumberOfMessages';
  const command = new GetQueueAttributesCommand({ QueueUrl: runsQueue.url, AttributeNames: [attribute] });
  const { Attributes } = await runsQueue.client.send(command);
  return Number(Attributes?.[attribute] ?? 0);
}
