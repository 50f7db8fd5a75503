/** The relay on a real table's stream: what reaches the function, and where it resumes after a stop or a crash. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { RELAY } from '#infra/local/stream/open-stream-relay.ts';
import { createStreamReader, openStreamPosition } from '#infra/local/stream/stream-reader.ts';
import { type StreamHandler, type StreamRelay, startStreamRelay } from '#infra/local/stream/stream-relay.ts';
import { useTable } from '#test/support/dynamodb.ts';

const { tableName, client, documents } = useTable({ hasStream: true });
const streams = new DynamoDBStreamsClient({});
const folder = mkdtempSync(join(tmpdir(), 'stream-relay-'));
const positionFile = join(folder, 'position.json');
const relays: StreamRelay[] = [];
let streamArn: string;

beforeAll(async () => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  streamArn = Table?.LatestStreamArn ?? '';
});
afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.stop())));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startRelay(handler: StreamHandler, file = positionFile): Promise<StreamRelay> {
  const position = await openStreamPosition(file, streamArn);
  const reader = createStreamReader(streams, streamArn, position);
  const relay = startStreamRelay({
    reader,
    position,
    streamArn,
    isWanted: RELAY.isWanted,
    handler,
    giveUp: async () => {},
  });
  relays.push(relay);
  return relay;
}

const put = (pk: string, sk = 'COLLECTION', extra = {}) =>
  documents.send(new PutCommand({ TableName: tableName, Item: { pk, sk, nonce: randomUUID(), ...extra } }));

const collect =
  (into: DynamoDBRecord[]): StreamHandler =>
  async ({ Records }) => {
    into.push(...Records);
    return { batchItemFailures: [] };
  };
const namesOf = (records: DynamoDBRecord[]) =>
  records.map(({ eventName, dynamodb }) => [eventName, dynamodb?.Keys?.['pk']?.S]);

it('the relay function gets inserts and changes of collections, in order and in the form of Lambda, and nothing else', async () => {
  const got: DynamoDBRecord[] = [];
  const relay = await startRelay(collect(got));
  await put('a', 'COLLECTION', { bytes: new Uint8Array([255, 0]), deep: { list: [new Uint8Array([1])] } });
  await put('a#LIST', 'SEGMENT#00000000');
  await put('b');
  await put('a');
  await documents.send(new DeleteCommand({ TableName: tableName, Key: { pk: 'b', sk: 'COLLECTION' } }));
  await relay.caughtUp();
  expect(namesOf(got)).toEqual([
    ['INSERT', 'a'],
    ['INSERT', 'b'],
    ['MODIFY', 'a'],
  ]);
  const [first] = got;
  expect(first?.dynamodb?.NewImage).toMatchObject({
    bytes: { B: '/wA=' },
    deep: { M: { list: { L: [{ B: 'AQ==' }] } } },
  });
  expect(first?.dynamodb?.ApproximateCreationDateTime).toBeGreaterThan(1.7e9);
  expect(first?.dynamodb?.ApproximateCreationDateTime).toBeLessThan(1e10);
  expect(first?.eventSourceARN).toBe(streamArn);
});

it('after a stop the relay resumes at its position: no record is missed or repeated', async () => {
  await put('while-away');
  const got: DynamoDBRecord[] = [];
  const relay = await startRelay(collect(got));
  await relay.caughtUp();
  expect(namesOf(got)).toEqual([['INSERT', 'while-away']]);
});

it('the relay is caught up only when everything written before was handled, including what failed at first', async () => {
  let failures = 3;
  const got: DynamoDBRecord[] = [];
  const relay = await startRelay(async (event) => {
    failures -= 1;
    if (failures >= 0) throw new Error('busy');
    return collect(got)(event);
  });
  await Promise.all(Array.from({ length: 250 }, (_, index) => put(`many-${index}`)));
  await relay.caughtUp();
  expect(new Set(got.map((record) => record.dynamodb?.Keys?.['pk']?.S)).size).toBe(250);
});
