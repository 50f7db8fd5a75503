/**
 * `npm run simulate -- --seeds N --from S [--workers W]`: runs N worlds and prints the violated invariants. With `--seconds T` it
 * hands out no more worlds after that time.
 *
 * Exits with 1 when an invariant was violated. A seed always gives the same run: `--seeds 1 --from <seed>`.
 */

import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { FAULTS } from './kernel/faults.ts';
import { runInParallel } from './run-in-parallel.ts';
import type { Failure, Tally } from './run-many.ts';
import { type Run, type RunOptions, runSeed } from './run-seed.ts';

type Shrunk = { run: Run; invariant: number; without: ReadonlySet<string> };

/** Greedy: a fault or act stays left out when the same invariant still fails. */
async function shrink(options: RunOptions): Promise<Shrunk | undefined> {
  const whole = await runSeed(options);
  const invariant = whole.violations[0]?.invariant;
  if (invariant === undefined) return undefined;
  const without = new Set<string>(options.without);
  for (const name of [...FAULTS, ...whole.acts].filter((each) => !without.has(each))) {
    without.add(name);
    const { violations } = await runSeed({ ...options, without });
    if (!violations.some((violation) => violation.invariant === invariant)) without.delete(name);
  }
  return { run: await runSeed({ ...options, without, verbose: true }), invariant, without };
}

const MAX_LINES = 80;

/** The lines before the first violation; only those of its collection if it names one. */
function historyOf({ run, invariant }: Shrunk): string[] {
  const violation = run.violations.find((each) => each.invariant === invariant);
  const end = run.history.findIndex((line) => line.includes('VIOLATION'));
  const hash = /[0-9a-z]{25}(?![0-9a-z])/.exec(violation?.what ?? '')?.[0] ?? '';
  const isAbout = (line: string) =>
    line.includes(hash) || /asks|answered|VIOLATION|all is well|schedule \S+ runs/.test(line);
  return run.history
    .slice(0, end + 1)
    .filter(isAbout)
    .slice(-MAX_LINES);
}

/** One line for each fault and situation with its counts, the most frequent first. A zero shows a fault that is not tested. */
function coverageLines({ counts }: Tally): string[] {
  const faults = new Set<string>(FAULTS);
  const situations = Object.keys(counts).filter((name) => !faults.has(name));
  return [
    'faults that struck (times, in how many seeds):',
    ...[...faults].map((name) => lineFor(name, counts)),
    'situations that came about:',
    ...situations.toSorted().map((name) => lineFor(name, counts)),
  ];
}

const lineFor = (name: string, counts: Tally['counts']): string => {
  const { times, seeds } = counts[name] ?? { times: 0, seeds: 0 };
  return `  ${name.padEnd(44)} ${String(times).padStart(10)} ${String(seeds).padStart(9)}`;
};

function speedLine({ seeds, steps }: Tally, milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  return `${seeds} seeds in ${minutes.toFixed(2)} min: ${Math.round(seeds / minutes)} a minute, ${Math.round(steps / seeds)} events each`;
}

/** The seed, the revision, the violation, and the shortest history that still fails. */
async function failureLines({ seed, violations }: Failure): Promise<string[]> {
  const shrunk = await shrink({ seed });
  return [
    `seed ${seed} at ${revision()}:`,
    ...violations.slice(0, 5).map(({ invariant, what }) => `  invariant ${invariant}: ${what}`),
    ...(shrunk === undefined ? ['  it does not fail again: the run is not repeatable'] : historyOf(shrunk)),
  ];
}

function revision(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'an unknown revision';
  }
}

/** So many worlds meet every kind of fault, or the workload does not do what it did. */
const MEET_ALL = 500;
/** Nothing in the service reads with eventual consistency today; the others are rare. */
const RARE: readonly string[] = ['stale-read', 'channel-opted-out', 'channel-refuses', 'receiver-gone'];

const neverMet = ({ seeds, counts }: Tally): string[] =>
  seeds < MEET_ALL ? [] : FAULTS.filter((fault) => counts[fault] === undefined && !RARE.includes(fault));

const MAX_FAILURES = 3;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    seconds: { type: 'string' },
  },
});

const SEEDS = 1_000;
/** More than any machine runs in the time that is given. */
const SEEDS_IN_TIME = 10_000_000;

const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
const seeds = Number(values.seeds ?? (seconds === undefined ? SEEDS : SEEDS_IN_TIME));
const batch = { seeds, from: Number(values.from), workers: Number(values.workers) };
if (![...Object.values(batch), seconds ?? 1].every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('--seeds, --from, --workers and --seconds are whole numbers above 0');
  process.exit(2);
}

const began = performance.now();
const isOver = (): boolean => seconds !== undefined && performance.now() - began >= seconds * 1_000;
const tally = await runInParallel(batch, ({ failures }) => failures.length >= MAX_FAILURES || isOver());
for (const line of coverageLines(tally)) console.info(line);
for (const failure of tally.failures.slice(0, MAX_FAILURES))
  for (const line of await failureLines(failure)) console.info(line);
console.info(speedLine(tally, performance.now() - began));
console.info(`${tally.failures.length} seeds with a violation`);
const missing = neverMet(tally);
if (missing.length > 0) console.info(`no world met: ${missing.join(', ')}`);
process.exitCode = tally.failures.length + missing.length > 0 ? 1 : 0;
