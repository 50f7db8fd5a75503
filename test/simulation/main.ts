/**
 * `npm run simulate -- --seeds N --from S [--workers W]`: runs N worlds and prints the violated invariants. With `--seconds T` it
 * hands out no more worlds after that time.
 *
 * Exits with 1 when an invariant was violated. A seed always gives the same run: `--seeds 1 --from <seed>`.
 */
import { parseArgs } from 'node:util';
import { coverageLines, failureLines, speedLine } from './report.ts';
import { runInParallel } from './run-in-parallel.ts';

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
process.exitCode = tally.failures.length > 0 ? 1 : 0;
