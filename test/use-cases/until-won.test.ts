/** A request that loses to others decides again, and says so when it always loses. */
import { expect, it, vi } from 'vitest';
import { MAX_TRIES } from '#lib/domain/errors.ts';
import { untilWon } from '#lib/use-cases/until-won.ts';

const ports = () => {
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  return {
    slept,
    clock: { now: () => new Date(), sleep },
    random: { fraction: () => 0.5, nonce: () => '', bytes: () => new Uint8Array() },
  };
};

it('an attempt that wins at once waits for nothing', async () => {
  const { slept, ...needs } = ports();
  expect(await untilWon(needs, async () => 'won')).toBe('won');
  expect(slept).toEqual([]);
});

it('one that loses all tries but the last wins, and waits between them', async () => {
  const { slept, ...needs } = ports();
  expect(await untilWon(needs, async (lost) => (lost === MAX_TRIES - 1 ? lost : undefined))).toBe(MAX_TRIES - 1);
  expect(slept).toHaveLength(MAX_TRIES - 1);
});

it('one that always loses is refused as a conflict, never as a fault of the service', async () => {
  const attempt = vi.fn(async () => undefined);
  await expect(untilWon(ports(), attempt)).rejects.toMatchObject({ code: 'concurrent_change' });
  expect(attempt).toHaveBeenCalledTimes(MAX_TRIES);
});

it('slow tries end in time for a refusal of our own within the ten seconds of a function', async () => {
  let elapsed = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  const slow = async () => {
    elapsed += 1_500;
  };
  await expect(untilWon(ports(), slow)).rejects.toMatchObject({ code: 'concurrent_change' });
  expect(elapsed).toBe(7_500);
  now.mockRestore();
});

it('what an attempt throws is not tried again', async () => {
  const attempt = vi.fn(async () => Promise.reject(new Error('no')));
  await expect(untilWon(ports(), attempt)).rejects.toThrow('no');
  expect(attempt).toHaveBeenCalledTimes(1);
});
