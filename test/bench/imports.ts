/** What loading each function costs: its real bundle, beside an empty one and the least that can reach DynamoDB. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, sizeBudget } from '#infra/bundling/options.ts';
import { median, ratio } from './median.ts';
import type { Table } from './report.ts';

const ROUNDS = 25;
const MEASURE = `const [from, used] = [performance.now(), process.cpuUsage()];
require(process.argv[1]);
const [ms, { user, system }] = [performance.now() - from, process.cpuUsage(used)];
process.stdout.write(JSON.stringify({ ms, cpu: (user + system) / 1000 }));`;

/** What Lambda would have set; nothing of this machine's own. */
const ENVIRONMENT = { AWS_REGION: 'eu-west-1', TABLE_NAME: 'collections', BASE_URL: 'https://collections.example' };

type Run = { ms: number; cpu: number };
type Bundle = { name: string; file: string; runs: Run[] };

export async function imports(): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), 'collections-bench-'));
  try {
    const bundles = [...(await references(folder)), ...(await synthesised())].map((one) => ({ ...one, runs: [] }));
    measure(bundles);
    return [tableOf(bundles)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function references(outdir: string): Promise<{ name: string; file: string }[]> {
  const names = ['empty', 'bare'];
  const entryPoints = names.map((name) => join(import.meta.dirname, 'reference', `${name}.ts`));
  await build({ ...BUNDLE_OPTIONS, entryPoints, outdir, logLevel: 'warning' });
  return names.map((name) => ({ name: `(${name})`, file: join(outdir, `${name}.js`) }));
}

/** The files that `cdk deploy` would upload. */
async function synthesised(): Promise<{ name: string; file: string }[]> {
  const { folder, functions } = await import('#test/infra/cdk/template.ts');
  return Object.entries(functions).map(([name, { Metadata }]) => ({
    name,
    file: join(folder, Metadata['aws:asset:path'], 'index.js'),
  }));
}

/** A fresh process each time, in turn; the first round only warms the disk's cache. */
function measure(bundles: readonly Bundle[]): void {
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { file, runs } of bundles) {
      const printed = execFileSync(process.execPath, ['--eval', MEASURE, file], { env: ENVIRONMENT, encoding: 'utf8' });
      if (round > 0) runs.push(JSON.parse(printed));
    }
  }
}

function tableOf(bundles: readonly Bundle[]): Table {
  const bare = bundles.find(({ name }) => name === '(bare)')?.runs ?? [];
  const over = (runs: readonly Run[], of: (run: Run) => number): number =>
    ratio(median(runs.map(of)), median(bare.map(of)));
  const rows = bundles.map(({ name, file, runs }) => {
    const { size } = statSync(file);
    return {
      function: name,
      KB: Math.round(size / 1000),
      'of budget': `${Math.round((100 * size) / sizeBudget(name))} %`,
      time: over(runs, ({ ms }) => ms),
      'processor time': over(runs, ({ cpu }) => cpu),
    };
  });
  const title = `Imports: medians of ${ROUNDS} fresh processes each, over those of a bare handler`;
  const notes = [
    '(bare): a lib-dynamodb handler bundled the same way.',
    'On a machine with other work to do, the processor time is the one to believe.',
  ];
  return { title, notes, rows: rows.toSorted((a, b) => b['processor time'] - a['processor time']) };
}
