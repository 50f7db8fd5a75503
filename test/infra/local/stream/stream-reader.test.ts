/**
 * The order in which a stream's shards are read, and what happens when a position in one is lost.
 * When the list of a stream's shards is read: not for each pass, and again as soon as a new shard can be there.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { expect, it } from 'vitest';
import { createStreamReader, openStreamPosition } from '#infra/local/stream/stream-reader.ts';
import { createPass } from '#infra/local/stream/stream-relay.ts';

type Sent = { constructor: { name: string }; input: Record<string, string> };
const failure = (name: string) => Object.assign(new Error(name), { name });
const SHARDS = [{ ShardId: 'parent' }, { ShardId: 'child', ParentShardId: 'parent' }];

/** A stream with two pages of shards, whose parent ends with one record. */
function aStream(iterate: (input: Record<string, string>) => string) {
  const asked: Record<string, string>[] = [];
  const send = async (command: Sent) => {
    const { input } = command;
    const { name } = command.constructor;
    if (name === 'DescribeStreamCommand') {
      const [parent, child] = SHARDS;
      if (input['ExclusiveStartShardId']) return { StreamDescription: { Shards: [child] } };
      return { StreamDescription: { Shards: [parent], LastEvaluatedShardId: 'parent' } };
    }
    if (name === 'GetRecordsCommand') return { Records: [{ dynamodb: { SequenceNumber: '7' } }] };
    asked.push(input);
    return { ShardIterator: iterate(input) };
  };
  return { client: { send } as unknown as DynamoDBStreamsClient, asked };
}

const open = () => openStreamPosition(join(mkdtempSync(join(tmpdir(), 'shards-')), 'position.json'), 'arn');

it('a child shard is read only when its parent was read to the end', async () => {
  const position = await open();
  const reader = createStreamReader(aStream(() => 'iterator').client, 'arn', position);
  expect(await reader.openShards()).toEqual(['parent']);
  const { closed } = await reader.read('parent');
  expect(closed).toBe(true);
  position.close('parent');
  expect(await reader.openShards()).toEqual(['child']);
});

it('a shard is read after the last record handled, or from the oldest when there is none', async () => {
  const position = await open();
  const { client, asked } = aStream(() => 'iterator');
  const reader = createStreamReader(client, 'arn', position);
  await reader.read('parent');
  position.advance('parent', '7');
  await reader.read('parent');
  expect(asked.map((input) => [input['ShardIteratorType'], input['SequenceNumber']])).toEqual([
    ['TRIM_HORIZON', undefined],
    ['AFTER_SEQUENCE_NUMBER', '7'],
  ]);
});

it('a shard is read from its oldest record when those after the position are gone', async () => {
  const position = await open();
  position.advance('parent', '1');
  const { client, asked } = aStream((input) => {
    if (input['SequenceNumber']) throw failure('TrimmedDataAccessException');
    return 'iterator';
  });
  const { records } = await createStreamReader(client, 'arn', position).read('parent');
  expect([records.length, asked.at(-1)?.['ShardIteratorType']]).toEqual([1, 'TRIM_HORIZON']);
});

/** A pass over a stream with these lists of shards, one after the other; `done` says in order what was asked of it. */
async function aPass(lists: string[][], closed: string[] = []) {
  const position = await openStreamPosition(join(mkdtempSync(join(tmpdir(), 'pass-')), 'position.json'), 'arn');
  const done: string[] = [];
  const reader = {
    openShards: async () => {
      done.push('list');
      return lists.shift() ?? [];
    },
    read: async (shardId: string) => {
      done.push(shardId);
      return { records: [], closed: closed.includes(shardId) };
    },
    rewind: () => {},
  };
  const stopping = new AbortController().signal;
  const handler = async () => undefined;
  const parts = { reader, position, streamArn: 'arn', isWanted: () => true, handler, giveUp: async () => {}, stopping };
  return { pass: createPass(parts), done };
}

it('the list of shards is read once while no shard is closed', async () => {
  const { pass, done } = await aPass([['only']]);
  expect([await pass(), await pass()]).toEqual([0, 0]);
  expect(done).toEqual(['list', 'only', 'only']);
});

it('a pass that closes a shard has found something, and the next one reads the list again, with its child', async () => {
  const { pass, done } = await aPass([['parent'], ['child']], ['parent']);
  expect([await pass(), await pass()]).toEqual([1, 0]);
  expect(done).toEqual(['list', 'parent', 'list', 'child']);
});

it('while a stream has no shard, each pass reads the list', async () => {
  const { pass, done } = await aPass([[], ['first']]);
  await pass();
  await pass();
  expect(done).toEqual(['list', 'list', 'first']);
});
