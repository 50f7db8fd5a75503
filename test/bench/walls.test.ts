/** Where one account stops, by what lives ask of its partitions. */
import { expect, it } from 'vitest';
import { wallsOf } from './life/walls.ts';

const ACCOUNT = 'k3v8c2m9qa';

const wallOf = (asked: Record<string, { reads?: number; writes?: number }>) =>
  wallsOf(
    new Map(Object.entries(asked).map(([key, { reads = 0, writes = 0 }]) => [key, { reads, writes }])),
    ACCOUNT,
  ).map(({ partition, shards, 'a second': rate }) => [partition, shards, rate]);

it('one item gives 3,000 reads and takes 1,000 writes a second, and the smaller of both is the wall', () => {
  expect(
    wallOf({ [`ACCOUNT#${ACCOUNT}`]: { reads: 9 }, [`ACCOUNT#${ACCOUNT}#LIST`]: { reads: 4, writes: 2 } }),
  ).toEqual([
    ['ACCOUNT#a', 1, 333],
    ['ACCOUNT#a#LIST', 1, 500],
  ]);
});

it('what a life asks of a partition on several days, lives of several ages ask of it on each day', () => {
  const feed = (day: string, shard: number) => `ACCOUNT#${ACCOUNT}#EVENTS#${day}#${shard}`;
  const asked = { [feed('2026-03-02', 1)]: { writes: 6 }, [feed('2026-03-04', 3)]: { writes: 10 } };
  expect(wallOf(asked)).toEqual([['ACCOUNT#a#EVENTS#<day>#…', 4, 250]]);
});

it('what belongs to one collection, one person or another account is no wall', () => {
  const hash = 'w4t0c8f3jd6mz1x7';
  expect(
    wallOf({ [`ACCOUNT#${ACCOUNT}#COLLECTION#${hash}`]: { writes: 26 }, 'ACCOUNT#another#LIST': { writes: 9 } }),
  ).toEqual([]);
});

it('what the collections of all accounts share is found without an account, also in an index', () => {
  const asked = { 'due: DUEWEBHOOKS#3': { reads: 0, writes: 16 }, 'due: DUEWEBHOOKS#11': { reads: 0, writes: 16 } };
  expect(
    wallsOf(new Map(Object.entries(asked))).map(({ partition, ...rest }) => [partition, rest['a second']]),
  ).toEqual([['due: DUEWEBHOOKS#…', 500]]);
});
