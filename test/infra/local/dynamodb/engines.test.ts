/** What the service needs of a DynamoDB, on every engine that this machine can run. */
import {
  ConditionalCheckFailedException,
  PutItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localClient } from '#infra/local/aws-environment.ts';
import { createTable } from '#infra/local/dynamodb/create-table.ts';
import type { DynamoDb } from '#infra/local/dynamodb/run-engine.ts';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

const TableName = 'engine-test';
const { DYNAMODB_ENDPOINT: _endpoint, JAVA_HOME: _home, ...machine } = process.env;

const item = (sk: string) => ({ pk: { S: 'p' }, sk: { S: sk }, written: { S: 'first' } });
const onlyIfAbsent = (sk: string) => ({
  TableName,
  Item: item(sk),
  ConditionExpression: 'attribute_not_exists(pk)',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

describe.each([
  { name: "this machine's first choice", env: machine },
  { name: 'a machine without Java', env: { ...machine, PATH: '/nowhere' } },
])('on $name', ({ env, name }) => {
  let db: DynamoDb;
  let client: ReturnType<typeof localClient>;

  beforeAll(async () => {
    db = await startDynamoDb({ env, log: () => {} });
    client = localClient(db);
    await createTable(client, TableName);
  });
  afterAll(() => db.stop());

  it(`on ${name}, the table is created once when several calls create it at the same time`, async () => {
    await Promise.all([1, 2, 3].map(() => createTable(db, 'asked-often')));
  });

  it(`on ${name}, a refused conditional write returns the item that is in the way`, async () => {
    await client.send(new PutItemCommand(onlyIfAbsent('put')));
    const refused = client.send(
      new PutItemCommand({ ...onlyIfAbsent('put'), Item: { ...item('put'), written: { S: 'second' } } }),
    );
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect((error as ConditionalCheckFailedException).Item).toEqual(item('put'));
  });

  it(`on ${name}, a transaction is cancelled whole, with a reason for each of its writes`, async () => {
    await client.send(new PutItemCommand(onlyIfAbsent('taken')));
    const writes = [{ Put: onlyIfAbsent('free') }, { Put: onlyIfAbsent('taken') }];
    const error = await client
      .send(new TransactWriteItemsCommand({ TransactItems: writes }))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransactionCanceledException);
    const reasons = (error as TransactionCanceledException).CancellationReasons;
    expect(reasons?.map((reason) => reason.Code)).toEqual(['None', 'ConditionalCheckFailed']);
    expect(reasons?.[1]?.Item).toEqual(item('taken'));
    await client.send(new PutItemCommand(onlyIfAbsent('free')));
  });

  it(`on ${name}, the table's stream has every change, with both images`, async () => {
    await createTable(client, 'streamed');
    await client.send(new PutItemCommand({ TableName: 'streamed', Item: item('s') }));
    await client.send(new PutItemCommand({ TableName: 'streamed', Item: { ...item('s'), written: { S: 'second' } } }));
    const [created, changed] = await recordsOf(db, 'streamed');
    expect(created).toMatchObject({ eventName: 'INSERT', dynamodb: { NewImage: item('s') } });
    expect(changed).toMatchObject({ eventName: 'MODIFY', dynamodb: { OldImage: item('s') } });
  });
});

const recordsOf = async ({ endpoint, accessKeyId }: DynamoDb, table: string) => {
  const streams = new DynamoDBStreamsClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'local' },
  });
  const listed = await streams.send(new ListStreamsCommand({ TableName: table }));
  const StreamArn = listed.Streams?.[0]?.StreamArn;
  const described = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = described.StreamDescription?.Shards?.[0]?.ShardId;
  const { ShardIterator } = await streams.send(
    new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
  );
  return (await streams.send(new GetRecordsCommand({ ShardIterator }))).Records ?? [];
};
