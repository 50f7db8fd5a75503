/** Schedules that queue runs and reconcile providers, in a group of their own, with a queue for those that were not delivered. */
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { acknowledgeWildcard, type ServiceFunction } from './service-function.ts';
import { DeadLetters } from './work-queue.ts';

const SCHEDULER = 'scheduler.amazonaws.com';

/** Half of the default quota of a Region, ten million. */
const MANY_SCHEDULES = 5_000_000;

export type RunSchedulesProps = {
  /** For the messages of the schedules that run collections. */
  runs: IQueue;
  alarms: Alarms;
};

export class RunSchedules extends Construct {
  readonly group: ScheduleGroup;
  private readonly role: Role;
  private readonly undelivered: DeadLetters;
  private readonly runs: IQueue;

  constructor(scope: Construct, id: string, { runs, alarms }: RunSchedulesProps) {
    super(scope, id);
    this.runs = runs;
    // The schedules are of no use without the stack's queue, and a table that is kept knows when each run is due.
    this.group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.undelivered = new DeadLetters(this, 'Undelivered', {
      alarms,
      impact:
        'A run did not reach its queue, or a reconciliation its function: the sweeper queues the run, and the next reconciliation covers a missed one.',
    });
    this.role = this.roleOf();
    this.watch(alarms);
  }

  private watch(alarms: Alarms): void {
    const { group } = this;
    alarms.watch(this, 'TargetErrors', {
      metric: group.metricTargetErrors(),
      threshold: 1,
      impact: 'Scheduler cannot put runs on their queue: it tries again, and the sweeper queues what it gives up.',
    });
    alarms.watch(this, 'Dropped', {
      metric: group.metricDropped(),
      threshold: 1,
      impact: 'Scheduler has given up runs: the sweeper queues them two to three minutes late.',
    });
    alarms.watch(this, 'Lost', {
      metric: group.metricFailedToBeSentToDLQ(),
      threshold: 1,
      impact: 'Scheduler could not even keep the runs that it gave up as dead letters: only the sweeper knows them.',
    });
    alarms.watch(this, 'Many', {
      metric: new Metric({
        namespace: 'AWS/Usage',
        metricName: 'ResourceCount',
        dimensionsMap: { Service: 'Scheduler', Class: 'None', Type: 'Resource', Resource: 'ApproximateSchedule' },
        statistic: 'Maximum',
      }),
      threshold: MANY_SCHEDULES,
      impact: 'The account has half the schedules that AWS allows by default: ask for more before none can be made.',
    });
  }

  /** Lets the schedules in the group invoke a function too. */
  addTarget(target: ServiceFunction): void {
    this.role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.live.functionArn] }),
    );
  }

  /** Lets the schedules in the group put messages on a queue too. */
  addQueue(queue: IQueue): void {
    this.role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }));
  }

  /** Lets a function create schedules in the group, and sets the variables that it needs for them. */
  allowCreating(creator: ServiceFunction): void {
    const schedules = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.group.scheduleGroupName}/*`,
    });
    acknowledgeWildcard(
      creator,
      schedules,
      "Each run has a schedule with a name of its own, in the stack's schedule group.",
    );
    creator.addToRolePolicy(new PolicyStatement({ actions: ['scheduler:CreateSchedule'], resources: [schedules] }));
    creator.addToRolePolicy(
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.role.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': SCHEDULER } },
      }),
    );
    creator.addEnvironment('SCHEDULE_GROUP', this.group.scheduleGroupName);
    creator.addEnvironment('RUNS_QUEUE_ARN', this.runs.queueArn);
    creator.addEnvironment('SCHEDULER_ROLE_ARN', this.role.roleArn);
    creator.addEnvironment('SCHEDULE_DLQ_ARN', this.undelivered.queueArn);
  }

  /** The role of the schedules in this group. */
  private roleOf(): Role {
    const conditions = {
      StringEquals: { 'aws:SourceAccount': Stack.of(this).account, 'aws:SourceArn': this.group.scheduleGroupArn },
    };
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal(SCHEDULER, { conditions }) });
    const queues = [this.runs.queueArn, this.undelivered.queueArn];
    role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues }));
    return role;
  }
}
