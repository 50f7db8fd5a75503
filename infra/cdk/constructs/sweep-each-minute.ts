/** The rule that starts a sweeper each minute, and the alarm that is on while it does not run. */
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import type { BackgroundFunction } from './background-function.ts';

const EVERY = Duration.minutes(1);

/** `impact` is the text of the alarm. */
export function sweepEachMinute(
  scope: Construct,
  sweep: BackgroundFunction,
  { alarms, impact }: { alarms: Alarms; impact: string },
): void {
  const target = new LambdaFunction(sweep.live, { deadLetterQueue: sweep.failures, maxEventAge: EVERY });
  new Rule(scope, 'SweepRule', { schedule: Schedule.rate(EVERY), targets: [target] });
  alarms.watchForLife(scope, 'SweepsMissing', { metric: sweep.metricInvocations(), impact });
}
