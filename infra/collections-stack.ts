/** All of the service in AWS, read like a menu: what there is, what each function may do, and who notices if it fails. */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type Operation, ROUTES } from '#lib/contract/routes.ts';
import { Alarms } from './constructs/alarms.ts';
import { CollectionsTable, type TableAction } from './constructs/collections-table.ts';
import { Overview } from './constructs/overview.ts';
import { PublicApi } from './constructs/public-api.ts';
import { Relay } from './constructs/relay.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import type { Settings } from './settings.ts';

type Menu = Record<Operation | 'not-found', { may: readonly TableAction[]; impact: string }>;

const OPERATIONS: Menu = {
  'create-collection': { may: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], impact: 'No collection can be recorded.' },
  'get-collection': { may: ['GetItem'], impact: 'Nobody can look up a collection.' },
  'list-collections': { may: ['GetItem', 'Query', 'BatchGetItem'], impact: 'Nobody can list collections.' },
  'update-collection-status': { may: ['GetItem', 'UpdateItem'], impact: 'No collection can be closed by hand.' },
  'create-provider': { may: ['GetItem', 'UpdateItem'], impact: 'No provider can be added.' },
  'update-provider': { may: ['GetItem', 'UpdateItem'], impact: 'No provider can be renamed or switched off.' },
  'get-provider': { may: ['GetItem'], impact: 'Nobody can look up a provider.' },
  'list-providers': { may: ['GetItem'], impact: 'Nobody can list providers.' },
  'get-openapi': { may: [], impact: 'Developers cannot load the description of the API.' },
  'not-found': { may: [], impact: 'Calls to unknown routes get a bare error in place of 404 or 405.' },
};

export class CollectionsStack extends Stack {
  constructor(scope: Construct, id: string, { baseUrl, alarmEmail, webAclArn, keepData }: Settings) {
    super(scope, id, { description: 'Payment collections: recorded, found and listed.' });
    const alarms = new Alarms(this, 'Alarms', { email: alarmEmail });
    const table = new CollectionsTable(this, 'Data', { keepData, alarms });
    const api = new PublicApi(this, 'Api', { baseUrl, webAclArn, alarms });
    const environment = { TABLE_NAME: table.table.tableName, BASE_URL: api.baseUrl };

    const operation = (name: keyof Menu): ServiceFunction => {
      const { may, impact } = OPERATIONS[name];
      const entry = `functions/api/${name}.ts`;
      const made = new ServiceFunction(this, pascal(name), {
        entry,
        environment,
        timeout: Duration.seconds(10),
        alarms,
        impact,
      });
      table.allow(made, may);
      return made;
    };

    for (const route of ROUTES) api.serve(route, operation(route.operation));
    api.serveTheRest(operation('not-found'));
    const relay = new Relay(this, 'Relay', { table, environment, alarms });
    const functions = this.node.findAll().filter((construct) => construct instanceof ServiceFunction);
    new Overview(this, 'Overview', { api, functions, table, relay });

    new CfnOutput(this, 'ApiUrl', { value: api.baseUrl, description: 'Where callers reach the service' });
    new CfnOutput(this, 'TableName', { value: table.table.tableName, description: 'For the command line tool' });
  }
}

const pascal = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
