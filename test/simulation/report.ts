/** The report of a run of many seeds: coverage, failures and speed. */
import { execFileSync } from 'node:child_process';
import { FAULTS } from './kernel/faults.ts';
import type { Failure, Tally } from './run-many.ts';
import { historyOf, shrink } from './shrink.ts';

/** One line for each fault and situation with its counts, the most frequent first. A zero shows a fault that is not tested. */
export function coverageLines({ counts }: Tally): string[] {
  const faults = new Set<string>(FAULTS);
  const situations = Object.keys(counts).filter((name) => !faults.has(name));
  return [
    'faults that struck (times, in how many seeds):',
    ...[...faults].map((name) => lineFor(name, counts)),
    'situations that came about:',
    ...situations.toSorted().map((name) => lineFor(name, counts)),
  ];
}

const lineFor = (name: string, counts: Tally['counts']): string => {
  const { times, seeds } = counts[name] ?? { times: 0, seeds: 0 };
  return `  ${name.padEnd(44)} ${String(times).padStart(10)} ${String(seeds).padStart(9)}`;
};

export function speedLine({ seeds, steps }: Tally, milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  return `${seeds} seeds in ${minutes.toFixed(2)} min: ${Math.round(seeds / minutes)} a minute, ${Math.round(steps / seeds)} events each`;
}

/** The seed, the revision, the violation, and the shortest history that still fails. */
export async function failureLines({ seed, violations }: Failure): Promise<string[]> {
  const shrunk = await shrink({ seed });
  return [
    `seed ${seed} at ${revision()}:`,
    ...violations.slice(0, 5).map(({ invariant, what }) => `  invariant ${invariant}: ${what}`),
    ...(shrunk === undefined ? ['  it does not fail again: the run is not repeatable'] : historyOf(shrunk)),
  ];
}

function revision(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'an unknown revision';
  }
}
