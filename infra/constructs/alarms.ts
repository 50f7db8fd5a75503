/** Alarms and their topic; each alarm says in a sentence what people notice. */
import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps as CdkAlarmProps,
  ComparisonOperator,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

export type AlarmProps = {
  metric: Metric;
  /** The alarm is on from this value. */
  threshold: number;
  /** What people notice while it is on, as a sentence. */
  impact: string;
  /** The number of periods of five minutes in a row, 1 by default. */
  periods?: number;
};

export class Alarms extends Construct {
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, props: { email?: string | undefined }) {
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
  watch(scope: Construct, id: string, { metric, threshold, impact, periods = 1 }: AlarmProps): void {
    this.add(scope, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: impact,
    });
  }

  /** The opposite: the alarm is on while what must happen all the time does not happen. */
  watchForLife(scope: Construct, id: string, { metric, impact }: Pick<AlarmProps, 'metric' | 'impact'>): void {
    this.add(scope, id, {
      metric,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      alarmDescription: impact,
    });
  }

  private add(scope: Construct, id: string, props: CdkAlarmProps & { metric: Metric }): void {
    const alarm = new Alarm(scope, id, { ...props, metric: props.metric.with({ period: Duration.minutes(5) }) });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }
}
