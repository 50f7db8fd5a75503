/** A CloudWatch metric that the functions write with their logs. */
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC_NAMESPACE } from '#lib/log.ts';

export const counted = (metricName: string, statistic = 'Sum'): Metric =>
  new Metric({ namespace: METRIC_NAMESPACE, metricName, statistic });
