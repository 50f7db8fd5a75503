/** `npm run bench -- [part …] [--rows N] [--list OPERATION] [--write] [--json]`: prints ratios within this run, without limits; `--write` puts the figures of lives into the documents. */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { stopBenchTable } from './bench-table.ts';
import { isOperation, OPERATIONS } from './executed.ts';
import { type Options, PARTS } from './parts.ts';
import { asText, machine, type Table } from './report.ts';

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
    for (const table of wanted.length > 1 ? apart(name) : ((await PARTS[name]?.(options)) ?? [])) {
      tables.push(table);
      if (!values.json) console.log(asText(table));
    }
  }
  if (values.json) console.log(JSON.stringify({ machine: ranOn, tables }, undefined, 2));
}

/** In a process and a database of its own: what one part leaves in its table would be read, and run, by the next. */
function apart(name: string): Table[] {
  const { rows, list, write } = values;
  const given = ['--rows', rows, ...(list === undefined ? [] : ['--list', list]), ...(write ? ['--write'] : [])];
  const printed = execFileSync(process.execPath, [import.meta.filename, name, '--json', ...given], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (JSON.parse(printed) as { tables: Table[] }).tables;
}

if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exitCode = 2;
} else {
  await run().finally(stopBenchTable);
}
