/** Alarms, their topic, and the metrics that the functions' logs count; each alarm says in a sentence what people notice, and its section of the runbook. */
import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps as CdkAlarmProps,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
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

const ofFunction = (counting: LambdaFunction) => ({
  Service: SERVICE,
  Stage: stageOf(counting),
  Function: counting.functionName,
});

/** What all versions of a function have counted: `lib/log.ts` counts the endings of calls like this. */
export const countedByAll = (counting: LambdaFunction, metricName: string): Metric =>
  new Metric({ namespace: METRIC_NAMESPACE, metricName, dimensionsMap: ofFunction(counting), statistic: 'Sum' });

/** What the newest version has counted: faults, too. */
export const countedBy = (counting: LambdaFunction, metricName: string): Metric =>
  countedByAll(counting, metricName).with({
    dimensionsMap: { ...ofFunction(counting), Version: counting.currentVersion.version },
  });

/**
 * Of two counts in a period, how many hundredths the first is of both: for what happens too seldom to be counted by the minute. Fewer than `from` tell nothing.
 */
export const shareOf = (scope: Construct, [part, rest]: readonly [string, string], from: number): MathExpression =>
  new MathExpression({
    expression: `IF(part >= ${from}, 100 * part / (part + FILL(rest, 0)), 0)`,
    usingMetrics: { part: counted(scope, part), rest: counted(scope, rest) },
    label: `${part}, %`,
  });

/** Fewer in a day are chance. */
export const FEW = 3;

export type Share = {
  /** What goes wrong, and what goes well beside it. */
  of: readonly [string, string];
  /** What people notice while it is one in five of a quarter of an hour, and half of a day. */
  quick: string;
  allDay: string;
};

export type AlarmProps = {
  metric: Metric | MathExpression;
  /** The alarm is on from this value. */
  threshold: number;
  /** What people notice while it is on, as a sentence. */
  impact: string;
  /** The number of periods in a row, 1 by default. */
  periods?: number;
  /** Five minutes by default. */
  period?: Duration;
  /** The metric comes seldom: between its values the alarm stays as it is. */
  isSparse?: boolean;
};

const PERIOD = Duration.minutes(5);

export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: { email?: string | false | undefined }) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { displayName: 'Collections alarms', enforceSSL: true });
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (props.email) this.topic.addSubscription(new EmailSubscription(props.email));
  }

  /** Adds an alarm inside the construct that it watches. Missing data never turns it on. */
  watch(scope: Construct, id: string, { metric, threshold, impact, periods = 1, period, isSparse }: AlarmProps): Alarm {
    return this.add(scope, id, {
      metric: metric.with({ period: period ?? PERIOD }),
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isSparse ? TreatMissingData.IGNORE : TreatMissingData.NOT_BREACHING,
      alarmDescription: impact,
    });
  }

  /** Two alarms on the share of what goes wrong: in a quarter of an hour, and in a day, because what comes once an hour reaches no count of a quarter of one. */
  watchShare(scope: Construct, id: string, { of, quick, allDay }: Share): void {
    this.watch(scope, id, {
      metric: shareOf(scope, of, 5),
      threshold: 20,
      period: Duration.minutes(15),
      impact: quick,
    });
    this.watch(scope, `${id}AllDay`, {
      metric: shareOf(scope, of, FEW),
      threshold: 50,
      period: Duration.days(1),
      impact: allDay,
    });
  }

  /** The opposite: the alarm is on while what must happen all the time does not happen. */
  watchForLife(scope: Construct, id: string, { metric, impact }: Pick<AlarmProps, 'metric' | 'impact'>): void {
    this.add(scope, id, {
      metric: metric.with({ period: PERIOD }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      alarmDescription: impact,
    });
  }

  private add(scope: Construct, id: string, props: CdkAlarmProps): Alarm {
    const alarmDescription = `${props.alarmDescription} In docs/operations/runbook.md: ${id}.`;
    const alarm = new Alarm(scope, id, { ...props, alarmDescription });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
    return alarm;
  }
}
