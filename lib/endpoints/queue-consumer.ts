/** Works on the messages of a queue, one after the other. A message that fails comes again, without the others of its batch. */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Log } from '#lib/log.ts';

type Consumer = (event: Pick<SQSEvent, 'Records'>) => Promise<SQSBatchResponse>;

/** `failure`: the event in the log. */
export const queueConsumer =
  <Message>(log: Log, failure: string, work: (message: Message) => Promise<void>): Consumer =>
  async ({ Records }) => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of Records) {
      try {
        await work(JSON.parse(body));
      } catch (error) {
        log.fault(failure, error, { messageId });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };
