/**
 * `npm run mutate [-- <files or folders> --sample N --seed S --workers W --output FOLDER]`: changes the source in one
 * position at a time, and prints the changes that no unit test detects. With `--killer worlds [--worlds N]` the worlds of
 * the simulator take the place of the unit tests, N for each change.
 *
 * Exits with 1 when an entry of survivors.ts is stale, and with 2 when it could not run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Choice, chooseMutants } from './choose-mutants.ts';
import type { Killer, Measured } from './killer.ts';
import { type Report, reportLines, survivorLine } from './report.ts';
import { type Result, runMutants } from './run-mutants.ts';
import { SURVIVORS, WORLDS_SURVIVORS } from './survivors.ts';

/** The folders whose mutants the unit tests must kill. */
const DEFAULT_PATHS = ['lib/domain', 'lib/use-cases'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    output: { type: 'string', default: '.local/mutation' },
    killer: { type: 'string', default: 'unit-tests' },
    worlds: { type: 'string', default: '400' },
  },
});

async function main(): Promise<number> {
  const [paths, workers] = [positionals.length > 0 ? positionals : DEFAULT_PATHS, wholeNumber('workers')];
  const part = values.sample === undefined ? undefined : { size: wholeNumber('sample'), seed: wholeNumber('seed') };
  const choice = chooseMutants(paths, part, values.killer === 'worlds' ? WORLDS_SURVIVORS : SURVIVORS);
  const { extent, leftOut, stale } = choice;
  const began = performance.now();
  const results = await runBy(choice, workers);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const by = values.killer === 'worlds' ? `${values.worlds} worlds` : 'the unit tests';
  const run = `Mutants of ${paths.join(' ')}: ${extent}, by ${by}, in ${minutes} minutes with ${workers} workers.`;
  writeReport({ run, results, leftOut, stale });
  return stale.length > 0 ? 1 : 0;
}

/** Loads only the killer that it needs. */
async function runBy(choice: Choice, workers: number): Promise<Result[]> {
  if (values.killer === 'worlds') {
    const { createWorldKiller } = await import('./worlds/create-killer.ts');
    const worlds = wholeNumber('worlds');
    const options = { ...choice, files: onlyChosen(choice) };
    return runWith(async () => createWorldKiller(options, worlds), choice, workers);
  }
  if (values.killer !== 'unit-tests') throw new Error('--killer is unit-tests or worlds');
  const { createUnitTestKiller } = await import('./unit-tests/create-killer.ts');
  return runWith(() => createUnitTestKiller(choice), choice, workers);
}

/** Worlds run much faster without the switches of mutants that are not tried. */
function onlyChosen({ files, chosen }: Choice): Choice['files'] {
  const ids = new Set(chosen.map(({ id }) => id));
  return files.map((file) => ({ ...file, mutants: file.mutants.filter(({ id }) => ids.has(id)) }));
}

async function runWith<M extends Measured>(create: () => Promise<Killer<M>>, choice: Choice, workers: number) {
  const { chosen, numbers } = choice;
  const killers = await Promise.all(Array.from({ length: workers }, create));
  try {
    return await runMutants({ killers, mutants: chosen, numbers, heard: follow(chosen.length) });
  } finally {
    await Promise.all(killers.map((killer) => killer.close()));
  }
}

function wholeNumber(name: 'sample' | 'seed' | 'workers' | 'worlds'): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} is a whole number above 0`);
  return number;
}

/** Prints each survivor as soon as it is known, and the progress of the run. */
function follow(all: number): (done: number, result: Result) => void {
  const began = performance.now();
  return (done, result) => {
    if (result.fate === 'survived' || result.fate === 'unreached') console.info(survivorLine(result));
    if (done % 100 === 0 || (all <= 200 && done % 10 === 0))
      console.info(`${done} of ${all} after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  };
}

function writeReport(report: Report): void {
  const lines = reportLines(report);
  mkdirSync(values.output, { recursive: true });
  writeFileSync(join(values.output, 'report.md'), `${lines.join('\n')}\n`);
  writeFileSync(join(values.output, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  for (const line of lines) console.info(line);
  console.info(`\nWritten to ${values.output}/report.md and report.json`);
}

// The exit also ends the test processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
main().then(
  (code) => {
    // Vitest sets the exit code to 1 for failed tests.
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 2;
  },
);
