/** Puts messages on the queues of this service. */
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs';

/** Tests and the simulator replace it. */
export const sqs = {
  client: new SQSClient({
    maxAttempts: 3,
    // The address is the Region's, or the one that the environment gives; never another one from the queue's URL.
    useQueueUrlAsEndpoint: false,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  }),
};

/** SQS takes so many messages in one request. */
export const MAX_BATCH = 10;

/** Puts up to ten messages on a queue. Returns how many of them SQS refused. @throws its errors */
export async function sendBatch(
  queueUrl: string,
  messages: readonly Omit<SendMessageBatchRequestEntry, 'Id'>[],
): Promise<number> {
  const Entries = messages.map((message, index) => ({ Id: String(index), ...message }));
  const { Failed = [] } = await sqs.client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  return Failed.length;
}
