/** `npm run model -- [--creates N] [--open N] [--due N] [--account PART] [--endpoints PART] [--parallel N] [--runs N]`: prints each wall. */
import { parseArgs } from 'node:util';
import { asText } from './as-text.ts';
import { LOAD, type Load, SETTINGS, type Settings } from './inputs.ts';

const { values } = parseArgs({
  options: {
    creates: { type: 'string' },
    open: { type: 'string' },
    due: { type: 'string' },
    account: { type: 'string' },
    endpoints: { type: 'string' },
    parallel: { type: 'string' },
    runs: { type: 'string' },
  },
});

const wrong: string[] = [];

function number(name: keyof typeof values, usual: number, most = Number.POSITIVE_INFINITY): number {
  const given = values[name];
  if (given === undefined) return usual;
  const read = Number(given);
  if (given.trim() !== '' && read >= 0 && read <= most) return read;
  wrong.push(
    `--${name} is "${given}", but it is a number from 0${most === Number.POSITIVE_INFINITY ? '' : ` to ${most}`}.`,
  );
  return usual;
}

const load: Load = {
  createsPerSecond: number('creates', LOAD.createsPerSecond),
  openCollections: number('open', LOAD.openCollections),
  dueInOneMinute: number('due', LOAD.dueInOneMinute),
  busiestAccount: number('account', LOAD.busiestAccount, 1),
  toEndpoints: number('endpoints', LOAD.toEndpoints, 1),
};
const settings: Settings = {
  ...SETTINGS,
  streamParallelization: number('parallel', SETTINGS.streamParallelization, 10),
  concurrentRuns: number('runs', SETTINGS.concurrentRuns, 1_000),
};

if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exitCode = 2;
} else {
  console.log(asText({ load, settings }));
}
