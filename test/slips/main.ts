/**
 * `npm run test:slips`: plants small mistakes in the lines of `lib/` and `functions/` that have changed, runs the tests related to them, and
 * prints the mistakes that no test noticed, with the share of each room.
 *
 * `-- --since <revision>`: the lines that have changed since then; by default since `origin/main`, or the commit before. Of more than
 * `--lines <count>` (150) some are chosen by chance, so that a day's work takes some minutes.
 * `-- --random <count>`: about so many mistakes over all rooms, for a nightly run.
 * `--seed <number>`: the same choice as before.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { changedLines, countLines, type Lines, ofRooms, randomLines, someOf } from './lines.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

function isThere(revision: string): boolean {
  try {
    return git('rev-parse', '--verify', '--quiet', revision) !== git('rev-parse', 'HEAD');
  } catch {
    return false;
  }
}

const { values } = parseArgs({
  options: {
    since: { type: 'string' },
    lines: { type: 'string', default: '150' },
    random: { type: 'string' },
    seed: { type: 'string', default: String(Date.now()) },
  },
});

function placesOf({ since, lines: most, random: count, seed }: typeof values): Lines[] {
  const random = randomFrom(Number(seed), 'slips');
  if (count !== undefined) {
    const files = globSync(['lib/**/*.{ts,tsx}', 'functions/**/*.ts'], { cwd: ROOT });
    const sources = files.map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length }));
    return randomLines(sources, Number(count), random);
  }
  const from = since ?? (isThere('origin/main') ? git('merge-base', 'origin/main', 'HEAD') : 'HEAD~1');
  const changed = changedLines(git('diff', '--unified=0', from, '--', 'lib', 'functions'));
  const some = someOf(changed, Number(most), random);
  console.log(`${countLines(some)} of ${countLines(changed)} lines that have changed, by the seed ${seed}.`);
  return some;
}

type Slip = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** `places`: lines of files, or parts of lines. Undefined where no test of the layer runs anything of these files. */
const plant = (places: string[], layer: 'units' | 'tables'): Promise<Slip[] | undefined> =>
  new Stryker({
    mutate: places,
    testRunner: 'vitest',
    vitest: { configFile: `test/slips/${layer}.config.ts` },
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    // What is decided while a module loads, such as a table, would need all tests for each mistake.
    ignoreStatic: true,
    concurrency: 2,
    // Without mistakes first, which on a busy machine takes longer than the five minutes that Stryker gives it.
    dryRunTimeoutMinutes: 30,
    // What a text says is judged by snapshots and by people.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignorePatterns: ['.local', 'cdk.out'],
    tempDirName: '.local/slips',
    reporters: ['progress-append-only'],
    // TypeScript 7 has no program for Stryker to rewrite it with.
    tsconfigFile: 'none',
  } as ConstructorParameters<typeof Stryker>[0])
    .runMutationTest()
    .catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('No tests were executed')) return undefined;
      throw error;
    });

const isLeft = ({ status }: Slip): boolean => status === 'Survived' || status === 'NoCoverage';

const fileOf = ({ fileName }: Slip): string => relative(ROOT, fileName);

/** As Stryker takes a place; in what it answers, columns begin with 1. */
function placeOf(slip: Slip): string {
  const { start, end } = slip.location;
  return `${fileOf(slip)}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

/** With its end: a condition begins where its first part does. */
const told = (slip: Slip): string => `${placeOf(slip)} ${slip.mutatorName}: ${slip.replacement}`;

const places = placesOf(values);
if (places.length === 0) {
  console.log('Nothing of lib/ and functions/ has changed.');
  process.exit(0);
}
const lines = places.map(({ file, from, to }) => `${file}:${from}-${to}`);
const byUnits = await plant(lines, 'units');
// Tests on tables take longer, and minutes before the first mistake: they get what the units leave.
const leftByUnits = byUnits?.filter(isLeft);
if (leftByUnits !== undefined && leftByUnits.length > 0)
  console.log(['Left by the units, and tried on tables now:', ...leftByUnits.map(told), ''].join('\n'));
const onTables = leftByUnits?.length === 0 ? [] : await plant(leftByUnits?.map(placeOf) ?? lines, 'tables');
const planted = byUnits ?? onTables ?? [];
const leftByTables = onTables && new Set(onTables.filter(isLeft).map(told));
const left = new Set(planted.filter((slip) => isLeft(slip) && leftByTables?.has(told(slip)) !== false).map(told));
for (const slip of left) console.log(slip);
const tried = planted.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
console.table(ofRooms(tried.map((slip) => ({ room: dirname(fileOf(slip)), isNoticed: !left.has(told(slip)) }))));
