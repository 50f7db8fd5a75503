/** What a collection costs from its create to its end, so that no change makes it dearer unseen. The lives: test/bench/life. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

type Row = Record<string, string | number>;

it('a life writes no more units than the documents say: of 72 hours, with two delivered messages, paid or expired', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/bench/main.ts', 'life', '--json'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const { tables } = JSON.parse(stdout.slice(stdout.indexOf('{\n'))) as { tables: { title: string; rows: Row[] }[] };
  const units = tables.find(({ title }) => title === 'Write units of a life')?.rows ?? [];
  expect(Object.fromEntries(units.map(({ life, now }) => [life, now]))).toEqual({
    'paid, no webhook endpoint': 75,
    'paid, one webhook endpoint': 123,
    'unpaid, no webhook endpoint': 64,
    'unpaid, one webhook endpoint': 100,
  });
}, 120_000);
