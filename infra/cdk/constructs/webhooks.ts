/** Webhooks: their queue, the function that delivers them, and the sweeper for lost ones. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Senders } from '#infra/cdk/channels/senders.ts';
import { type Alarms, counted } from './alarms.ts';
import { BackgroundFunction, sweepEachMinute } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { WebhookKey } from './keys.ts';
import type { RunSchedules } from './run-schedules.ts';
import { ServiceFunction } from './service-function.ts';
import { WorkQueue } from './work-queue.ts';

/** One attempt takes fifteen seconds at most, and an email eight. */
const DELIVER_TIMEOUT = Duration.seconds(30);

export type WebhooksProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  key: WebhookKey;
  senders: Senders;
  runSchedules: RunSchedules;
  /** How many deliveries at once. */
  maxConcurrentWebhooks: number;
  /** How long its queue waits for more deliveries. */
  gathers: Duration;
  alarms: Alarms;
};

export class Webhooks extends Construct {
  readonly queue: WorkQueue;
  readonly deliver: ServiceFunction;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    const { runSchedules, maxConcurrentWebhooks, gathers, alarms } = props;
    this.queue = new WorkQueue(this, 'Queue', {
      alarms,
      gathers,
      timeout: DELIVER_TIMEOUT,
      variables: 'WEBHOOKS',
      impacts: {
        failed:
          'A webhook could not be processed each time, by a fault of our own: the sweeper queues it again and again.',
        late: 'Webhooks wait longer than five minutes: merchants learn of payments late.',
      },
    });
    runSchedules.addQueue(this.queue.queue);
    this.deliver = this.deliverFunction(props);
    this.queue.feed(this.deliver, maxConcurrentWebhooks);
    this.addSweep(props);
    this.watch(alarms);
  }

  private deliverFunction({ table, environment, key, senders, runSchedules, alarms }: WebhooksProps): ServiceFunction {
    const deliver = new ServiceFunction(this, 'Deliver', {
      entry: 'functions/webhooks/deliver.ts',
      environment: { ...environment, ...senders.environment, WEBHOOKS_QUEUE_ARN: this.queue.queue.queueArn },
      waits: true,
      timeout: DELIVER_TIMEOUT,
      alarms,
      impact: 'Webhooks are not delivered: merchants do not learn of payments. The feed of events still shows them.',
    });
    table.allow(deliver, 'deliver');
    key.allowSigning(deliver);
    this.queue.allowSending(deliver);
    runSchedules.allowCreating(deliver);
    senders.allowSendingNotices(deliver);
    return deliver;
  }

  private addSweep({ table, environment, alarms }: WebhooksProps): void {
    const sweep = new BackgroundFunction(this, 'SweepWebhooks', {
      entry: 'functions/webhooks/sweep-webhooks.ts',
      environment,
      timeout: Duration.minutes(1),
      alarms,
      impact: 'Lost webhooks are not all queued again: some are late until a sweep succeeds.',
    });
    table.allow(sweep, 'sweep-webhooks');
    this.queue.allowSending(sweep);
    sweepEachMinute(this, sweep, {
      alarms,
      impact: 'The sweeper of webhooks does not run: a webhook whose message is lost is never sent.',
    });
  }

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'TaskFailed', {
      metric: counted(this, 'webhook_task_failed'),
      threshold: 1,
      impact: 'A webhook could not be processed, by a fault of our own: the queue repeats it after three minutes.',
    });
    alarms.watch(this, 'NotQueued', {
      metric: counted(this, 'webhook_not_queued'),
      threshold: 1,
      impact: 'Webhooks cannot be queued or scheduled: the sweeper queues them two to three minutes late.',
    });
    alarms.watch(this, 'NoticeNotSent', {
      metric: counted(this, 'webhook_notice_not_sent'),
      threshold: 1,
      impact: 'A merchant was not told by email that a webhook endpoint fails or is disabled.',
    });
  }
}
