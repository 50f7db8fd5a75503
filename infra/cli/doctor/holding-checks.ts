/** The checks of what holds a stage's data: its table, keys and backups. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, GetKeyRotationStatusCommand, KMSClient } from '@aws-sdk/client-kms';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { backupVaultName, checksumSecretName, RECOVERY_DAYS } from '#infra/cdk/stages.ts';
import { type Check, callAws, type Stage, when } from './aws-call.ts';

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
  look: async ({ name, settings: { secondRegion } }) => {
    const command = new DescribeSecretCommand({ SecretId: checksumSecretName(name) });
    const { DeletedDate, ReplicationStatus = [] } = await new SecretsManagerClient({}).send(command);
    const isThere = ReplicationStatus.some(({ Region, Status }) => Region === secondRegion && Status === 'InSync');
    return [
      ...when(
        DeletedDate !== undefined,
        'The keys of API keys are to be deleted: no caller could sign in. Restore the secret.',
      ),
      ...when(
        secondRegion !== undefined && !isThere,
        `The keys of API keys are not replicated to ${secondRegion}. Deploy again.`,
      ),
    ];
  },
};

const TWO_DAYS_MS = 2 * 86_400_000;

const BACKUPS: Check = {
  name: 'Copies of backups',
  look: async ({ name, settings: { secondRegion } }) => {
    if (secondRegion === undefined) return [];
    const path = `/backup-vaults/${backupVaultName(name)}/recovery-points/`;
    const { RecoveryPoints = [] } = JSON.parse(await callAws({ service: 'backup', region: secondRegion, path }));
    const times = (RecoveryPoints as { CreationDate: number }[]).map(({ CreationDate }) => CreationDate * 1000);
    const isRecent = Math.max(0, ...times) > Date.now() - TWO_DAYS_MS;
    return when(
      !isRecent,
      `${secondRegion} has no copy of the table of the last two days. Look at the jobs of AWS Backup, and whether DynamoDB's advanced features are on there.`,
    );
  },
};

export const HOLDING_CHECKS: readonly Check[] = [TABLE, RECOVERY, KEY, SECRETS, BACKUPS];
