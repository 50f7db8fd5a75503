/** All of the service in AWS: what there is, and how it hangs together. What each function may do is on the menu. */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from './constructs/alarms.ts';
import { CollectionsTable } from './constructs/collections-table.ts';
import { FollowUps } from './constructs/follow-ups.ts';
import { Overview } from './constructs/overview.ts';
import { Payments } from './constructs/payments.ts';
import { PublicApi } from './constructs/public-api.ts';
import { Receipts } from './constructs/receipts.ts';
import { Relay } from './constructs/relay.ts';
import { Replies } from './constructs/replies.ts';
import { Senders } from './constructs/senders.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { FUNCTIONS, type Operations, routesByOperation } from './functions.ts';
import type { Settings } from './settings.ts';

export class CollectionsStack extends Stack {
  constructor(scope: Construct, id: string, { baseUrl, alarmEmail, webAclArn, keepData, senders: from }: Settings) {
    super(scope, id, { description: 'Payment collections: recorded, found, listed and followed up.' });
    const alarms = new Alarms(this, 'Alarms', { email: alarmEmail });
    const table = new CollectionsTable(this, 'Data', { keepData, alarms });
    const api = new PublicApi(this, 'Api', { baseUrl, webAclArn, alarms });
    const senders = new Senders(this, 'Senders', from);
    const environment = { TABLE_NAME: table.table.tableName, BASE_URL: api.baseUrl };
    const payments = new Payments(this, 'Payments', { table, alarms });

    const operation = (name: keyof Operations): ServiceFunction => {
      const { may, plans, asksProviders, folder = 'api', impact } = FUNCTIONS[name];
      const made = new ServiceFunction(this, pascal(name), {
        entry: `functions/${folder}/${name}.ts`,
        environment: { ...environment, ...(plans && senders.environment) },
        // A provider has eight seconds in all.
        timeout: Duration.seconds(asksProviders ? 20 : 10),
        alarms,
        impact,
      });
      table.allow(made, may);
      if (asksProviders) payments.allowAsking(made);
      return made;
    };

    for (const { name, routes } of routesByOperation()) {
      const made = operation(name);
      for (const route of routes) api.serve(route, made);
    }
    api.serveTheRest(operation('not-found'));
    const { runSchedules } = new FollowUps(this, 'FollowUps', { table, environment, senders, payments, alarms });
    const relay = new Relay(this, 'Relay', { table, environment, runSchedules, alarms });
    new Receipts(this, 'Receipts', { table, environment, senders, alarms });
    const { topicArn } = new Replies(this, 'Replies', { table, environment, alarms });
    new Overview(this, 'Overview', { api, table, relay });

    new CfnOutput(this, 'ApiUrl', { value: api.baseUrl, description: 'Where callers reach the service' });
    new CfnOutput(this, 'TableName', { value: table.table.tableName, description: 'For the command line tool' });
    new CfnOutput(this, 'RepliesTopicArn', {
      value: topicArn,
      description: 'Where SMS and WhatsApp put what people answer',
    });
  }
}

const pascal = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
