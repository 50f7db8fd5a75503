/** How the command line finds the table of a stage. */
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { COMMANDS } from '#infra/cli/commands.ts';
import { findTable } from '#infra/cli/connect.ts';

const client = new DynamoDBClient();
const table = (TableName: string) =>
  client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    }),
  );

describe('the table of a stage', () => {
  it('the table of a stage is the one whose name begins with that of its stack of data', async () => {
    await table('collections-green-data-DataTable-A1');
    await table('collections-greener-data-DataTable-A1');
    expect(await findTable('green')).toBe('collections-green-data-DataTable-A1');
  });

  it('a stage without a table is an error', async () => {
    await expect(findTable('nowhere')).rejects.toThrow(
      'The stage "nowhere" has no table in this AWS account and Region.',
    );
  });

  it('of several tables, such as the one of a restore, the operator must choose', async () => {
    await table('collections-blue-data-DataTable-A1');
    await table('collections-blue-data-DataTable-B2');
    await expect(findTable('blue')).rejects.toThrow('say which by --table');
  });

  it('a command that finds its table itself has not opened one when it is loaded', async () => {
    vi.resetModules();
    const { TABLE_NAME } = process.env;
    delete process.env['TABLE_NAME'];
    onTestFinished(() => {
      process.env['TABLE_NAME'] = TABLE_NAME;
    });
    const finding = Object.values(COMMANDS).filter(({ needsNoTable }) => needsNoTable);
    expect(finding.length).toBeGreaterThan(5);
    for (const { load } of finding) await load();
    process.env['TABLE_NAME'] = 'found-later';
    expect((await import('#lib/store/table/live-table.ts')).table.name).toBe('found-later');
  });
});
