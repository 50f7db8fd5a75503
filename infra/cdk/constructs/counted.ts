/** A CloudWatch metric that the functions of a stage write with their logs. */
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';
import { METRIC_NAMESPACE, SERVICE } from '#lib/log.ts';

/** `scope` is any construct of the stage. */
export const counted = (scope: Construct, metricName: string, statistic = 'Sum'): Metric =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { Service: SERVICE, Stage: stageOf(scope) },
    statistic,
  });
