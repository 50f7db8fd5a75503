/** The parts of the benchmarks. */
import { useBenchTable } from './bench-table.ts';
import { writeDocuments } from './documents.ts';
import type { Table } from './report.ts';

export type Options = { rows: number; list: string | undefined; write: boolean };

// Each part is imported when it runs, because those on DynamoDB read the environment that the start of the table sets.
export const PARTS: Readonly<Record<string, (options: Options) => Promise<Table[]>>> = {
  requests: async () => {
    const table = await useBenchTable();
    return (await import('./requests.ts')).requests(table);
  },
  'list-depth': async ({ rows }) => {
    const table = await useBenchTable();
    return (await import('./list-depth.ts')).listDepth(table, rows);
  },
  life: async ({ write }) => {
    const table = await useBenchTable();
    const [{ sixLives, tablesOf }, { figuresOf }] = await Promise.all([
      import('./life/life.ts'),
      import('./life/figures.ts'),
    ]);
    const lives = await sixLives(table);
    if (write) writeDocuments(figuresOf(lives));
    return tablesOf(lives);
  },
  insights: async ({ rows }) => {
    const table = await useBenchTable();
    return (await import('./insights.ts')).insights(table, rows / 10);
  },
  rehearsal: async ({ rows }) => {
    const table = await useBenchTable();
    return (await import('./rehearsal.ts')).rehearsal(table, rows);
  },
  through: async ({ rows }) => {
    const table = await useBenchTable();
    return (await import('./through/through.ts')).through(table, rows / 100);
  },
  walls: async () => {
    const table = await useBenchTable();
    return (await import('./through/batches.ts')).batches(table);
  },
  imports: async () => (await import('./imports.ts')).imports(),
  executed: async ({ list }) => {
    const table = await useBenchTable();
    return (await import('./executed.ts')).executed(table, list);
  },
};
