/**
 * `npm run simulate -- --seeds N --from S [--workers W]`: runs N worlds and prints the violated invariants.
 *
 * Exits with 1 when an invariant was violated. A seed always gives the same run: `--seeds 1 --from <seed>`.
 */
import { parseArgs } from 'node:util';
import { coverageLines, failureLines, speedLine } from './report.ts';
import { runInParallel } from './run-in-parallel.ts';

const MAX_FAILURES = 3;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});

const batch = { seeds: Number(values.seeds), from: Number(values.from), workers: Number(values.workers) };
if (!Object.values(batch).every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('--seeds, --from and --workers are whole numbers above 0');
  process.exit(2);
}

const began = performance.now();
const tally = await runInParallel(batch, ({ failures }) => failures.length >= MAX_FAILURES);
for (const line of coverageLines(tally)) console.info(line);
for (const failure of tally.failures.slice(0, MAX_FAILURES))
  for (const line of await failureLines(failure)) console.info(line);
console.info(speedLine(tally, performance.now() - began));
console.info(`${tally.failures.length} seeds with a violation`);
process.exitCode = tally.failures.length > 0 ? 1 : 0;
