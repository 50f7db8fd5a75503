/** The local run's clock keeps its time however many runs end at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openDomainClock } from '#infra/local/scheduler/domain-clock.ts';
import { runConcurrently } from '#infra/local/scheduler/run-due.ts';

const HOUR_MS = 3_600_000;

async function aClockFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'clock.json');
}

it('a clock is kept by many runs that end at different instants, while it runs and while it is moved', async () => {
  const file = await aClockFile();
  const clock = await openDomainClock(file);
  const target = new Date(clock.now().getTime() + HOUR_MS);
  const keepSoon = async (_: unknown, index: number) => {
    await sleep(index % 7);
    await clock.keep();
  };
  await Promise.all(Array.from({ length: 50 }, keepSoon));
  const moves = Array.from({ length: 50 }, async (_, index) => {
    clock.holdAt(new Date(target.getTime() - 50 + index));
    await clock.keep();
  });
  await Promise.all([...moves, clock.moveTo(target)]);
  const next = await openDomainClock(file);
  expect(next.now().getTime()).toBeGreaterThanOrEqual(target.getTime());
});

it('work of which one part fails ends when the other parts have ended', async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    if (item === 0) throw new Error('the first fails');
    await sleep(20);
    ended.push(item);
  };
  await expect(runConcurrently([0, 1, 2], work)).rejects.toThrow('the first fails');
  expect(ended).toEqual([1, 2]);
});
