/**
 * `npm run soak -- [--minutes M] [--seed N] [--stormers N]`: sends random requests to a local run, kills it, and checks its data.
 * Exits with 1 when the data is wrong.
 */
import { parseArgs } from 'node:util';
import { soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    stormers: { type: 'string', default: '10' },
  },
});

const seed = Number(values.seed);
console.log(`Seed ${seed}`);
const started = performance.now();
const { counts, violations } = await soak({
  seed,
  seconds: Number(values.minutes) * 60,
  killAfterSeconds: [8, 25],
  stormers: Number(values.stormers),
  env: {},
  log: (line) => console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}`),
});
for (const [what, times] of Object.entries(counts).toSorted()) console.log(`${String(times).padStart(8)}  ${what}`);
for (const violation of violations) console.error(`WRONG: ${violation}`);
console.log(
  violations.length === 0 ? `The data is right (seed ${seed}).` : `${violations.length} violations (seed ${seed}).`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
