/** Sums up what was measured, and prints the results of a part as tables. */
import { cpus, loadavg, totalmem } from 'node:os';
import { alignColumns } from '#infra/cli/command.ts';

export type Row = Readonly<Record<string, string | number>>;
export type Table = { title: string; notes?: readonly string[]; rows: readonly Row[] };

export function asText({ title, notes = [], rows }: Table): string {
  const headings = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => headings.map((heading) => String(row[heading] ?? '')));
  return [title, '', alignColumns(headings, cells), ...notes.map((note) => `  ${note}`), ''].join('\n');
}

/** One line about the machine, because times of different machines cannot be compared. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GB, Node ${process.versions.node}, load ${load} at the start`;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const hundredth = (amount: number): number => Number(amount.toFixed(2));

/** What is one life's share of something is no whole number. */
export const tenth = (amount: number): number => Number(amount.toFixed(1));

/** Rounded to two decimals, because measured times are not more precise. */
export const ratio = (value: number, to: number): number => hundredth(value / to);
