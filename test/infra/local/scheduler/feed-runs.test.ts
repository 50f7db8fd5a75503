/** The local queue of runs: each comes to the follow-up function at its instant, and again after a failure. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openRunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import { advanceTo } from '#infra/local/scheduler/advance.ts';
import { openDomainClock } from '#infra/local/scheduler/domain-clock.ts';
import { createFeedRuns, createInvokeSchedules } from '#infra/local/scheduler/run-due.ts';

const folder = mkdtempSync(join(tmpdir(), 'feed-runs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

const START = Date.parse('2030-01-01T10:00:00.000Z');
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

/** A queue in memory, the clock at `START`, and a function that fails for as long as a test says. */
async function world(fails: (body: string) => boolean | Promise<never> = () => false) {
  const clock = await openDomainClock(join(folder, randomUUID()));
  await clock.moveTo(new Date(START));
  clock.holdAt(new Date(START));
  const runs: string[] = [];
  const stop = new AbortController();
  const queue = openRunsQueue(new DatabaseSync(':memory:'));
  const deadLetters = join(folder, randomUUID());
  const run = async (name: string, event: unknown): Promise<SQSBatchResponse> => {
    const [{ messageId, body } = { messageId: '', body: '' }] = (event as SQSEvent).Records;
    runs.push(`${name} ${body} ${clock.now().toISOString()}`);
    return { batchItemFailures: (await fails(body)) ? [{ itemIdentifier: messageId }] : [] };
  };
  const calling = { queue, now: clock.now, run, afterRun: clock.keep, deadLetters, stopping: stop.signal };
  const pending = [{ name: 's', group: 'g', at: at(5), target: 'arn:aws:sqs:us-east-1:000000000000:runs', input: 's' }];
  const schedules = {
    earliest: (until: Date) => pending.filter((each) => each.at <= until.toISOString()),
    recurring: () => [],
    take: () => pending.shift(),
    moveOn: () => {},
  };
  const parts = {
    clock,
    queue,
    feedRuns: createFeedRuns(calling),
    schedules,
    invokeSchedules: createInvokeSchedules({ schedules, ...calling }),
    sweeps: { nextUseful: async () => undefined, sweep: async () => {} },
    idle: async () => {},
    stopping: stop.signal,
  };
  return { ...parts, runs, stop, deadLetters, left: () => queue.due(new Date(at(1_000_000))), parts };
}

it('a move of the clock runs what is queued and what a schedule queues on the way, each at its instant', async () => {
  const { queue, parts, runs, left } = await world();
  queue.add('b', new Date(at(9)));
  queue.add('a', new Date(at(1)));
  queue.add('c', new Date(at(11)));
  await advanceTo(new Date(at(10)), parts);
  expect(runs).toEqual([`follow-up a ${at(1)}`, `follow-up "s" ${at(5)}`, `follow-up b ${at(9)}`]);
  expect(left().map(({ body }) => body)).toEqual(['c']);
});

it.each([
  ['is reported as failed', () => true],
  ['throws', () => Promise.reject(new Error('no'))],
])(
  'a run that %s comes again after the visibility timeout, five times, and is then a dead letter',
  async (_, fails) => {
    const { queue, parts, runs, left, deadLetters } = await world(fails);
    queue.add('a', new Date(at(6)));
    await advanceTo(new Date(at(60)), parts);
    const ofA = runs.filter((run) => run.includes(' a '));
    expect(ofA).toEqual([6, 12, 18, 24, 30].map((minutes) => `follow-up a ${at(minutes)}`));
    expect(left()).toEqual([]);
    const letters = (await readFile(deadLetters, 'utf8')).trim().split('\n');
    expect(letters.map((line) => JSON.parse(line).body).toSorted()).toEqual(['"s"', 'a']);
  },
);

it('a run that fails while the process is stopping is there after the next start', async () => {
  const { queue, feedRuns, left, stop } = await world(() => {
    stop.abort();
    return true;
  });
  queue.add('a', new Date(at(0)));
  await feedRuns(queue.due(new Date(at(0))));
  expect(left()).toMatchObject([{ body: 'a', at: at(0) }]);
});
