/** Follow-ups: the function that runs a collection, the schedules that invoke it, and the sweeper for missed runs. */
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { BackgroundFunction } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';
import { counted } from './counted.ts';
import type { Payments } from './payments.ts';
import { RunSchedules } from './run-schedules.ts';
import type { Senders } from './senders.ts';
import type { ServiceFunction } from './service-function.ts';

const SWEEP_EVERY = Duration.minutes(5);

export type FollowUpsProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  senders: Senders;
  payments: Payments;
  alarms: Alarms;
};

export class FollowUps extends Construct {
  readonly runSchedules: RunSchedules;
  private readonly followUp: ServiceFunction;

  constructor(scope: Construct, id: string, props: FollowUpsProps) {
    super(scope, id);
    this.followUp = this.followUpFunction(props);
    this.runSchedules = new RunSchedules(this, 'RunSchedules', { target: this.followUp, alarms: props.alarms });
    this.addSweep(props);
    this.watch(props.alarms);
  }

  /** Lets a function invoke the follow-up function at once, and tells it the name. */
  allowInvoking(invoker: ServiceFunction): void {
    invoker.addEnvironment('FOLLOW_UP_FUNCTION_NAME', this.followUp.functionName);
    invoker.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.followUp.functionArn] }),
    );
  }

  private followUpFunction({ table, environment, senders, payments, alarms }: FollowUpsProps): BackgroundFunction {
    const followUp = new BackgroundFunction(this, 'FollowUp', {
      entry: 'functions/scheduled/follow-up.ts',
      environment: { ...environment, ...senders.environment },
      // Enough for three channels of eight seconds each. After two minutes a send counts as unknown.
      timeout: Duration.seconds(60),
      alarms,
      impact: 'Collections are not run: no follow-up is sent, and no collection becomes overdue or expired.',
    });
    table.allow(followUp, ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);
    payments.allowReadingCredentials(followUp);
    senders.allowSending(followUp);
    return followUp;
  }

  private addSweep({ table, environment, alarms }: FollowUpsProps): void {
    const sweep = new BackgroundFunction(this, 'Sweep', {
      entry: 'functions/scheduled/sweep.ts',
      environment,
      timeout: Duration.minutes(1),
      alarms,
      impact: 'Missed runs are not repeated: some follow-ups are never sent.',
    });
    table.allowQueryOfDue(sweep);
    this.allowInvoking(sweep);
    const target = new LambdaFunction(sweep, { deadLetterQueue: sweep.failures, maxEventAge: SWEEP_EVERY });
    new Rule(this, 'SweepRule', { schedule: Schedule.rate(SWEEP_EVERY), targets: [target] });
  }

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'SendUnknown', {
      metric: counted('followup_unknown'),
      threshold: 1,
      impact:
        'It is unknown whether a message was sent. It is not sent again, so a contact may have missed a follow-up.',
    });
    alarms.watch(this, 'ChannelFault', {
      metric: counted('channel_fault'),
      threshold: 1,
      impact:
        'A channel refuses our account (a quota, a spend limit, a suspension): its messages go to other channels.',
    });
    alarms.watch(this, 'Swept', {
      metric: counted('run_swept'),
      threshold: 1,
      impact: 'Schedules were not created or did not run: follow-ups are sent five to ten minutes late.',
    });
    alarms.watch(this, 'Late', {
      metric: counted('run_lag_seconds', 'Maximum'),
      threshold: Duration.minutes(5).toSeconds(),
      impact: 'Collections are run more than five minutes late, so their follow-ups are late too.',
    });
  }
}
