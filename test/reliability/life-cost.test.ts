/** What a collection costs from its create to its end, so that no change makes it dearer unseen. The lives: test/bench/life. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { MEASURED } from '#test/scale/inputs.ts';

type Row = Record<string, string | number>;

it('a life writes as many units as the documents and the model say: of 72 hours, with two delivered messages, paid or expired', async () => {
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

  const steps = tables.find(({ title }) => title.includes('paid, no webhook endpoint'))?.rows ?? [];
  const ofStep = (step: string, fn: string, of: string) =>
    steps.filter((row) => row['step'] === step && row['function'] === fn).map((row) => Number(row[of]))[0];
  const times = ofStep('run', 'follow-up', 'times') ?? 0;
  expect(MEASURED).toMatchObject({
    units: units[0]?.['now'],
    unitsWithEndpoint: units[1]?.['now'],
    unitsOfCreate: ofStep('create', 'create-collection', 'wcu'),
    unitsOfRun: Number(ofStep('run', 'follow-up', 'wcu')) / times,
    tripsOfCreate: ofStep('create', 'create-collection', 'trips'),
    messages: times,
    schedules: ofStep('all', '', 'schedules'),
  });
}, 120_000);
