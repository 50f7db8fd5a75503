/** The two queues of this service: of runs, for the follow-up function, and of webhooks, for the function that delivers them. */
import {
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { parseCollectionId, parseEndpointId } from '#lib/domain/ids.ts';
import type { WebhookTask } from '#lib/domain/webhook/delivery.ts';
import { requestHandler } from '#lib/request-handler.ts';
import type { Service } from '#lib/service.ts';
import type { Settings } from '#lib/settings.ts';

/**
 * A message of the queue of runs. Without `run` it is the sweeper's; `asks` is the relay's, for a new collection; `erases`: its
 * retention period is over.
 */
export type Run = { collection: string; run?: number; asks?: boolean; erases?: boolean; forecast?: ForecastTask };

/** A step of a forecast, which belongs to no collection. */
export type ForecastTask = { account: string; kind: 'agenda' | 'rehearsal'; id: string };

export type Queues = {
  /** Puts up to ten runs on the queue, to be received after the delay. Returns how many of them SQS refused. @throws its errors */
  queueRuns: (runs: readonly Run[], delaySeconds?: number) => Promise<number>;
  /** About how many runs wait to be received. @throws the errors of SQS */
  waitingRuns: () => Promise<number>;
  /** Returns how many could not be queued. It does not throw: the sweeper finds those. */
  queueWebhooks: (tasks: readonly WebhookTask[]) => Promise<number>;
};

/** SQS takes so many messages in one request. */
export const MAX_BATCH = 10;

const connect = (settings: Pick<Settings, 'version'>): SQSClient =>
  new SQSClient({
    maxAttempts: 3,
    // The address is the Region's, or the one that the environment gives; never another one from the queue's URL.
    useQueueUrlAsEndpoint: false,
    requestHandler: requestHandler(settings, { connectionTimeout: 1_000, requestTimeout: 2_000 }),
  });

export function queuesFrom({ settings, log }: Pick<Service, 'settings' | 'log'>, client = connect(settings)): Queues {
  const send = async (
    QueueUrl: string,
    messages: readonly Omit<SendMessageBatchRequestEntry, 'Id'>[],
  ): Promise<number> => {
    const Entries = messages.map((message, index) => ({ Id: String(index), ...message }));
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    return Failed.length;
  };
  return {
    queueRuns: (runs, delaySeconds = 0) =>
      send(
        settings.runsQueue.url,
        runs.map((run) => ({ MessageBody: JSON.stringify(run), DelaySeconds: delaySeconds, ...groupFor(run) })),
      ),
    waitingRuns: async () => {
      const attribute = 'ApproximateNumberOfMessages';
      const command = new GetQueueAttributesCommand({ QueueUrl: settings.runsQueue.url, AttributeNames: [attribute] });
      const { Attributes } = await client.send(command);
      return Number(Attributes?.[attribute] ?? 0);
    },
    queueWebhooks: async (tasks) => {
      let refused = 0;
      for (let from = 0; from < tasks.length; from += MAX_BATCH) {
        const batch = tasks.slice(from, from + MAX_BATCH);
        refused += await send(settings.webhooksQueue.url, batch.map(webhookMessage)).catch(() => batch.length);
      }
      if (refused > 0) log.count('ERROR', 'webhook_not_queued', { refused });
      return refused;
    },
  };
}

/**
 * Makes it a fair queue: an account with many runs does not hold up the others. AWS documents groups on a standard queue
 * for messages that are sent like this. For messages that Scheduler sends it documents them for FIFO queues only, so
 * those have no group.
 */
function groupFor({ collection, forecast }: Run): { MessageGroupId?: string } {
  const account = forecast?.account ?? parseCollectionId(collection)?.account;
  return account === undefined ? {} : { MessageGroupId: account };
}

/** The group makes it a fair queue, too: an account whose receivers hang does not hold up the others, however many it has. */
const webhookMessage = (task: WebhookTask) => ({
  MessageBody: JSON.stringify(task),
  MessageGroupId: parseEndpointId(task.endpoint)?.account ?? task.endpoint,
});
