/** A queue for events that could not be processed: they are kept for 14 days, and an alarm goes on at once. */
import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';

export type DeadLettersProps = {
  alarms: Alarms;
  /** What people notice while a message is in the queue, as a sentence. */
  impact: string;
};

export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, { alarms, impact }: DeadLettersProps) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    alarms.watch(this, 'Waiting', {
      metric: this.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' }),
      threshold: 1,
      impact: `${impact} Look at the messages in the queue.`,
    });
    const reason = 'This queue is the dead-letter queue.';
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SQS3', reason });
  }
}
