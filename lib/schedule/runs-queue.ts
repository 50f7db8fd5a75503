/** The queue that feeds the follow-up function: puts runs on it without a schedule. The relay and the sweeper use it. */
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { sendBatch, sqs } from './sqs.ts';

/** Tests and the simulator replace it. */
export const runsQueue = { url: process.env['RUNS_QUEUE_URL'] ?? '' };

/** A message of the queue. Without `run` it is the sweeper's; `asks` is the relay's, for a new collection; `erases`: its retention period is over. */
export type Run = { collection: string; run?: number; asks?: boolean; erases?: boolean };

/** Puts up to ten runs on the queue, to be received after the delay. Returns how many of them SQS refused. @throws its errors */
export const queueRuns = (runs: readonly Run[], delaySeconds = 0): Promise<number> =>
  sendBatch(
    runsQueue.url,
    runs.map((run) => ({ MessageBody: JSON.stringify(run), DelaySeconds: delaySeconds, ...groupOf(run) })),
  );

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
  const { Attributes } = await sqs.client.send(command);
  return Number(Attributes?.[attribute] ?? 0);
}
