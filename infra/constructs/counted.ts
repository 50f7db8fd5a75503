/** What the functions count in their own logs, as CloudWatch sees it. */
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC_NAMESPACE } from '#lib/log.ts';

export const counted = (metricName: string, statistic = 'Sum'): Metric =>
  new Metric({ namespace: METRIC_NAMESPACE, metricName, statistic });
