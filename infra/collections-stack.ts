/** All of the service in AWS, read like a menu: what there is, what each function may do, and who notices if it fails. */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type Operation, ROUTES } from '#lib/contract/routes.ts';
import { Alarms } from './constructs/alarms.ts';
import { CollectionsTable, type TableAction } from './constructs/collections-table.ts';
import { FollowUps } from './constructs/follow-ups.ts';
import { Overview } from './constructs/overview.ts';
import { PublicApi } from './constructs/public-api.ts';
import { Receipts } from './constructs/receipts.ts';
import { Relay } from './constructs/relay.ts';
import { Replies } from './constructs/replies.ts';
import { Senders } from './constructs/senders.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import type { Settings } from './settings.ts';

type Dish = { may: readonly TableAction[]; plans?: true; folder?: string; impact: string };
type Menu = Record<Operation | 'not-found' | 'unsubscribe', Dish>;

const OPERATIONS: Menu = {
  'create-collection': {
    may: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    plans: true,
    impact: 'No collection can be recorded.',
  },
  'get-collection': { may: ['GetItem', 'Query'], impact: 'Nobody can look up a collection.' },
  'list-collections': { may: ['GetItem', 'Query', 'BatchGetItem'], impact: 'Nobody can list collections.' },
  'update-collection-status': { may: ['GetItem', 'UpdateItem'], impact: 'No collection can be closed by hand.' },
  'get-follow-ups': { may: ['GetItem', 'Query', 'BatchGetItem'], plans: true, impact: 'Nobody can see a plan.' },
  'preview-follow-ups': { may: ['GetItem', 'BatchGetItem'], plans: true, impact: 'Nobody can preview a plan.' },
  'create-provider': { may: ['GetItem', 'UpdateItem'], impact: 'No provider can be added.' },
  'update-provider': { may: ['GetItem', 'UpdateItem'], impact: 'No provider can be renamed or switched off.' },
  'get-provider': { may: ['GetItem'], impact: 'Nobody can look up a provider.' },
  'list-providers': { may: ['GetItem'], impact: 'Nobody can list providers.' },
  'get-openapi': { may: [], impact: 'Developers cannot load the description of the API.' },
  'not-found': { may: [], impact: 'Calls to unknown routes get a bare error in place of 404 or 405.' },
  unsubscribe: { may: ['GetItem', 'PutItem'], folder: 'messaging', impact: 'The way out in each message is blocked.' },
};

export class CollectionsStack extends Stack {
  constructor(scope: Construct, id: string, { baseUrl, alarmEmail, webAclArn, keepData, senders: from }: Settings) {
    super(scope, id, { description: 'Payment collections: recorded, found, listed and followed up.' });
    const alarms = new Alarms(this, 'Alarms', { email: alarmEmail });
    const table = new CollectionsTable(this, 'Data', { keepData, alarms });
    const api = new PublicApi(this, 'Api', { baseUrl, webAclArn, alarms });
    const senders = new Senders(this, 'Senders', from);
    const environment = { TABLE_NAME: table.table.tableName, BASE_URL: api.baseUrl };

    const operation = (name: keyof Menu): ServiceFunction => {
      const { may, plans, folder = 'api', impact } = OPERATIONS[name];
      const made = new ServiceFunction(this, pascal(name), {
        entry: `functions/${folder}/${name}.ts`,
        environment: { ...environment, ...(plans && senders.environment) },
        timeout: Duration.seconds(10),
        alarms,
        impact,
      });
      table.allow(made, may);
      return made;
    };

    for (const route of ROUTES) api.serve(route, operation(route.operation));
    api.servePage('/u/{token}', operation('unsubscribe'));
    api.serveTheRest(operation('not-found'));
    const { wakes } = new FollowUps(this, 'FollowUps', { table, environment, senders, alarms });
    const relay = new Relay(this, 'Relay', { table, environment, wakes, alarms });
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
