/** `cli table`: what it refuses, what it says, and that both commands may be repeated. */

import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { CommandFailure, UsageError } from '#infra/cli/command.ts';
import { mergeSince, prepare, progress } from '#infra/cli/commands/table.ts';
import { apiKeyKey } from '#lib/store/account/keys.ts';
import { table as used } from '#lib/store/table/live-table.ts';

import { aTable } from '#test/restore/a-world.ts';
import { useTable } from '#test/support/dynamodb.ts';

const table = useTable();
progress.write = () => true;

const SINCE = '2026-03-02T10:00:00Z';

it('cli table prepare sets what a restore leaves out, prints the setting of the stage, and may be repeated', async () => {
  const name = await aTable(table);
  await table.client.send(new UpdateTableCommand({ TableName: name, StreamSpecification: { StreamEnabled: false } }));
  const first = await prepare({ 'to-table': name });
  const outcomes = (data: unknown) =>
    (data as { prepared: { setting: string; outcome: string }[] }).prepared.map(({ outcome }) => outcome);
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

it('cli table merge-since says what it added and changed, and nothing when it is repeated', async () => {
  const from = await aTable(table, { adopt: false });
  const to = await aTable(table, { adopt: false });
  const key = { ...apiKeyKey('0123456789', 'h'), hash: 'h', mode: 'test', hint: 'x', createdAt: SINCE };
  const put = (TableName: string, Item: object) => used.client.send(new PutCommand({ TableName, Item }));
  await put(from, { ...key, revokedAt: '2026-03-02T11:00:00.000Z' });
  await put(to, key);
  await put(from, { ...key, ...apiKeyKey('0123456789', 'new'), hash: 'new' });
  const values = { 'from-table': from, 'to-table': to, since: SINCE };
  expect((await mergeSince({ ...values, only: 'attempts' })).text).toBe('The new table has all of it already.');
  expect((await mergeSince(values)).text).toMatch(/^FAMILY +ADDED +CHANGED\nkeys +1 +1$/);
  expect((await mergeSince(values)).text).toBe('The new table has all of it already.');
});

it.each([
  [{ 'to-table': 'a' }, '--from-table and --to-table must be two tables.'],
  [{ since: 'yesterday' }, '--since must be the instant'],
  [{ since: '2026-03-02' }, '--since must be the instant'],
  [{ since: '2999-01-01T00:00:00Z' }, '--since lies in the future.'],
  [{ 'used-since': 'now' }, '--used-since must be the instant'],
  [{ 'used-since': '2020-01-01T00:00:00Z' }, '--used-since must not be before --since.'],
  [{ 'used-since': '2999-01-01T00:00:00Z' }, '--used-since lies in the future.'],
  [{ only: 'key' }, '--only knows accounts, keys,'],
])('cli table merge-since refuses %j', async (wrong, message) => {
  const values = { 'from-table': 'a', 'to-table': 'b', since: SINCE, ...wrong };
  await expect(mergeSince(values)).rejects.toThrow(UsageError);
  await expect(mergeSince(values)).rejects.toThrow(message);
});

it('a table that does not exist is named', async () => {
  const values = { 'from-table': 'no-such-table', 'to-table': used.name, since: SINCE };
  await expect(mergeSince(values)).rejects.toThrow(CommandFailure);
  await expect(prepare({ 'to-table': 'no-such-table' })).rejects.toThrow('There is no table no-such-table here.');
});
