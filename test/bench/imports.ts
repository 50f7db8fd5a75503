/** Measures the time to load each function's real bundle, compared with an empty one and a minimal DynamoDB function. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundle } from '#infra/bundling/bundle.ts';
import { BUNDLE_OPTIONS } from '#infra/bundling/options.ts';
import { BUDGET, sizeOf } from '#infra/bundling/size.ts';
import { median, ratio } from './median.ts';
import type { Table } from './report.ts';

const ROUNDS = 25;
const MEASURE = `const [from, used] = [performance.now(), process.cpuUsage()];
require(process.argv[1]);
const [ms, { user, system }] = [performance.now() - from, process.cpuUsage(used)];
process.stdout.write(JSON.stringify({ ms, cpu: (user + system) / 1000 }));`;

/** The environment that Lambda sets, without variables of this machine. */
const ENVIRONMENT = { AWS_REGION: 'eu-west-1', TABLE_NAME: 'collections', BASE_URL: 'https://collections.example' };

type Run = { ms: number; cpu: number };
type Bundle = { name: string; folder: string; runs: Run[] };

export async function imports(): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), 'collections-bench-'));
  try {
    const bundles = [...references(folder), ...(await synthesised())].map((one) => ({ ...one, runs: [] }));
    measure(bundles);
    return [tableOf(bundles)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `(bare)` is the unit of all ratios. It is bundled as one CommonJS file, as usual tools do. */
function references(folder: string): { name: string; folder: string }[] {
  const [bare, empty] = ['bare', 'empty'].map((name) => `test/bench/reference/${name}.ts`) as [string, string];
  const into = (name: string) => ({ name: `(${name})`, folder: join(folder, name) });
  const all = [into('bare'), into('bare, split as ours'), into('empty')] as const;
  const oneFile = { ...BUNDLE_OPTIONS, format: 'cjs', splitting: false } as const;
  buildSync({ ...oneFile, entryPoints: { index: bare }, outdir: all[0].folder });
  bundle(bare, all[1].folder);
  bundle(empty, all[2].folder);
  return [...all];
}

/** The files that `cdk deploy` uploads. */
async function synthesised(): Promise<{ name: string; folder: string }[]> {
  const { folder, functions } = await import('#test/infra/cdk/template.ts');
  return Object.entries(functions).map(([name, { Metadata }]) => ({
    name,
    folder: join(folder, Metadata['aws:asset:path']),
  }));
}

/** Starts a fresh process for each bundle in turn; the first round only fills the disk cache. */
function measure(bundles: readonly Bundle[]): void {
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { folder, runs } of bundles) {
      const args = ['--eval', MEASURE, join(folder, 'index.js')];
      const printed = execFileSync(process.execPath, args, { env: ENVIRONMENT, encoding: 'utf8' });
      if (round > 0) runs.push(JSON.parse(printed));
    }
  }
}

function tableOf(bundles: readonly Bundle[]): Table {
  const bare = bundles.find(({ name }) => name === '(bare)')?.runs ?? [];
  const over = (runs: readonly Run[], of: (run: Run) => number): number =>
    ratio(median(runs.map(of)), median(bare.map(of)));
  const rows = bundles.map(({ name, folder, runs }) => {
    const { startBytes, totalBytes } = sizeOf(folder);
    return {
      function: name,
      'KB at start': Math.round(startBytes / 1000),
      'of budget': `${Math.round((100 * startBytes) / BUDGET.startBytes)} %`,
      'KB in all': Math.round(totalBytes / 1000),
      time: over(runs, ({ ms }) => ms),
      'processor time': over(runs, ({ cpu }) => cpu),
    };
  });
  const title = `Imports: medians of ${ROUNDS} fresh processes each, over those of a bare handler`;
  const notes = [
    '(bare): a lib-dynamodb handler in one CommonJS file.',
    'On a machine with other work to do, the processor time is the one to believe.',
  ];
  return { title, notes, rows: rows.toSorted((a, b) => b['processor time'] - a['processor time']) };
}
