/** Counts the source files and functions of this repository that one request executes in a warm process. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BenchTable } from './bench-table.ts';
import type { ExecutedFile } from './count-functions.ts';
import type { Table } from './report.ts';

/** The creates are of a known contact, without followUp. `run` is a scheduled run that sends a follow-up. */
export const OPERATIONS = ['create', 'create-with-provider', 'get', 'list', 'run'] as const;
type Operation = (typeof OPERATIONS)[number];

export type Executed = Record<Operation, ExecutedFile[]>;

export const isOperation = (name: string): name is Operation => OPERATIONS.some((operation) => operation === name);

/** `list` names the operation whose files and functions are printed. */
export async function executed({ outbox }: BenchTable, list: string | undefined): Promise<Table[]> {
  const worker = new Worker(new URL('./executed-worker.ts', import.meta.url));
  const [executed] = (await once(worker, 'message')) as [Executed];
  await worker.terminate();
  if (outbox.list().length === 0) throw new Error('no run has sent a message');
  const rows = OPERATIONS.map((operation) => {
    const functions = executed[operation].flatMap((file) => file.functions);
    return { operation, files: executed[operation].length, functions: functions.length };
  });
  const notes = ['Of functions/ and lib/. create: for a known contact, without followUp. run: it sends a follow-up.'];
  const summary = { title: 'Executed: source files and functions of ours, in a warm process', notes, rows };
  return list !== undefined && isOperation(list) ? [summary, listOf(list, executed[list])] : [summary];
}

function listOf(operation: string, files: readonly ExecutedFile[]): Table {
  const rows = files.map(({ file, functions }) => {
    const names = functions.map(({ name, calls = 1 }) => (calls > 1 ? `${name} ×${calls}` : name));
    return { file, functions: functions.length, names: names.join(', ') };
  });
  const notes = [
    '×: how often it is called, which is not known of async functions. A function without a name has its line.',
  ];
  return { title: `Executed: ${operation}`, notes, rows };
}
