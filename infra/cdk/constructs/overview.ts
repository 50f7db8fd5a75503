/** The dashboard of the whole service: a row of graphs for each concern. */
import { Duration } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { Dashboard, GraphWidget, type IMetric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct, type IConstruct } from 'constructs';
import { counted } from './alarms.ts';
import type { CollectionsTable } from './collections-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { Publisher, Relay } from './stream-consumers.ts';
import { DeadLetters } from './work-queue.ts';

export type OverviewProps = {
  /** Where the functions and the queues of dead letters are. */
  stacks: readonly IConstruct[];
  stage: Stage;
  table: CollectionsTable;
  relay: Relay;
  publisher: Publisher;
  runs: Queue;
  webhooks: Queue;
};

export class Overview extends Construct {
  readonly dashboard: Dashboard;

  constructor(scope: Construct, id: string, { stacks, stage, table, relay, publisher, runs, webhooks }: OverviewProps) {
    super(scope, id);
    const all = stacks.flatMap(({ node }) => node.findAll());
    const functions = all.filter((construct) => construct instanceof ServiceFunction);
    const deadLetters = all.filter((construct) => construct instanceof DeadLetters);
    const count = (what: string, statistic?: string) => counted(this, what, statistic);
    const sum = { statistic: 'Sum' };
    const latency = (statistic: string) => stage.metricLatency({ statistic, label: statistic });
    const each = (name: string, statistic = 'Sum') =>
      functions.map((target) => target.metric(name, { statistic, label: target.node.id }));

    this.dashboard = new Dashboard(this, 'Dashboard', {
      defaultInterval: Duration.days(1),
      widgets: [
        row('What callers see', {
          Requests: [stage.metricCount(sum)],
          'Refused (4xx) and failed (5xx)': [stage.metricClientError(sum), stage.metricServerError(sum)],
          'Latency, ms': ['p50', 'p90', 'p99'].map(latency),
        }),
        row('Operations', {
          Calls: each('Invocations'),
          'Crashes and time-outs': each('Errors'),
          'Duration p99, ms': each('Duration', 'p99'),
        }),
        row('Storage', {
          'Capacity used': [table.metric('ConsumedReadCapacityUnits'), table.metric('ConsumedWriteCapacityUnits')],
          Throttled: [table.metric('ReadThrottleEvents'), table.metric('WriteThrottleEvents')],
        }),
        row('Follow-ups', {
          'Results of slots': ['sent', 'failed', 'unknown', 'skipped'].map((result) => count(`followup_${result}`)),
          'Receipts of messages': ['delivered', 'read'].map((result) => count(`followup_${result}`)),
          'People who opted out': [count('contact_opted_out')],
        }),
        row('Payments', {
          Received: ['payment_received', 'payment_unexpected'].map((what) => count(what)),
          'Sessions and options at providers': [
            'payment_session_opened',
            'payment_session_failed',
            'payment_option_failed',
          ].map((what) => count(what)),
          'Found by reconciliation': ['payments_reconciled', 'reconciliation_failed'].map((what) => count(what)),
          'Webhooks refused': ['webhook_unsigned', 'payment_unconfirmed', 'payment_misdirected'].map((what) =>
            count(what),
          ),
        }),
        row('Runs', {
          'Late, seconds': [count('run_lag_seconds', 'Maximum'), count('run_lag_seconds', 'p99')],
          'Queued by the sweeper, not scheduled, failed': ['runs_swept', 'run_not_scheduled', 'run_failed'].map(
            (what) => count(what),
          ),
          'Oldest in the queue, seconds': [runs.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' })],
          'Lag of the relay, ms': [relay.function.metric('IteratorAge', { statistic: 'Maximum' })],
        }),
        row('Events', {
          'Told, not told': ['event_told', 'events_not_told'].map((what) => count(what)),
          'Lag of the publisher, ms': [publisher.function.metric('IteratorAge', { statistic: 'Maximum' })],
        }),
        row('Webhooks', {
          'Results of attempts': ['delivered', 'retried', 'failed', 'held'].map((what) => count(`webhook_${what}`)),
          'Queued by the sweeper, not queued, failed': [
            'webhooks_swept',
            'webhook_not_queued',
            'webhook_task_failed',
          ].map((what) => count(what)),
          'Oldest in the queue, seconds': [webhooks.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' })],
        }),
        row('Dead letters', { Waiting: deadLetters.map(waiting) }),
      ],
    });
  }
}

const waiting = (queue: DeadLetters): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', label: queue.node.id });

const row = (title: string, graphs: Record<string, IMetric[]>) => [
  new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 }),
  ...Object.entries(graphs).map(
    ([graph, left], _, all) => new GraphWidget({ title: graph, left, width: 24 / all.length }),
  ),
];
