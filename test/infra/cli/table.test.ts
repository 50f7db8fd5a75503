/** `cli table prepare`: what it refuses, what it says, and that it may be repeated. */

import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { CommandFailure } from '#infra/cli/command.ts';
import { prepare } from '#infra/cli/commands/table.ts';

import { aTable } from '#test/restore/a-world.ts';
import { useTable } from '#test/support/dynamodb.ts';

const table = useTable();

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

it('a table that does not exist is named', async () => {
  await expect(prepare({ 'to-table': 'no-such-table' })).rejects.toThrow(CommandFailure);
  await expect(prepare({ 'to-table': 'no-such-table' })).rejects.toThrow('There is no table no-such-table here.');
});
