/** The queue of runs, which feeds the follow-up function, with a queue for the runs that failed each time. */
import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import type { ServiceFunction } from './service-function.ts';

/** After so many failures of a run, each after the visibility timeout, it is a dead letter. AWS advises at least five. */
const MAX_RECEIVES = 5;

export type RunsQueueProps = {
  alarms: Alarms;
  /** The time limit of the function that the queue feeds. */
  timeout: Duration;
};

export class RunsQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { alarms, timeout }: RunsQueueProps) {
    super(scope, id);
    const failures = new DeadLetters(this, 'Failures', {
      alarms,
      impact: 'A run failed each time: if its collection still needs a run, the sweeper queues it again and again.',
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // As AWS advises: shorter than this, a message that waits for a busy function would be received a second time.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: failures, maxReceiveCount: MAX_RECEIVES },
    });
    alarms.watch(this, 'Old', {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toSeconds(),
      impact: 'Runs wait longer than five minutes: more follow-ups are due than maxConcurrentRuns lets through.',
    });
  }

  /** Feeds a function with one run at a time, and with so many at once; returns the id of what feeds it. */
  feed(target: ServiceFunction, maxConcurrency: number): string {
    const source = new SqsEventSource(this.queue, { batchSize: 1, maxConcurrency, reportBatchItemFailures: true });
    target.addEventSource(source);
    return source.eventSourceMappingId;
  }

  /** Lets a function put runs on the queue, and tells it the address. */
  allowSending(sender: ServiceFunction): void {
    sender.addEnvironment('RUNS_QUEUE_URL', this.queue.queueUrl);
    this.allow(sender, 'sqs:SendMessage');
  }

  /** Lets a function see how many runs wait. */
  allowCounting(reader: ServiceFunction): void {
    this.allow(reader, 'sqs:GetQueueAttributes');
  }

  private allow(grantee: ServiceFunction, action: string): void {
    grantee.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [this.queue.queueArn] }));
  }
}
