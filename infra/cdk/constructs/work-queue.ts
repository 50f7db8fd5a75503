/** A queue that feeds a function, and queues for what failed each time. */
import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { QUEUE_BATCH } from '#infra/cdk/settings.ts';
import type { Alarms } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';

type DeadLettersProps = {
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

/** After so many failures of a message, each after the visibility timeout, it is a dead letter. AWS advises at least five. */
const MAX_RECEIVES = 5;

type WorkQueueProps = {
  alarms: Alarms;
  /** How long it waits for more messages before it calls. */
  gathers: Duration;
  /** The time limit of the function that the queue feeds. */
  timeout: Duration;
  /** The variables of the queue's address and ARN begin with it. */
  variables: string;
  /** What people notice when a message failed each time, and when messages wait for long, as sentences. */
  impacts: { failed: string; late: string };
};

export class WorkQueue extends Construct {
  readonly queue: Queue;
  private readonly variables: string;
  private readonly gathers: Duration;

  constructor(scope: Construct, id: string, { alarms, gathers, timeout, variables, impacts }: WorkQueueProps) {
    super(scope, id);
    this.variables = variables;
    this.gathers = gathers;
    const failures = new DeadLetters(this, 'Failures', {
      alarms,
      impact: impacts.failed,
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // As AWS advises: shorter than this, a message that waits for a busy function would be received a second time.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds() + gathers.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: failures, maxReceiveCount: MAX_RECEIVES },
    });
    alarms.watch(this, 'Old', {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }),
      threshold: Duration.minutes(5).toSeconds(),
      impact: impacts.late,
    });
  }

  /** Feeds a function with up to ten messages at a time, and so many times at once; returns the id of what feeds it. */
  feed(target: ServiceFunction, maxConcurrency: number): string {
    const source = new SqsEventSource(this.queue, {
      batchSize: QUEUE_BATCH,
      maxBatchingWindow: this.gathers,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
    target.live.addEventSource(source);
    return source.eventSourceMappingId;
  }

  /** Lets a function put messages on the queue, and tells it the address. */
  allowSending(sender: ServiceFunction): void {
    sender.addEnvironment(`${this.variables}_QUEUE_URL`, this.queue.queueUrl);
    this.allow(sender, 'sqs:SendMessage');
  }

  /** Lets a function see how many messages wait. */
  allowCounting(reader: ServiceFunction): void {
    this.allow(reader, 'sqs:GetQueueAttributes');
  }

  private allow(grantee: ServiceFunction, action: string): void {
    grantee.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [this.queue.queueArn] }));
  }
}
