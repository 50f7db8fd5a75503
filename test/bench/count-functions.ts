/** Counts the functions of this repository that some work executes, with V8's precise coverage. */
import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** `calls` is absent for async functions and generators, because V8 counts each of their resumptions as a call. */
type ExecutedFunction = { name: string; calls?: number };
export type ExecutedFile = { file: string; functions: ExecutedFunction[] };

const ROOT = new URL('../../', import.meta.url).href;
const OURS = ['functions/', 'lib/'];

/** Returns what the last of the rounds executes in this thread; the rounds before it fill caches. */
export async function functionsOf(rounds: number, work: () => Promise<unknown>): Promise<ExecutedFile[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    for (let round = 1; round < rounds; round += 1) await work();
    // Reading the counts resets them.
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.flatMap(executedIn).toSorted((a, b) => (a.file < b.file ? -1 : 1));
  } finally {
    session.disconnect();
  }
}

function executedIn({ url, functions }: Profiler.ScriptCoverage): ExecutedFile[] {
  const file = url.slice(ROOT.length);
  if (!url.startsWith(ROOT) || !OURS.some((folder) => file.startsWith(folder))) return [];
  const source = readFileSync(new URL(url), 'utf8');
  const executed = functions.flatMap(({ functionName, ranges: [range] }) => {
    if (range === undefined || range.count === 0) return [];
    const line = source.slice(0, range.startOffset).split('\n').length;
    const isResumed = /^(async\b|function\s*\*)/.test(source.slice(range.startOffset));
    return [{ name: functionName || `line ${line}`, ...(!isResumed && { calls: range.count }) }];
  });
  return executed.length > 0 ? [{ file, functions: executed }] : [];
}
