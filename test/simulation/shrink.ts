/** Shrinks a failing run: leaves out every fault and act without which it still fails. */
import { FAULTS } from './kernel/faults.ts';
import { type Run, type RunOptions, runSeed } from './run-seed.ts';

export type Shrunk = { run: Run; invariant: number; without: ReadonlySet<string> };

/** Greedy: a fault or act stays left out when the same invariant still fails. */
export async function shrink(options: RunOptions): Promise<Shrunk | undefined> {
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
export function historyOf({ run, invariant }: Shrunk): string[] {
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
