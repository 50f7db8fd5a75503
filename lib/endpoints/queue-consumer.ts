/** Works on the messages of a batch at once: most of the time each waits for somebody else. A message that fails comes again, without the others. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Log } from '#lib/log.ts';

type Consumer = (event: Pick<SQSEvent, 'Records'>) => Promise<SQSBatchResponse>;

/** `failure`: the event in the log. */
export const queueConsumer =
  <Message>(log: Log, failure: string, work: (message: Message) => Promise<void>): Consumer =>
  async ({ Records }) => {
    const fails = async ({ messageId, body }: SQSRecord): Promise<boolean> => {
      try {
        await work(JSON.parse(body));
        return false;
      } catch (error) {
        log.fault(failure, error, { messageId });
        return true;
      }
    };
    const failed = await Promise.all(Records.map(fails));
    const again = Records.filter((_, at) => failed[at]);
    return { batchItemFailures: again.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
