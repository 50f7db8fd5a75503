/** The whole service in AWS, and how its parts are connected; `functions.ts` says what each function may do. */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from './constructs/alarms.ts';
import { CollectionsTable } from './constructs/collections-table.ts';
import { FollowUps } from './constructs/follow-ups.ts';
import { Overview } from './constructs/overview.ts';
import { Payments } from './constructs/payments.ts';
import { PublicApi } from './constructs/public-api.ts';
import { Publisher } from './constructs/publisher.ts';
import { Receipts } from './constructs/receipts.ts';
import { Reconciliation } from './constructs/reconciliation.ts';
import { Relay } from './constructs/relay.ts';
import { Replies } from './constructs/replies.ts';
import { Senders } from './constructs/senders.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { Webhooks } from './constructs/webhooks.ts';
import { FUNCTIONS, type FunctionName, functionsWithRoutes } from './functions.ts';
import type { Settings } from './settings.ts';

export class CollectionsStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, { description: 'Payment collections: recorded, found, listed and followed up.' });
    const { baseUrl, alarmEmail, webAclArn, keepData, maxConcurrentRuns, senders: from } = settings;
    const alarms = new Alarms(this, 'Alarms', { email: alarmEmail });
    const table = new CollectionsTable(this, 'Data', { keepData, alarms });
    const api = new PublicApi(this, 'Api', { baseUrl, webAclArn, alarms });
    const senders = new Senders(this, 'Senders', { ...from, alarms });
    const environment = { TABLE_NAME: table.table.tableName, BASE_URL: api.baseUrl };
    const payments = new Payments(this, 'Payments', { table, alarms });
    const followUps = new FollowUps(this, 'FollowUps', {
      table,
      environment,
      senders,
      payments,
      maxConcurrentRuns,
      alarms,
    });
    const { runSchedules } = followUps;
    const webhooks = new Webhooks(this, 'Webhooks', { table, environment, senders, runSchedules, alarms });

    const build = (name: FunctionName): ServiceFunction => {
      const { folder = 'api', impact, ...may } = FUNCTIONS[name];
      const built = new ServiceFunction(this, pascal(name), {
        entry: `functions/${folder}/${name}.ts`,
        environment: { ...environment, ...(may.plansFollowUps && senders.environment) },
        // All calls of providers together may take eight seconds, a receiver of webhooks fifteen.
        timeout: Duration.seconds(may.callsProviders || may.signsWebhooks ? 20 : 10),
        alarms,
        impact,
      });
      table.allow(built, name);
      if (may.callsProviders) payments.allowReadingCredentials(built);
      if (may.signsWebhooks) webhooks.allowSigning(built);
      if (may.queuesWebhooks) webhooks.queue.allowSending(built);
      return built;
    };

    for (const { name, routes } of functionsWithRoutes()) {
      const built = build(name);
      for (const route of routes) api.serve(route, built);
    }
    api.serveTheRest(build('not-found'));
    const reconciliation = new Reconciliation(this, 'Reconciliation', {
      table,
      environment,
      payments,
      runSchedules,
      alarms,
    });
    const relay = new Relay(this, 'Relay', { table, environment, followUps, reconciliation, alarms });
    const publisher = new Publisher(this, 'PublishEvents', { table, environment, alarms });
    webhooks.queue.allowSending(publisher.function);
    const { topic } = new Replies(this, 'Replies', { table, environment, senders, alarms });
    new Receipts(this, 'Receipts', { table, environment, senders, topic, alarms });
    new Overview(this, 'Overview', {
      api,
      table,
      relay,
      publisher,
      runs: followUps.runs.queue,
      webhooks: webhooks.queue.queue,
    });

    new CfnOutput(this, 'ApiUrl', { value: api.baseUrl, description: 'The address of the service, for callers' });
    new CfnOutput(this, 'TableName', { value: table.table.tableName, description: 'For the command line tool' });
    new CfnOutput(this, 'RunsFeed', { value: followUps.runsFeed, description: 'To disable it stops all sending' });
    new CfnOutput(this, 'RepliesTopicArn', {
      value: topic.topicArn,
      description: 'The topic to which SMS and WhatsApp publish replies, and WhatsApp its receipts',
    });
  }
}

const pascal = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
