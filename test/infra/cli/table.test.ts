/** `cli table prepare`: what it refuses, what it says, and that it may be repeated. */

import { type Tag, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { CommandFailure } from '#infra/cli/command.ts';
import { prepare } from '#infra/cli/commands/table.ts';
import { localClient } from '#infra/local/aws-environment.ts';
import { table as live } from '#lib/store/table/live-table.ts';
import { aTable } from '#test/restore/a-world.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { startStubServer } from '#test/support/stub-server.ts';

const table = useTable();

const outcomes = (data: unknown) =>
  (data as { prepared: { setting: string; outcome: string }[] }).prepared.map(({ outcome }) => outcome);

it('cli table prepare sets what a restore leaves out, prints the setting of the stage, and may be repeated', async () => {
  const name = await aTable(table);
  await table.client.send(new UpdateTableCommand({ TableName: name, StreamSpecification: { StreamEnabled: false } }));
  const first = await prepare({ 'to-table': name });
  // DynamoDB Local has no recovery and no tags.
  expect(outcomes(first.data)).toEqual(['set', 'set', 'not here', 'set', 'not here']);
  const again = await prepare({ 'to-table': name });
  expect(outcomes(again.data)).toEqual([
    'as it should be',
    'as it should be',
    'not here',
    'as it should be',
    'not here',
  ]);
  expect(again.data).toMatchObject({
    adoptTable: { name, streamArn: expect.stringContaining(`table/${name}/stream/`) },
    sessionsEnded: 0,
  });
  expect(again.text).toContain(`name: '${name}'`);
  await table.client.send(new UpdateTableCommand({ TableName: name, DeletionProtectionEnabled: false }));
});

it('a table that does not exist is named', async () => {
  await expect(prepare({ 'to-table': 'no-such-table' })).rejects.toThrow(CommandFailure);
  await expect(prepare({ 'to-table': 'no-such-table' })).rejects.toThrow('There is no table no-such-table here.');
});

type Recovery = { PointInTimeRecoveryEnabled: boolean; RecoveryPeriodInDays?: number };

/** DynamoDB Local, with what it lacks: the recovery of one table, and tags by the name of a table. */
async function withRecoveryAndTags(recovery: Recovery, tags: Map<string, Tag[]>) {
  const aws = { recovery, tags };
  const nameIn = (arn: string) => arn.slice(arn.lastIndexOf('/') + 1);
  const operations: Record<string, (asked: never) => object> = {
    DescribeContinuousBackups: () => {
      const { PointInTimeRecoveryEnabled: isOn, ...period } = aws.recovery;
      const found = { PointInTimeRecoveryStatus: isOn ? 'ENABLED' : 'DISABLED', ...period };
      return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: found } };
    },
    UpdateContinuousBackups: ({ PointInTimeRecoverySpecification }: { PointInTimeRecoverySpecification: Recovery }) => {
      aws.recovery = PointInTimeRecoverySpecification;
      return {};
    },
    ListTagsOfResource: ({ ResourceArn }: { ResourceArn: string }) => ({ Tags: aws.tags.get(nameIn(ResourceArn)) }),
    TagResource: ({ ResourceArn, Tags }: { ResourceArn: string; Tags: Tag[] }) => {
      const others = aws.tags.get(nameIn(ResourceArn))?.filter(({ Key }) => Tags.every((tag) => tag.Key !== Key)) ?? [];
      aws.tags.set(nameIn(ResourceArn), [...others, ...Tags]);
      return {};
    },
  };
  const { url } = await startStubServer(async ({ headers }, body) => {
    const operation = operations[String(headers['x-amz-target']).replace('DynamoDB_20120810.', '')];
    if (operation !== undefined) return { status: 200, body: operation(JSON.parse(body) as never) };
    const { authorization = '', 'x-amz-target': target = '' } = headers;
    const sent = { authorization, 'x-amz-target': String(target), 'content-type': 'application/x-amz-json-1.0' };
    const answer = await fetch(table.endpoint, { method: 'POST', headers: sent, body });
    return { status: answer.status, text: await answer.text() };
  });
  const client = localClient({ endpoint: url, accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? '' });
  const before = live.client;
  live.client = DynamoDBDocumentClient.from(client);
  onTestFinished(() => {
    live.client = before;
    client.destroy();
  });
  return aws;
}

it('four weeks of recovery, and the tags of the table before without those of AWS, are set where they differ', async () => {
  const [before, name] = [await aTable(table, { adopt: false }), await aTable(table)];
  const tag = (Key: string, Value: string): Tag => ({ Key, Value });
  const theirs = [tag('team', 'money'), tag('cost', 'shop'), tag('aws:cloudformation:stack-name', 'data')];
  const own = [tag('team', 'nobody'), tag('restored', 'yes')];
  const tags = new Map([
    [before, theirs],
    [name, own],
  ]);
  const aws = await withRecoveryAndTags({ PointInTimeRecoveryEnabled: false }, tags);
  const prepared = async (like?: string) => outcomes((await prepare({ 'to-table': name, ...(like && { like }) })).data);
  expect((await prepared()).slice(2)).toEqual(['set', 'set', 'not here']);
  expect(aws.recovery).toEqual({ PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 28 });
  expect((await prepared(before)).slice(2)).toEqual(['as it should be', 'as it should be', 'set']);
  expect(tags.get(name)).toEqual([tag('restored', 'yes'), tag('team', 'money'), tag('cost', 'shop')]);
  expect(await prepared(before)).toEqual(Array.from({ length: 5 }, () => 'as it should be'));
  aws.recovery = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 };
  expect((await prepared(before))[2]).toBe('set');
  await table.client.send(new UpdateTableCommand({ TableName: name, DeletionProtectionEnabled: false }));
});
