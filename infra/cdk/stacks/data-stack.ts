/** What outlives every release: the table, the address, the keys, and the topic of alarms. */
import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from '#infra/cdk/constructs/alarms.ts';
import { ApiAddress } from '#infra/cdk/constructs/api-address.ts';
import { Backups } from '#infra/cdk/constructs/backups.ts';
import { CollectionsTable } from '#infra/cdk/constructs/collections-table.ts';
import { ApiKeyChecksum, CredentialsKey, WebhookKey } from '#infra/cdk/constructs/keys.ts';
import type { Settings } from '#infra/cdk/settings.ts';
import { StageStack, type StageStackProps } from './stage-stack.ts';

export class DataStack extends StageStack {
  readonly alarms: Alarms;
  readonly table: CollectionsTable;
  readonly address: ApiAddress;
  readonly webhookKey: WebhookKey;
  readonly credentialsKey: CredentialsKey;
  readonly apiKeyChecksum: ApiKeyChecksum;
  private readonly retentionDays: number | undefined;

  constructor(scope: Construct, { settings, ...props }: StageStackProps & { settings: Settings }) {
    const { alarmEmail, keepData, baseUrl, domain, adoptTable, retentionDays } = settings;
    const { region, secondRegion, singleRegionKey: isSingleRegion, adoptKeys, replica } = settings;
    const description = 'Payment collections: the table, the address, the keys and the topic of alarms.';
    super(scope, { part: 'data', description }, { ...props, terminationProtection: keepData });
    this.alarms = new Alarms(this, 'Alarms', { email: alarmEmail });
    const erases = retentionDays !== undefined;
    this.table = new CollectionsTable(this, 'Data', {
      ...{ keepData, adoptTable, erases, alarms: this.alarms },
      replicaIn: replica ? secondRegion : undefined,
    });
    this.address = new ApiAddress(this, 'Api', {
      keepData,
      baseUrl,
      domain: domain?.name,
      closesGateway: domain?.closesGateway,
    });
    this.retentionDays = retentionDays;
    const kept = { keepData, secondRegion };
    const [webhookKey, credentialsKey] = [adoptKeys?.webhookKeySecretArn, adoptKeys?.credentialsKeyArn];
    this.webhookKey = new WebhookKey(this, 'WebhookKey', { ...kept, adopted: webhookKey });
    this.credentialsKey = new CredentialsKey(this, 'CredentialsKey', {
      ...kept,
      isSingleRegion,
      adopted: credentialsKey,
    });
    this.apiKeyChecksum = new ApiKeyChecksum(this, 'ApiKeyChecksum', { ...kept, isAdopted: adoptKeys !== undefined });
    const { table, alarms } = this;
    if (region && secondRegion) new Backups(this, 'Backups', { table: table.table, region, secondRegion, alarms });

    new CfnOutput(this, 'ApiUrl', { value: this.address.baseUrl, description: 'The address of the service' });
    new CfnOutput(this, 'TableName', { value: this.table.table.tableName, description: 'For the command line tool' });
    new CfnOutput(this, 'CredentialsKeyArn', { value: this.credentialsKey.arn, description: 'Encrypts credentials' });
    new CfnOutput(this, 'WebhookKeySecretArn', { value: this.webhookKey.arn, description: 'Signs webhooks' });
    new CfnOutput(this, 'AlarmsTopicArn', { value: this.alarms.topic.topicArn, description: 'For more receivers' });
  }

  /** What every function is told. */
  get variables(): Record<string, string> {
    const { table, address, retentionDays } = this;
    return {
      TABLE_NAME: table.table.tableName,
      BASE_URL: address.baseUrl,
      ...(retentionDays !== undefined && { RETENTION_DAYS: String(retentionDays) }),
    };
  }
}
