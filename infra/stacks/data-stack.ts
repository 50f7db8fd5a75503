/** What outlives every release: the table, the address, the key of webhooks, and the topic of alarms. */
import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from '#infra/constructs/alarms.ts';
import { ApiAddress } from '#infra/constructs/api-address.ts';
import { CollectionsTable } from '#infra/constructs/collections-table.ts';
import { WebhookKey } from '#infra/constructs/webhook-key.ts';
import type { Settings } from '#infra/settings.ts';
import { StageStack, type StageStackProps } from './stage-stack.ts';

export class DataStack extends StageStack {
  readonly alarms: Alarms;
  readonly table: CollectionsTable;
  readonly address: ApiAddress;
  readonly webhookKey: WebhookKey;

  constructor(scope: Construct, { settings, ...props }: StageStackProps & { settings: Settings }) {
    const { alarmEmail, keepData, baseUrl, domain, adoptTable } = settings;
    const description = 'Payment collections: the table, the address, the key of webhooks and the topic of alarms.';
    super(scope, { part: 'data', description }, { ...props, terminationProtection: keepData });
    this.alarms = new Alarms(this, 'Alarms', { email: alarmEmail });
    this.table = new CollectionsTable(this, 'Data', { keepData, adoptTable, alarms: this.alarms });
    this.address = new ApiAddress(this, 'Api', { baseUrl, domain: domain?.name });
    this.webhookKey = new WebhookKey(this, 'WebhookKey', { keepData });

    new CfnOutput(this, 'ApiUrl', { value: this.address.baseUrl, description: 'The address of the service' });
    new CfnOutput(this, 'TableName', { value: this.table.table.tableName, description: 'For the command line tool' });
    new CfnOutput(this, 'AlarmsTopicArn', { value: this.alarms.topic.topicArn, description: 'For more receivers' });
  }

  /** What every function is told. */
  get variables(): Record<string, string> {
    return { TABLE_NAME: this.table.table.tableName, BASE_URL: this.address.baseUrl };
  }
}
