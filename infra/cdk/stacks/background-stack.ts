/** What happens without a request: follow-ups, webhooks to merchants, replies, receipts and reconciliation. */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Senders } from '#infra/cdk/channels/senders.ts';
import { Canary } from '#infra/cdk/constructs/canary.ts';
import { FollowUps } from '#infra/cdk/constructs/follow-ups.ts';
import { Insights } from '#infra/cdk/constructs/insights.ts';
import { Payments, Reconciliation } from '#infra/cdk/constructs/payments.ts';
import { Rehearsal } from '#infra/cdk/constructs/rehearsal.ts';
import { Receipts, Replies } from '#infra/cdk/constructs/replies.ts';
import { Publisher, Relay } from '#infra/cdk/constructs/stream-consumers.ts';
import { Webhooks } from '#infra/cdk/constructs/webhooks.ts';
import { makesRecords, type Settings } from '#infra/cdk/settings.ts';
import type { DataStack } from './data-stack.ts';
import { StageStack, type StageStackProps } from './stage-stack.ts';

export class BackgroundStack extends StageStack {
  readonly senders: Senders;
  readonly payments: Payments;
  readonly followUps: FollowUps;
  readonly webhooks: Webhooks;
  readonly relay: Relay;
  readonly publisher: Publisher;

  constructor(
    scope: Construct,
    { settings, data, ...props }: StageStackProps & { settings: Settings; data: DataStack },
  ) {
    const description = 'Payment collections: follow-ups, webhooks, replies, receipts and reconciliation.';
    super(scope, { part: 'background', description }, props);
    const { table, alarms, variables: environment, webhookKey, credentialsKey } = data;
    const { maxConcurrentRuns, maxConcurrentWebhooks, parallelStreamBatches, nothingDueBefore, canary } = settings;
    const shared = { table, environment, alarms };
    const gathers = Duration.seconds(settings.gatherSeconds);
    const senders = new Senders(this, 'Senders', { ...settings.senders, alarms, makesRecords: makesRecords(settings) });
    const payments = new Payments(this, 'Payments', { credentialsKey, alarms });
    const followUps = new FollowUps(this, 'FollowUps', {
      ...shared,
      senders,
      payments,
      maxConcurrentRuns,
      gathers,
      nothingDueBefore,
      reserved: settings.reserved.runs,
    });
    const { runSchedules } = followUps;
    const webhooks = new Webhooks(this, 'Webhooks', {
      ...shared,
      key: webhookKey,
      senders,
      runSchedules,
      maxConcurrentWebhooks,
      gathers,
    });
    const reconciliation = new Reconciliation(this, 'Reconciliation', { ...shared, payments, runSchedules });
    const ofStream = { ...shared, parallelStreamBatches, gathers };
    this.relay = new Relay(this, 'Relay', { ...ofStream, followUps, reconciliation });
    this.publisher = new Publisher(this, 'PublishEvents', ofStream);
    webhooks.queue.allowSending(this.publisher.function);
    const insights = new Insights(this, 'Insights', { ...shared, senders });
    const replies = new Replies(this, 'Replies', { ...shared, senders });
    const receipts = new Receipts(this, 'Receipts', { ...shared, senders, topic: replies.topic });
    const { function: run } = followUps;
    if (canary) {
      const rehearsed = { 'follow-up': run, relay: this.relay.function, 'publish-events': this.publisher.function };
      new Canary(this, 'CanaryOfRuns', {
        rehearsal: new Rehearsal(this, 'Rehearsal', {
          ...{ name: 'rehearse-runs', rehearsed, table, alarms },
          environment: { ...environment, ...senders.environment, ...followUps.fence },
        }),
        functions: [
          ...[run, this.relay.function, this.publisher.function, webhooks.deliver, reconciliation.function],
          ...[insights.count, replies.receive, replies.receiveEmail, receipts.function],
        ],
        judged: [run],
        alarms,
      });
    }
    this.senders = senders;
    this.payments = payments;
    this.followUps = followUps;
    this.webhooks = webhooks;

    new CfnOutput(this, 'RunsFeed', { value: followUps.runsFeed, description: 'To disable it stops all sending' });
    new CfnOutput(this, 'RepliesTopicArn', {
      value: replies.topic.topicArn,
      description: 'The topic to which SMS and WhatsApp publish replies, and WhatsApp its receipts',
    });
    new CfnOutput(this, 'RunsQueueUrl', { value: followUps.runs.queue.queueUrl, description: 'Runs that are due' });
    new CfnOutput(this, 'WebhooksQueueUrl', {
      value: webhooks.queue.queue.queueUrl,
      description: 'Webhooks that are due',
    });
  }
}
