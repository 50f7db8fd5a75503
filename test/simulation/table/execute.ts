/** Executes a command of the document client atomically, as DynamoDB does. */
import { read } from './reads.ts';
import { store, type Table } from './table.ts';
import { transact } from './transactions.ts';
import { applyWrite, type WriteInput } from './writes.ts';

/** The parts of a document client command that the table reads. */
// biome-ignore lint/suspicious/noExplicitAny: each command has its own input type.
export type Command = { constructor: { name: string }; input: any };

/** Returns what the document client returns. @throws the errors of the SDK. */
export function execute(table: Table, { constructor: { name }, input }: Command): object {
  switch (name) {
    case 'GetCommand':
    case 'QueryCommand':
    case 'BatchGetCommand':
      return read(table, name, input);
    case 'PutCommand':
      return write(table, { Put: input });
    case 'UpdateCommand':
      return write(table, { Update: input });
    case 'DeleteCommand':
      return write(table, { Delete: input });
    case 'TransactWriteCommand':
      return transact(table, input);
    default:
      throw new Error(`${name} is not simulated`);
  }
}

function write(table: Table, input: WriteInput): object {
  const { change, answer } = applyWrite(table.items, input);
  store(table, [change]);
  return answer;
}
