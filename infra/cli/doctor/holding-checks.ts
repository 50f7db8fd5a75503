/** The checks of what holds a stage's data: its table, keys and backups. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, GetKeyRotationStatusCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  DescribeSecretCommand,
  type DescribeSecretCommandOutput,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { checksumSecretName, copiesVaultName, RECOVERY_DAYS } from '#infra/cdk/stages.ts';
import { type Check, callAws, elements, type Stage, when } from './aws-call.ts';

const TableName = ({ outputs }: Stage): string => outputs['TableName'] ?? '';

export async function describeTable(stage: Stage) {
  const { Table = {} } = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: TableName(stage) }));
  return Table;
}

const TABLE: Check = {
  name: 'Table',
  look: async (stage) => {
    const table = await describeTable(stage);
    const { TimeToLiveDescription: ttl } = await new DynamoDBClient({}).send(
      new DescribeTimeToLiveCommand({ TableName: TableName(stage) }),
    );
    const indexes = table.GlobalSecondaryIndexes ?? [];
    return [
      ...when(table.TableStatus !== 'ACTIVE', `The table is ${table.TableStatus}. Wait, then look again.`),
      ...when(
        indexes.some(({ IndexStatus }) => IndexStatus !== 'ACTIVE'),
        'An index is not active yet. Wait, then look again.',
      ),
      ...when(
        stage.settings.keepData && !table.DeletionProtectionEnabled,
        'The table can be deleted. Deploy again, which protects it.',
      ),
      ...when(
        table.StreamSpecification?.StreamViewType !== 'NEW_AND_OLD_IMAGES',
        'The table has no stream, so nothing new is followed up. Run: npm run cli -- table prepare.',
      ),
      ...when(
        ttl?.TimeToLiveStatus !== 'ENABLED',
        'What should expire in the table does not. Run: npm run cli -- table prepare.',
      ),
    ];
  },
};

const RECOVERY: Check = {
  name: 'Point-in-time recovery',
  look: async (stage) => {
    const { ContinuousBackupsDescription: found } = await new DynamoDBClient({}).send(
      new DescribeContinuousBackupsCommand({ TableName: TableName(stage) }),
    );
    const { PointInTimeRecoveryStatus: status, RecoveryPeriodInDays: days } =
      found?.PointInTimeRecoveryDescription ?? {};
    return [
      ...when(status !== 'ENABLED', 'The table cannot be restored. Run: npm run cli -- table prepare.'),
      ...when(
        status === 'ENABLED' && days !== undefined && days !== RECOVERY_DAYS,
        `The table can be restored for ${days} days, not ${RECOVERY_DAYS}. Deploy again.`,
      ),
    ];
  },
};

const KEY: Check = {
  name: 'Key of credentials',
  look: async ({ settings, outputs }) => {
    const client = new KMSClient({});
    const KeyId = outputs['CredentialsKeyArn'];
    const { KeyMetadata: key } = await client.send(new DescribeKeyCommand({ KeyId }));
    const { KeyRotationEnabled } = await client.send(new GetKeyRotationStatusCommand({ KeyId }));
    return [
      ...when(
        key?.KeyState !== 'Enabled',
        `The key is ${key?.KeyState}: nobody can pay. Enable it in KMS, or cancel its deletion.`,
      ),
      ...when(!KeyRotationEnabled, 'The key is not rotated each year. Deploy again.'),
      ...when(
        settings.secondRegion !== undefined && !key?.MultiRegion,
        'The key is of one Region, so its loss is that of all credentials. See "The Region is lost" in the runbook.',
      ),
    ];
  },
};

const SECRETS: Check = {
  name: 'Secrets',
  look: async ({ name, outputs, settings: { secondRegion } }) => {
    const secrets = [
      { SecretId: checksumSecretName(name), what: 'keys of API keys', lost: 'no caller could sign in' },
      { SecretId: outputs['WebhookKeySecretArn'], what: 'key of webhooks', lost: 'no webhook could be signed' },
    ];
    const client = new SecretsManagerClient({});
    const found = await Promise.all(
      secrets.map(async ({ SecretId, ...of }) => ({
        ...of,
        ...(await client.send(new DescribeSecretCommand({ SecretId }))),
      })),
    );
    const isThere = ({ ReplicationStatus = [] }: DescribeSecretCommandOutput) =>
      ReplicationStatus.some(({ Region, Status }) => Region === secondRegion && Status === 'InSync');
    const apart = found.filter((each) => !isThere(each)).map(({ what }) => what);
    return [
      ...found
        .filter(({ DeletedDate }) => DeletedDate !== undefined)
        .map(({ what, lost }) => `To be deleted: the ${what}; ${lost}. Restore the secret.`),
      ...when(
        secondRegion !== undefined && apart.length > 0,
        `Not replicated to ${secondRegion}: ${apart.join(', ')}. Deploy again.`,
      ),
    ];
  },
};

/** What waits in the second Region for the loss of the first. */
const SECOND_REGION: Check = {
  name: 'Second Region',
  look: async ({ name, settings: { secondRegion: region, senders } }) => {
    if (region === undefined) return [];
    const outputsOf = async (StackName: string): Promise<string[] | undefined> => {
      const query = { Action: 'DescribeStacks', Version: '2010-05-15', StackName };
      const xml = await callAws({ service: 'cloudformation', region, query }).catch(() => undefined);
      return xml === undefined ? undefined : elements(xml, 'OutputKey');
    };
    const [waiting, toolkit] = await Promise.all([
      outputsOf(`collections-${name}-second-region`),
      outputsOf('CDKToolkit'),
    ]);
    const mail = senders.email && JSON.parse(await callAws({ service: 'ses', region, path: '/v2/email/account' }));
    return [
      ...when(
        !waiting?.includes('RestoreRoleArn'),
        `${region} has no role that restores a backup. Deploy again: npm run deploy -- -c stage=${name}.`,
      ),
      ...when(toolkit === undefined, `The CDK is not prepared in ${region}. Run: npx cdk bootstrap -c stage=${name}.`),
      ...when(
        mail && !mail.ProductionAccessEnabled,
        `SES is in its sandbox in ${region}: ask for production access there too, which takes a day.`,
      ),
    ];
  },
};

