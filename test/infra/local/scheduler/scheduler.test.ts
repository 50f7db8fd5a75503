/** The local scheduler: runs happen in order, at their instants, and again after a failure. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { PendingSchedule } from '#infra/local/fakes/fake-scheduler.ts';
import { openRunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import { advanceTo } from '#infra/local/scheduler/advance.ts';
import { createMutex, openDomainClock } from '#infra/local/scheduler/domain-clock.ts';
import { createFeedRuns, createInvokeSchedules } from '#infra/local/scheduler/run-due.ts';
import { runInRealTime } from '#infra/local/scheduler/start-scheduler.ts';
import { createSweeps } from '#infra/local/scheduler/sweeps.ts';

const folder = mkdtempSync(join(tmpdir(), 'scheduler-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const newFile = (): string => join(folder, randomUUID());
const MINUTE = 60_000;
const START = Date.parse('2030-01-01T10:00:00.000Z');
const at = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString();
const target = 'arn:aws:lambda:us-east-1:000000000000:function:follow-up';
const schedule = (name: string, minutes: number): PendingSchedule => ({
  name,
  group: 'collections',
  at: at(minutes),
  target,
  input: { collection: name },
});
const recurring = (name: string, minutes: number, everyMinutes: number): PendingSchedule => ({
  ...schedule(name, minutes),
  everyMs: everyMinutes * MINUTE,
});

/** Schedules in memory, the clock at `START`, and a function whose runs a test can make fail. */
async function world(pending: PendingSchedule[], behave: (name: string) => Promise<void> = async () => {}) {
  const clock = await openDomainClock(newFile());
  await clock.moveTo(new Date(START));
  const runs: string[] = [];
  const stop = new AbortController();
  const schedules = {
    due: (now: Date) => pending.filter((each) => each.at <= now.toISOString()),
    recurring: (now: Date) => pending.filter((each) => each.everyMs !== undefined && each.at <= now.toISOString()),
    earliest: (until: Date) => {
      const once = pending.filter(({ everyMs }) => everyMs === undefined);
      const first = once.map((each) => each.at).toSorted()[0] ?? '';
      return first > until.toISOString() ? [] : once.filter((each) => each.at === first);
    },
    moveOn: (name: string, now: Date) => {
      for (const each of pending.filter((other) => other.name === name)) {
        while (each.at <= now.toISOString())
          each.at = new Date(Date.parse(each.at) + (each.everyMs ?? 0)).toISOString();
      }
    },
    take: (name: string) =>
      pending.splice(
        pending.findIndex((each) => each.name === name),
        1,
      )[0],
  };
  const deadLetters = newFile();
  const run = async (functionName: string, event: unknown) => {
    const { collection } = event as { collection: string };
    runs.push(`${functionName} ${collection} ${clock.now().toISOString()}`);
    await behave(collection);
  };
  const stopping = stop.signal;
  const { now, keep: afterRun } = clock;
  const queue = openRunsQueue(new DatabaseSync(':memory:'));
  const calling = { queue, now, run, afterRun, deadLetters, stopping };
  const invokeSchedules = createInvokeSchedules({ schedules, ...calling });
  const feedRuns = createFeedRuns(calling);
  const noSweeps = { nextUseful: async (): Promise<Date | undefined> => undefined, sweep: async () => {} };
  const idle = async () => {};
  const parts = { clock, schedules, invokeSchedules, queue, feedRuns, sweeps: noSweeps, idle, stopping };
  return { ...parts, clock, runs, schedules, deadLetters, stop, parts, pending };
}

describe('moving the clock', () => {
  it('moving the clock runs what falls due on the way, in order, each at its own instant, and leaves the rest', async () => {
    const { clock, runs, parts, pending } = await world([
      schedule('c', 9),
      schedule('a', 1),
      schedule('b', 5),
      schedule('d', 11),
    ]);
    await advanceTo(new Date(at(10)), parts);
    expect(runs).toEqual([`follow-up a ${at(1)}`, `follow-up b ${at(5)}`, `follow-up c ${at(9)}`]);
    expect(pending.map(({ name }) => name)).toEqual(['d']);
    const now = clock.now().toISOString();
    expect(now >= at(10) && now < at(11)).toBe(true);
  });

  it('moving the clock sweeps on the way when that finds work, before what runs later', async () => {
    const { runs, parts } = await world([schedule('a', 20)]);
    const swept: string[] = [];
    const work = [new Date(at(10))];
    const sweeps = {
      nextUseful: async () => work[0],
      sweep: async () => {
        work.shift();
        swept.push(parts.clock.now().toISOString());
      },
    };
    await advanceTo(new Date(at(30)), { ...parts, sweeps });
    expect([swept, runs]).toEqual([[at(10)], [`follow-up a ${at(20)}`]]);
  });
});

