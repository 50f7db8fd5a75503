/** On a local run, the relay lists a collection whose creator died before it could. */
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { localClient } from '#infra/local/dynamodb/local-client.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { collectionKey, segmentKey } from '#lib/store/collection/keys.ts';
import {
  aCreate,
  call,
  type Instance,
  sharedDatabase,
  startInstance,
  useDataDir,
} from '#test/infra/local/local-instance.ts';

const dataDir = useDataDir();
const database = await sharedDatabase();
let instance: Instance;

const count = async () => {
  const { baseUrl, apiKey } = instance.ready;
  const { body } = await call(`${baseUrl}/public/collections`, 'GET', undefined, apiKey);
  return (body['meta'] as { count: number }).count;
};

/** A move of the clock waits until the relay has handled everything: what it lists later is not the loss below. */
const relayIsIdle = () => call(`${instance.ready.baseUrl}/_local/clock`, 'POST', { advanceMinutes: 1 });

/** Leaves the table as it is when a creator dies between its two writes: the collection there, its entry not. */
async function loseEntryOf(id: string): Promise<() => Promise<unknown>> {
  const { dynamodbEndpoint, tableName: TableName, account } = instance.ready;
  const documents = DynamoDBDocumentClient.from(localClient(dynamodbEndpoint));
  const Key = collectionKey(account, parseCollectionId(id)?.hash ?? '');
  const { Item } = await documents.send(new GetCommand({ TableName, Key }));
  await documents.send(new DeleteCommand({ TableName, Key }));
  await documents.send(new DeleteCommand({ TableName, Key: segmentKey(account, 0) }));
  return () => documents.send(new PutCommand({ TableName, Item }));
}

it('a collection that its creator did not list is listed by the relay within five seconds', async () => {
  instance = await startInstance(dataDir, database);
  const { baseUrl, apiKey } = instance.ready;
  const created = await call(`${baseUrl}/public/collections`, 'POST', aCreate('orphan'), apiKey);
  const { id } = created.body['data'] as { id: string };
  expect(await count()).toBe(1);
  await relayIsIdle();
  const recordAgain = await loseEntryOf(id);
  expect(await count()).toBe(0);
  await recordAgain();
  await expect.poll(count, { timeout: 60_000, interval: 100 }).toBe(1);
});

it('a collection that its creator did not list is listed after the next start when the local run was killed', async () => {
  const { baseUrl, apiKey } = instance.ready;
  const { body } = await call(`${baseUrl}/public/collections`, 'GET', undefined, apiKey);
  const [{ id }] = body['data'] as [{ id: string }];
  await relayIsIdle();
  const recordAgain = await loseEntryOf(id);
  await instance.kill('SIGKILL');
  await recordAgain();
  instance = await startInstance(dataDir, database);
  await expect.poll(count, { timeout: 60_000, interval: 100 }).toBe(1);
});
