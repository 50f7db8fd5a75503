/** Schedules that run collections and reconcile providers, in a group of their own, with a queue for those that were not delivered. */
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { acknowledgeWildcard } from './acknowledge-wildcard.ts';
import type { Alarms } from './alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import type { ServiceFunction } from './service-function.ts';

const SCHEDULER = 'scheduler.amazonaws.com';

export type RunSchedulesProps = { target: ServiceFunction; alarms: Alarms };

export class RunSchedules extends Construct {
  readonly group: ScheduleGroup;
  private readonly role: Role;
  private readonly undelivered: DeadLetters;
  private readonly target: ServiceFunction;

  constructor(scope: Construct, id: string, { target, alarms }: RunSchedulesProps) {
    super(scope, id);
    this.target = target;
    // The schedules are of no use without the stack's function, and a table that is kept knows when each run is due.
    this.group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.undelivered = new DeadLetters(this, 'Undelivered', {
      alarms,
      impact:
        'A run did not reach its function: the sweeper repeats a follow-up, and the next reconciliation covers a missed one.',
    });
    this.role = this.roleOf(target);
  }

  /** Lets the schedules in the group invoke another function too. */
  addTarget(target: ServiceFunction): void {
    this.role.addToPolicy(invoking(target));
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
    creator.addEnvironment('FOLLOW_UP_FUNCTION_ARN', this.target.functionArn);
    creator.addEnvironment('SCHEDULER_ROLE_ARN', this.role.roleArn);
    creator.addEnvironment('SCHEDULE_DLQ_ARN', this.undelivered.queueArn);
  }

  /** The role of the schedules in this group. */
  private roleOf(target: ServiceFunction): Role {
    const conditions = {
      StringEquals: { 'aws:SourceAccount': Stack.of(this).account, 'aws:SourceArn': this.group.scheduleGroupArn },
    };
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal(SCHEDULER, { conditions }) });
    role.addToPolicy(invoking(target));
    role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.undelivered.queueArn] }));
    return role;
  }
}

const invoking = ({ functionArn }: ServiceFunction): PolicyStatement =>
  new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] });
