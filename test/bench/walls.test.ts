/** What README says of the smallest wall of an account, against what a recorded life asks of the account's partitions. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Table } from './report.ts';

it('the smallest wall of an account in README is that of the lives that the benchmark records', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/bench/main.ts', 'life', '--json']);
  const { tables } = JSON.parse(stdout.slice(stdout.indexOf('\n{') + 1)) as { tables: Table[] };
  const walls = tables.filter(({ title }) => title.startsWith('Walls of one account'));
  const smallest = walls.flatMap(({ rows }) => rows.map((row) => Number(row['a second'])));
  const [, stated] = /(\d+) on one account/.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(walls).toHaveLength(4);
  expect(Math.min(...smallest)).toBe(Number(stated));
});
