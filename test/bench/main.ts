/** `npm run bench -- [part …] [--rows N] [--list OPERATION] [--write] [--json]`: prints ratios within this run, without limits; `--write` puts the figures of lives into the documents. */
import { parseArgs } from 'node:util';
import { stopBenchTable, useBenchTable } from './bench-table.ts';
import { writeDocuments } from './documents.ts';
import { isOperation, OPERATIONS } from './executed.ts';
import { asText, machine, type Table } from './report.ts';

type Options = { rows: number; list: string | undefined; write: boolean };

// Each part is imported when it runs, because those on DynamoDB read the environment that the start of the table sets.
const PARTS: Readonly<Record<string, (options: Options) => Promise<Table[]>>> = {
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
  imports: async () => (await import('./imports.ts')).imports(),
  executed: async ({ list }) => {
    const table = await useBenchTable();
    return (await import('./executed.ts')).executed(table, list);
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '100000' },
    list: { type: 'string' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const options: Options = {
  rows: Number(values.rows),
  list: values.list,
  write: values.write,
};
const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = wanted.filter((name) => !(name in PARTS));
const wrong = [
  ...unknown.map((name) => `There is no part ${name}: choose from ${Object.keys(PARTS).join(', ')}.`),
  ...(options.rows >= 1000 && options.rows % 100 === 0 ? [] : ['--rows is a multiple of 100, from 1000 on.']),
  ...(options.list === undefined || isOperation(options.list) ? [] : [`--list is one of ${OPERATIONS.join(', ')}.`]),
];

async function run(): Promise<void> {
  const ranOn = machine();
  if (!values.json) console.log(`${ranOn}\n`);
  const tables: Table[] = [];
  for (const name of wanted) {
    for (const table of (await PARTS[name]?.(options)) ?? []) {
      tables.push(table);
      if (!values.json) console.log(asText(table));
    }
  }
  if (values.json) console.log(JSON.stringify({ machine: ranOn, tables }, undefined, 2));
}

if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exitCode = 2;
} else {
  await run().finally(stopBenchTable);
}
