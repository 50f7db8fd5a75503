/** Reads that a busy account shares: how many are free, how old an answer may be, and what is seen at once. */
import { beforeEach, expect, it } from 'vitest';
import { forgetShared, forgetSharedReads, SHARED_MS, sharedWhenBusy } from '#lib/store/table/shared-reads.ts';
import type { Table } from '#lib/store/table/table.ts';

let now = 1_000_000;
let value = 0;
const asked: string[] = [];
const table = { name: 't', clock: { now: () => new Date(now) } } as unknown as Table;
const read = sharedWhenBusy('thing', async (_, account: string) => {
  asked.push(account);
  return value;
});

beforeEach(() => {
  forgetSharedReads();
  asked.length = 0;
});

const readTimes = async (times: number, account = 'a'): Promise<void> => {
  for (let time = 0; time < times; time += 1) await read(table, account);
};

it('twenty reads in five seconds are read as always, and more get what the last of them saw, for the rest of the five', async () => {
  for (let time = 1; time <= 20; time += 1) {
    value = time;
    expect(await read(table, 'a')).toBe(time);
  }
  value = 21;
  now += SHARED_MS - 1;
  expect(await read(table, 'a')).toBe(20);
  expect(asked).toHaveLength(20);
  now += 1;
  expect(await read(table, 'a')).toBe(21);
});

it('each account, and each table, is read for itself', async () => {
  await readTimes(20);
  value = 5;
  expect(await read(table, 'b')).toBe(5);
  expect(await read({ ...table, name: 'another' }, 'a')).toBe(5);
});

it('a write of the same process is seen at once, and leaves what others share', async () => {
  value = 1;
  await readTimes(20, 'a');
  await readTimes(20, 'b');
  value = 2;
  forgetShared('a');
  expect([await read(table, 'a'), await read(table, 'b')]).toEqual([2, 1]);
});

it('a read that fails is no answer', async () => {
  const failing = sharedWhenBusy('failing', async (_table, _account: string) => {
    asked.push('failed');
    throw new Error('not now');
  });
  for (let time = 0; time < 25; time += 1) await expect(failing(table, 'a')).rejects.toThrow('not now');
  expect(asked).toHaveLength(25);
});

it('a clock that goes back begins again', async () => {
  await readTimes(20);
  now -= SHARED_MS;
  value = 9;
  expect(await read(table, 'a')).toBe(9);
});
