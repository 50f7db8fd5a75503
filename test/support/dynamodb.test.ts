/** The table and the AWS settings of a test file. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, inject, it } from 'vitest';
import { useTable } from './dynamodb.ts';

const { tableName, documents } = useTable();

it('the table of a test file exists and is the one that code under test finds in its environment', async () => {
  expect(process.env['TABLE_NAME']).toBe(tableName);
  await documents.send(new PutCommand({ TableName: tableName, Item: { pk: 'a', sk: 'b', n: 1 } }));
  const read = await documents.send(new GetCommand({ TableName: tableName, Key: { pk: 'a', sk: 'b' } }));
  expect(read.Item).toEqual({ pk: 'a', sk: 'b', n: 1 });
});

it('the test environment points every AWS client to this machine', () => {
  expect(process.env['AWS_ENDPOINT_URL_DYNAMODB']).toMatch(/^http:/);
  expect(process.env['AWS_ACCESS_KEY_ID']).toBe(inject('database').accessKeyId);
  expect(process.env['AWS_PROFILE']).toBeUndefined();
});
