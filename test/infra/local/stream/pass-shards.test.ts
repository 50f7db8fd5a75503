/** When the list of a stream's shards is read: not for each pass, and again as soon as a new shard can be there. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStreamPosition } from '#infra/local/stream/stream-reader.ts';
import { createPass } from '#infra/local/stream/stream-relay.ts';

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
