/** `npm run bench -- [part …] [--rows N] [--runs N] [--seconds S] [--list OPERATION] [--json]`: prints ratios within this run, without limits. */
import { parseArgs } from 'node:util';
import { stopBenchTable, useBenchTable } from './bench-table.ts';
import { isOperation, OPERATIONS } from './executed.ts';
import { asText, machine, type Table } from './report.ts';

type Options = { rows: number; runs: number; seconds: number; list: string | undefined };

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
  filters: async ({ rows }) => {
    const table = await useBenchTable();
    return (await import('./find-collections.ts')).findingCollections(table, rows);
  },
  'follow-ups': async ({ runs, rows }) => {
    const table = await useBenchTable();
    return (await import('./follow-ups.ts')).followUps(table, { runs, rows });
  },
  burst: async ({ runs }) => {
    const table = await useBenchTable();
    return (await import('./burst.ts')).burst(table, runs);
  },
  payments: async () => {
    await useBenchTable();
    return (await import('./payments.ts')).payments();
  },
  reconcile: async () => {
    await useBenchTable();
    return (await import('./reconcile.ts')).reconcile();
  },
  webhooks: async ({ runs }) => {
    await useBenchTable();
    return (await import('./webhooks.ts')).webhooks(runs);
  },
  life: async () => {
    const table = await useBenchTable();
    return (await import('./life/life.ts')).life(table);
  },
  executed: async ({ list }) => {
    const table = await useBenchTable();
    return (await import('./executed.ts')).executed(table, list);
  },
  imports: async () => (await import('./imports.ts')).imports(),
  connections: async ({ seconds }) => (await import('./connections.ts')).connections(seconds),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '4' },
    list: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const options: Options = {
  rows: Number(values.rows),
  runs: Number(values.runs),
  seconds: Number(values.seconds),
  list: values.list,
};
const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = wanted.filter((name) => !(name in PARTS));
const wrong = [
  ...unknown.map((name) => `There is no part ${name}: choose from ${Object.keys(PARTS).join(', ')}.`),
  ...(options.rows >= 1000 && options.rows % 100 === 0 ? [] : ['--rows is a multiple of 100, from 1000 on.']),
  ...(Number.isInteger(options.runs) && options.runs > 0 ? [] : ['--runs is a whole number above 0.']),
  ...(options.list === undefined || isOperation(options.list) ? [] : [`--list is one of ${OPERATIONS.join(', ')}.`]),
  ...(options.seconds > 0 ? [] : ['--seconds is a number above 0.']),
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
