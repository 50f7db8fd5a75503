/** Carries out a command of the document client: at once and whole, as DynamoDB promises it. */
import { read } from './reads.ts';
import { store, type Table } from './table.ts';
import { transact } from './transactions.ts';
import { applyWrite, type WriteInput } from './writes.ts';

/** A command of the document client, as far as the table looks into it. */
// biome-ignore lint/suspicious/noExplicitAny: each command has an input of its own.
export type Command = { constructor: { name: string }; input: any };

/** What the document client answers; throws what it throws. */
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