describe('a recurring schedule', () => {
  const hourlyRuns = (count: number) => Array.from({ length: count }, (_, n) => `follow-up r ${at(60 * (n + 1))}`);

  it.each([1, 2, 200])('a move of the clock over %i intervals runs what recurs at each of its times', async (count) => {
    const { runs, parts, pending } = await world([recurring('r', 60, 60)]);
    await advanceTo(new Date(at(60 * count)), parts);
    expect(runs).toEqual(hourlyRuns(count));
    expect(pending).toMatchObject([{ name: 'r', at: at(60 * (count + 1)) }]);
  });

  it('what recurs and what runs once run in the order of their times', async () => {
    const { runs, parts } = await world([recurring('r', 60, 60), schedule('a', 30), schedule('b', 90)]);
    await advanceTo(new Date(at(130)), parts);
    expect(runs).toEqual([30, 60, 90, 120].map((time, index) => `follow-up ${'arbr'[index]} ${at(time)}`));
  });

  it('a move over more than 200 intervals runs what recurs once, at the target and after all else', async () => {
    const { runs, parts, pending } = await world([recurring('r', 60, 60), schedule('a', 30), schedule('b', 600)]);
    await advanceTo(new Date(at(60 * 201 + 20)), parts);
    const target = at(60 * 201 + 20);
    expect(runs).toEqual([`follow-up a ${at(30)}`, `follow-up b ${at(600)}`, `follow-up r ${target}`]);
    expect(pending).toMatchObject([{ name: 'r', at: at(60 * 202) }]);
  });

  it('a recurring schedule that fails six times becomes a dead letter, and stays for its next time', async () => {
    const { invokeSchedules, pending, deadLetters, clock } = await world([recurring('r', 0, 60)], async () => {
      throw new Error('for good');
    });
    clock.holdAt(new Date(at(1)));
    await invokeSchedules([...pending]);
    expect(pending).toMatchObject([{ name: 'r', at: at(60) }]);
    expect(JSON.parse(await readFile(deadLetters, 'utf8'))).toMatchObject({ name: 'r', at: at(0) });
  });
});

describe('a schedule that fails', () => {
  it('a schedule that fails is run again until it succeeds', async () => {
    let failures = 2;
    const { runs, invokeSchedules, schedules, pending, clock } = await world([schedule('a', 0)], async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('busy');
    });
    await clock.moveTo(new Date(at(1)));
    await invokeSchedules(schedules.due(clock.now()));
    expect([runs.length, pending]).toEqual([3, []]);
  });

  it('a schedule that fails six times becomes a dead letter, and the others run', async () => {
    const { runs, invokeSchedules, pending, deadLetters } = await world(
      [schedule('bad', 0), schedule('good', 0)],
      async (name) => {
        if (name === 'bad') throw new Error('for good');
      },
    );
    await invokeSchedules([...pending]);
    expect(runs.filter((each) => each.includes('bad'))).toHaveLength(6);
    expect(pending).toEqual([]);
    expect(JSON.parse(await readFile(deadLetters, 'utf8'))).toEqual({
      name: 'bad',
      at: at(0),
      target,
      error: 'Error: for good',
    });
  });
});

describe('the sweeper', () => {
  const sweepsAt = (now: string, earliest?: string) =>
    createSweeps({
      now: () => new Date(now),
      run: async () => {},
      earliestRun: async () => (earliest === undefined ? undefined : new Date(earliest)),
    });

  it.each([
    [at(0), at(10), at(13)],
    [at(0), at(10.5), at(13)],
    [at(0), at(-60), at(1)],
    [at(3.5), at(-60), at(4)],
  ])(
    'at %s, a run due at %s is found by the sweep at %s, which is more than two minutes later',
    async (now, run, expected) => {
      expect((await sweepsAt(now, run).nextUseful(new Date(expected)))?.toISOString()).toBe(expected);
    },
  );

  /** Asks every quarter of a minute, for two minutes, whether to sweep; returns the minutes in which it did. */
  async function sweptMinutes(parts: Pick<Parameters<typeof createSweeps>[0], 'earliestRun' | 'run'>) {
    let minute = 0;
    const swept: number[] = [];
    const run = () => {
      swept.push(minute);
      return parts.run();
    };
    const sweeps = createSweeps({ ...parts, now: () => new Date(at(minute)), run });
    for (; minute <= 2; minute += 0.25) await sweeps.sweepIfDue();
    return swept;
  }

  it('the sweeper runs once in each minute while something is due, even after a failure', async () => {
    const run = async () => {
      throw new Error('busy');
    };
    expect(await sweptMinutes({ run, earliestRun: async () => new Date(at(-60)) })).toEqual([0, 1, 2]);
  });
});

it('in real time, what has become due runs, but not during a move of the clock', async () => {
  const { runs, invokeSchedules, queue, feedRuns, schedules, stop, clock } = await world([schedule('a', -1)]);
  const runExclusive = createMutex();
  const { promise: moved, resolve: move } = Promise.withResolvers<void>();
  const moving = runExclusive(() => moved);
  const running = runInRealTime({
    due: () => schedules.due(clock.now()),
    invokeSchedules,
    queued: () => queue.due(clock.now()),
    feedRuns,
    webhooks: { start: () => {} },
    sweeps: { sweepIfDue: async () => {} },
    runExclusive,
    afterWrite: () => {},
    stopping: stop.signal,
  });
  await sleep(400);
  expect(runs).toEqual([]);
  move();
  await moving;
  await expect.poll(() => runs.length).toBe(1);
  stop.abort();
  await running;
});
