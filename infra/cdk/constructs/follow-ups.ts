/** Follow-ups: the function that runs collections, its queue, the schedules that fill it, and the sweeper for missed runs. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Senders } from '#infra/cdk/channels/senders.ts';
import { type Alarms, counted, FEW, shareOf } from './alarms.ts';
import { BackgroundFunction, sweepEachMinute } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { Payments } from './payments.ts';
import { RunSchedules } from './run-schedules.ts';
import { ServiceFunction } from './service-function.ts';
import { WorkQueue } from './work-queue.ts';

/** Enough for three channels of eight seconds each, some of them twice. After two minutes a send counts as unknown. */
const RUN_TIMEOUT = Duration.seconds(60);

export type FollowUpsProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  senders: Senders;
  payments: Payments;
  /** How many batches of runs at once. */
  maxConcurrentRuns: number;
  /** How long its queue waits for more runs. */
  gathers: Duration;
  /** How much of the account's concurrency is kept for the runs. */
  reserved: number | undefined;
  /** Slots that were due before this instant are skipped. */
  nothingDueBefore: string | undefined;
  alarms: Alarms;
};

export class FollowUps extends Construct {
  readonly function: ServiceFunction;
  readonly runSchedules: RunSchedules;
  readonly runs: WorkQueue;
  /** The event source mapping between the queue and the function: without it nothing is sent. */
  readonly runsFeed: string;
  /** The variable before which nothing is due. */
  readonly fence: Record<string, string>;

  constructor(scope: Construct, id: string, props: FollowUpsProps) {
    super(scope, id);
    const { alarms, gathers, maxConcurrentRuns, nothingDueBefore } = props;
    this.fence = nothingDueBefore === undefined ? {} : { NOTHING_DUE_BEFORE: nothingDueBefore };
    this.runs = new WorkQueue(this, 'Runs', {
      alarms,
      gathers,
      timeout: RUN_TIMEOUT,
      variables: 'RUNS',
      impacts: {
        failed: 'A run failed each time: if its collection still needs a run, the sweeper queues it again and again.',
        late: 'Runs wait longer than five minutes: more follow-ups are due than maxConcurrentRuns lets through.',
      },
    });
    this.function = this.followUpFunction(props);
    this.runsFeed = this.runs.feed(this.function, maxConcurrentRuns);
    this.runSchedules = new RunSchedules(this, 'RunSchedules', { runs: this.runs.queue, alarms });
    this.addSweep(props);
    this.watch(alarms);
  }

  private followUpFunction(props: FollowUpsProps): ServiceFunction {
    const { table, environment, senders, payments, reserved, alarms } = props;
    const followUp = new ServiceFunction(this, 'FollowUp', {
      entry: 'functions/scheduled/follow-up.ts',
      environment: { ...environment, ...senders.environment, ...this.fence },
      waits: true,
      timeout: RUN_TIMEOUT,
      reserved,
      alarms,
      impact: 'Collections are not run: no follow-up is sent, and no collection becomes overdue or expired.',
    });
    table.allow(followUp, 'follow-up');
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
      impact: 'Missed runs are not all queued: some follow-ups are late until a sweep succeeds.',
    });
    table.allow(sweep, 'sweep');
    this.runs.allowSending(sweep);
    this.runs.allowCounting(sweep);
    sweepEachMinute(this, sweep, {
      alarms,
      impact: 'The sweeper does not run: a run whose schedule fails is never repeated.',
    });
  }

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'SendUnknown', {
      metric: shareOf(this, ['followup_unknown', 'followup_sent'], FEW),
      threshold: 5,
      period: Duration.days(1),
      impact:
        'Of one message in twenty of a day it is unknown whether it was sent. None is sent again, so contacts may have missed follow-ups.',
    });
    alarms.watchShare(this, 'SendsFail', {
      // Fewer failures than a share asks for are the addresses' fault, not ours.
      of: ['followup_failed', 'followup_sent'],
      quick: 'One message in five or more fails on every channel: contacts do not get their follow-ups.',
      allDay: 'Half of the messages of a day fail on every channel: contacts do not get their follow-ups.',
    });
    alarms.watch(this, 'RunFailed', {
      metric: counted(this, 'run_failed'),
      threshold: 1,
      impact: 'A run failed, so a follow-up, an expiry or a check is late: the queue repeats it after six minutes.',
    });
    alarms.watch(this, 'NotScheduled', {
      metric: counted(this, 'run_not_scheduled'),
      threshold: 1,
      impact: 'Schedules cannot be made, or runs cannot be queued: the sweeper queues them two to three minutes late.',
    });
    alarms.watch(this, 'ChannelFault', {
      metric: counted(this, 'channel_fault'),
      threshold: 1,
      impact:
        'A channel refuses our account (a quota, a spend limit, a suspension): its messages go to other channels.',
    });
    alarms.watch(this, 'ChannelFails', {
      metric: counted(this, 'channel_adapter_failed'),
      threshold: 1,
      impact: 'Our own code for a channel fails: its messages go to other channels, or to nobody.',
    });
    alarms.watch(this, 'Swept', {
      metric: counted(this, 'run_swept'),
      threshold: 1,
      // One lost schedule is mended by its sweep; what goes on for a quarter of an hour is a cause.
      periods: 3,
      impact: 'Runs were not scheduled, did not come or failed: follow-ups are sent two minutes late or more.',
    });
    alarms.watch(this, 'Late', {
      metric: counted(this, 'run_lag_seconds', 'Maximum'),
      threshold: Duration.minutes(5).toSeconds(),
      impact: 'Collections are run more than five minutes late, so their follow-ups are late too.',
    });
  }
}
