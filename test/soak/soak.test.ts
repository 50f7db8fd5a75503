/** The short form of `npm run soak`: some seconds of random requests, one SIGKILL, and the checks. */
import { expect, inject, it } from 'vitest';
import { databaseForLocalRun } from '#test/support/database-for-local-run.ts';
import { soak } from './soak.ts';

const SEED = Date.now() % 1_000_000;

it('a local run under random requests that is killed with SIGKILL keeps its data right', async () => {
  const { counts, violations } = await soak({
    seed: SEED,
    seconds: 9,
    killAfterSeconds: [4, 5],
    stormers: 3,
    env: await databaseForLocalRun(inject('localRunsPort')),
    log: () => {},
  });
  expect(violations, `seed ${SEED}`).toEqual([]);
  expect(counts, `seed ${SEED}`).toMatchObject({
    kills: 1,
    creates: expect.any(Number),
    payments: expect.any(Number),
    messages: expect.any(Number),
  });
});
