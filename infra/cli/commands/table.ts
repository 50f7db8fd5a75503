/** `table prepare`: after a restore, the new table gets what the restore left out. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  type TableDescription,
  type Tag,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { RECOVERY_DAYS } from '#infra/cdk/stages.ts';
import { alignColumns, CommandFailure, type Run, textOf } from '#infra/cli/command.ts';
import { clock } from '#lib/clock.ts';
import { INDEXES } from '#lib/store/indexes.ts';
import { TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { endAllSessions } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';

export const prepare: Run = async (values) => {
  const name = textOf(values, 'to-table');
  const like = values['like'] === undefined ? undefined : textOf(values, 'like');
  const { prepared, streamArn } = await prepareTable({ client: table.client, name, like }).catch(
    unlessMissing(name, like),
  );
  table.name = name;
  const members = await endAllSessions(table);
  const adoptTable = { name, streamArn };
  const rows = [
    ...prepared.map(({ setting, outcome }) => [setting, outcome]),
    ['sessions and links of the console', members === 0 ? 'as it should be' : `ended, of ${members} members`],
  ];
  const text = [
    alignColumns([`TABLE ${name}`, ''], rows),
    'For the stage in infra/cdk/stages.ts:',
    `adoptTable: {\n  name: '${name}',\n  streamArn: '${streamArn}',\n},\nnothingDueBefore: '${clock.now().toISOString()}',`,
    'Set nothingDueBefore to the instant from which the table before sent nothing any more.',
  ].join('\n\n');
  return { data: { prepared, sessionsEnded: members, adoptTable }, text };
};

const unlessMissing =
  (...names: (string | undefined)[]) =>
  (error: Error): never => {
    if (error.name !== 'ResourceNotFoundException') throw error;
    throw new CommandFailure(`There is no table ${names.filter(Boolean).join(', or no table ')} here.`);
  };

const STREAM = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;

const MAX_WAIT_SECONDS = 600;

/** One thing that the table needs, and what was found or done. */
type PreparedSetting = { setting: string; outcome: 'set' | 'as it should be' | 'not here' };

type Target = { client: DynamoDBClient; name: string; like: string | undefined };

/** Repeating it changes nothing. `streamArn` is that of the stream as it is then. */
async function prepareTable(target: Target): Promise<{ prepared: PreparedSetting[]; streamArn: string }> {
  const table = await describe(target);
  const missing = INDEXES.filter(({ name }) => table.GlobalSecondaryIndexes?.every((each) => each.IndexName !== name));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw new CommandFailure(`Table ${target.name} lacks the index ${names}: restore it with all of its indexes.`);
  }
  const prepared: PreparedSetting[] = [];
  for (const [setting, set] of Object.entries(SETTINGS)) {
    prepared.push({ setting, outcome: await set(target, await describe(target)).catch(unlessUnknown) });
  }
  const { LatestStreamArn: streamArn = '' } = await describe(target);
  return { prepared, streamArn };
}

type PrepareSetting = (target: Target, table: TableDescription) => Promise<PreparedSetting['outcome']>;

const SETTINGS: Readonly<Record<string, PrepareSetting>> = {
  'stream of new and old images': async ({ client, name }, { StreamSpecification: now }) => {
    if (now?.StreamEnabled && now.StreamViewType === STREAM.StreamViewType) return 'as it should be';
    if (now?.StreamEnabled) {
      throw new CommandFailure(`Table ${name} has a stream of ${now.StreamViewType}: disable it first.`);
    }
    await client.send(new UpdateTableCommand({ TableName: name, StreamSpecification: STREAM }));
    return 'set';
  },
  'time to live': async ({ client, name: TableName }) => {
    const { TimeToLiveDescription: now } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    if (now?.TimeToLiveStatus === 'ENABLED' || now?.TimeToLiveStatus === 'ENABLING') return 'as it should be';
    const TimeToLiveSpecification = { Enabled: true, AttributeName: TTL_ATTRIBUTE };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
    return 'set';
  },
  [`recovery to any point of the last ${RECOVERY_DAYS} days`]: async ({ client, name: TableName }) => {
    const { ContinuousBackupsDescription: found } = await client.send(
      new DescribeContinuousBackupsCommand({ TableName }),
    );
    const now = found?.PointInTimeRecoveryDescription;
    const isOn = now?.PointInTimeRecoveryStatus === 'ENABLED';
    if (isOn && now.RecoveryPeriodInDays === RECOVERY_DAYS) return 'as it should be';
    const wanted = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: RECOVERY_DAYS };
    await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification: wanted }));
    return 'set';
  },
  'protection against deletion': async ({ client, name: TableName }, { DeletionProtectionEnabled: isOn }) => {
    if (isOn) return 'as it should be';
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
    return 'set';
  },
  tags: async ({ client, like }, { TableArn: arn }) => {
    if (like === undefined) return 'not here';
    const wanted = await tagsOf(client, (await describe({ client, name: like })).TableArn);
    const known = await tagsOf(client, arn);
    const missing = wanted.filter(({ Key, Value }) => !known.some((tag) => tag.Key === Key && tag.Value === Value));
    if (missing.length === 0) return 'as it should be';
    await client.send(new TagResourceCommand({ ResourceArn: arn, Tags: missing }));
    return 'set';
  },
};

/** AWS keeps names that begin with aws: for itself. */
async function tagsOf(client: DynamoDBClient, arn: string | undefined): Promise<Tag[]> {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: arn }));
  return Tags.filter(({ Key }) => !Key?.startsWith('aws:'));
}

/** DynamoDB takes one change of a table at a time, so each waits for the one before. */
async function describe({ client, name: TableName }: Pick<Target, 'client' | 'name'>): Promise<TableDescription> {
  await client.send(new DescribeTableCommand({ TableName }));
  await waitUntilTableExists({ client, maxWaitTime: MAX_WAIT_SECONDS, minDelay: 1, maxDelay: 5 }, { TableName });
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return Table ?? {};
}

/** DynamoDB Local has no recovery and no tags. */
function unlessUnknown(error: Error): 'not here' {
  if (error.name === 'UnknownOperationException') return 'not here';
  throw error;
}
