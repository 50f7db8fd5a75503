/**
 * `npm run soak -- [--minutes M] [--seed N] [--stormers N]`: storms a local run, kills it, checks the journal; 1 when they are wrong. */
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
  violations.length === 0 ? `The journal are right (seed ${seed}).` : `${violations.length} violations (seed ${seed}).`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
