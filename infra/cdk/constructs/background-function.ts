/** A function that is invoked asynchronously: Lambda retries it, and keeps the events that failed at every attempt. A sweeper is one that a rule starts each minute. */
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';
import { DeadLetters } from './work-queue.ts';

/** Lambda retries after one minute and after two more; older events are of no use, as later ones replace them. */
const MAX_WAIT = Duration.minutes(10);

export class BackgroundFunction extends ServiceFunction {
  /** For events that did not reach the function, and for those that it failed at. */
  readonly failures: DeadLetters;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const failures = new DeadLetters(scope, `${id}Failures`, props);
    super(scope, id, {
      ...props,
      background: { retryAttempts: 2, maxEventAge: MAX_WAIT, onFailure: new SqsDestination(failures) },
    });
    this.failures = failures;
    props.alarms.watch(this, 'EventsDropped', {
      metric: this.metric('AsyncEventsDropped', { statistic: 'Sum' }),
      threshold: 1,
      impact: `Lambda dropped events of this function. ${props.impact}`,
    });
  }
}

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
