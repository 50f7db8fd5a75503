/** Insights: the function that counts the events of accounts each minute, and the one that emails the weekly summaries. */
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { Senders } from '#infra/cdk/channels/senders.ts';
import { type Alarms, counted } from './alarms.ts';
import { BackgroundFunction, sweepEachMinute } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { ServiceFunction } from './service-function.ts';

export type InsightsProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  senders: Senders;
  alarms: Alarms;
};

export class Insights extends Construct {
  readonly count: ServiceFunction;

  constructor(scope: Construct, id: string, { table, environment, senders, alarms }: InsightsProps) {
    super(scope, id);
    const count = new BackgroundFunction(this, 'CountInsights', {
      entry: 'functions/scheduled/count-insights.ts',
      environment,
      // It stops by itself before the next minute begins, unless it makes sums of an earlier version anew.
      timeout: Duration.minutes(15),
      alarms,
      impact:
        'The figures of merchants are older than ten minutes; nothing is lost, and they are right once it runs again.',
    });
    this.count = count;
    table.allow(count, 'count-insights');
    sweepEachMinute(this, count, {
      alarms,
      impact: 'Nothing counts the events of accounts: the figures of merchants stand still.',
    });
    alarms.watch(this, 'NotCounted', {
      metric: counted(this, 'insights_not_counted'),
      threshold: 1,
      impact:
        'The figures of an account stand still; the log names it. After a repair, `cli insights rebuild` makes them anew.',
    });
    const mail = new BackgroundFunction(this, 'MailSummaries', {
      entry: 'functions/scheduled/mail-summaries.ts',
      environment: { ...environment, ...senders.environment },
      timeout: Duration.minutes(5),
      alarms,
      impact: 'Members who want the weekly summary may not get it; the next Monday tells more.',
    });
    table.allow(mail, 'mail-summaries');
    senders.allowSendingNotices(mail);
    const target = new LambdaFunction(mail.live, { deadLetterQueue: mail.failures, maxEventAge: MAIL_EVERY });
    new Rule(this, 'MailRule', { schedule: Schedule.rate(MAIL_EVERY), targets: [target] });
  }
}

const MAIL_EVERY = Duration.minutes(15);
