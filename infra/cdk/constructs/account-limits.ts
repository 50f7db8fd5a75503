/** The alarms of what the AWS account may run at once. */
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';

const NEARLY_PERCENT = 80;

export class AccountLimits extends Construct {
  constructor(scope: Construct, id: string, { alarms }: { alarms: Alarms }) {
    super(scope, id);
    // Without a function's name: one alarm for all of them, because the limit is that of all of them.
    alarms.watch(this, 'Throttled', {
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum' }),
      threshold: 1,
      impact: 'AWS refuses to run functions: callers get 5xx answers, and follow-ups and webhooks are late.',
    });
    alarms.watch(this, 'Crowded', {
      metric: usedShare(),
      threshold: NEARLY_PERCENT,
      impact: 'Four fifths of the functions that this AWS account may run at once are running: soon some are refused.',
    });
  }
}

/** In percent of the quota as it is at the time. */
const usedShare = (): MathExpression =>
  new MathExpression({
    expression: '100 * running / SERVICE_QUOTA(running)',
    usingMetrics: {
      running: new Metric({
        namespace: 'AWS/Usage',
        metricName: 'ResourceCount',
        dimensionsMap: { Service: 'Lambda', Class: 'None', Type: 'Resource', Resource: 'ConcurrentExecutions' },
        statistic: 'Maximum',
      }),
    },
    label: 'of the concurrency, %',
  });
