/** Measures what each function's bundle needs to start: the highest memory of its process, and processor time. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundle } from '#infra/bundling/bundle.ts';
import { median } from '#test/bench/median.ts';

export type Start = { name: string; megabytes: number; cpuMs: number };

const ROUNDS = 3;
const MEASURE = `if (process.argv[1]) require(process.argv[1]);
setTimeout(() => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stdout.write(JSON.stringify({ megabytes: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 }));
  process.exit();
}, 50);`;
const ENVIRONMENT = { AWS_REGION: 'eu-west-1', TABLE_NAME: 'collections', BASE_URL: 'https://collections.example' };

/** The first is a process that loads nothing. */
export function measureStarts(): Start[] {
  const folder = mkdtempSync(join(tmpdir(), 'collections-memory-'));
  try {
    const functions = globSync('functions/*/*.ts')
      .toSorted()
      .map((entry) => {
        const into = join(folder, basename(entry, '.ts'));
        bundle(entry, into);
        return { name: basename(entry, '.ts'), file: join(into, 'index.js') };
      });
    return [{ name: '(nothing)', file: '' }, ...functions].map(({ name, file }) => startOf(name, file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function startOf(name: string, file: string): Start {
  const runs = Array.from({ length: ROUNDS }, () => {
    const printed = execFileSync(process.execPath, ['--eval', MEASURE, ...(file ? [file] : [])], {
      env: ENVIRONMENT,
      encoding: 'utf8',
    });
    return JSON.parse(printed) as Omit<Start, 'name'>;
  });
  return {
    name,
    megabytes: median(runs.map(({ megabytes }) => megabytes)),
    cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
  };
}
