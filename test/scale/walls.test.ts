/** The model of the walls: it answers what it is asked, and its inputs are those of the code. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '#infra/cdk/settings.ts';
import { feedPartitions } from '#lib/store/event/keys.ts';
import { dueShards } from '#lib/store/indexes.ts';
import { webhookDueShards } from '#lib/store/webhook/keys.ts';
import { asText } from './as-text.ts';
import { LOAD, SETTINGS } from './inputs.ts';
import { pressure } from './wall.ts';
import { wallsOf } from './walls.ts';

const walls = (load = {}, settings = {}) =>
  wallsOf({ load: { ...LOAD, ...load }, settings: { ...SETTINGS, ...settings } });
const wall = (what: string, load = {}, settings = {}) => {
  const found = walls(load, settings).find((each) => each.what.startsWith(what));
  if (found === undefined) throw new Error(`no wall is called ${what}`);
  return found;
};

it('the walls come in the order in which they break', () => {
  const pressures = walls().map(pressure);
  expect(pressures).toEqual(pressures.toSorted((a, b) => b - a));
  expect(pressures.every(Number.isFinite)).toBe(true);
});

it('without load no wall is hit, and more load brings no wall further away', () => {
  const none = { createsPerSecond: 0, openCollections: 0, dueInOneMinute: 0 };
  expect(walls(none).filter((each) => pressure(each) > 1)).toEqual([]);
  const twice = walls({ createsPerSecond: 2 * LOAD.createsPerSecond, dueInOneMinute: 2 * LOAD.dueInOneMinute });
  for (const { what, load } of walls()) {
    expect(twice.find((each) => each.what === what)?.load, what).toBeGreaterThanOrEqual(load);
  }
});

it('one account alone creates 500 collections a second: then its partition of pending collections is full', () => {
  const pending = wall('index by status', { createsPerSecond: 500, busiestAccount: 1 });
  expect(pressure(pending)).toBe(1);
});

it('ten batches of a shard at once take ten times the records', () => {
  for (const what of ['relay', 'publisher']) {
    expect(wall(what, {}, { streamParallelization: 10 }).limit).toBe(10 * wall(what).limit);
  }
});

it('a million runs in a minute wait in line for as long as the channels allow them to go on', () => {
  const { load, limit } = wall('runs of the minute at once', {}, { concurrentRuns: 1_000 });
  expect((60 * load) / limit / 60).toBeCloseTo(5.9, 0);
});

it('the shards of the model are those of the code, and its settings those of the stack', () => {
  expect(dueShards()).toHaveLength(SETTINGS.dueShards);
  expect(webhookDueShards()).toHaveLength(SETTINGS.webhookDueShards);
  expect(feedPartitions('a', '2026-01-01')).toHaveLength(SETTINGS.feedShards);
  expect(readSettings('dev', {})).toMatchObject({
    maxConcurrentRuns: SETTINGS.concurrentRuns,
    maxConcurrentWebhooks: SETTINGS.concurrentDeliveries,
    parallelStreamBatches: SETTINGS.streamParallelization,
  });
  expect(readFileSync('lib/store/collection/runs.ts', 'utf8')).toContain(`QUERY_LIMIT = ${SETTINGS.sweptOfShard};`);
});

it('docs/operations/scale.md shows what the model prints', () => {
  expect(readFileSync('docs/operations/scale.md', 'utf8')).toContain(asText({ load: LOAD, settings: SETTINGS }));
});