/** One each six hours, one until it begins, and its copy. */
const LATEST_COPY_MS = 10 * 3_600_000;
const DAY_MS = 86_400_000;

const BACKUPS: Check = {
  name: 'Copies of backups',
  look: async ({ name, settings: { region, secondRegion } }) => {
    if (secondRegion === undefined) return [];
    const path = `/backup-vaults/${copiesVaultName(name, region ?? '')}/recovery-points/`;
    const since = new Date(Date.now() - DAY_MS).toISOString();
    const failed = `/backup-jobs/?state=FAILED&resourceType=DynamoDB&createdAfter=${encodeURIComponent(since)}`;
    const [{ RecoveryPoints = [] }, { BackupJobs = [] }] = await Promise.all([
      callAws({ service: 'backup', region: secondRegion, path }).then(JSON.parse),
      callAws({ service: 'backup', path: failed }).then(JSON.parse),
    ]);
    const times = (RecoveryPoints as { CreationDate: number }[]).map(({ CreationDate }) => CreationDate * 1000);
    const isRecent = Math.max(0, ...times) > Date.now() - LATEST_COPY_MS;
    return [
      ...when(
        !isRecent,
        `${secondRegion} has no copy of the table of the last ten hours. Look at the jobs of AWS Backup, and whether DynamoDB's advanced features are on there.`,
      ),
      ...(BackupJobs as { StatusMessage?: string }[])
        .slice(0, 1)
        .map(
          ({ StatusMessage = 'no reason given' }) =>
            `A backup of the last day failed (${StatusMessage}). Look at the jobs of AWS Backup.`,
        ),
    ];
  },
};

export const HOLDING_CHECKS: readonly Check[] = [TABLE, RECOVERY, KEY, SECRETS, SECOND_REGION, BACKUPS];
