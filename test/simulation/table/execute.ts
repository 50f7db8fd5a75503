/** Executes a command of the document client atomically, as DynamoDB does. */

import { type CancellationReason, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { read } from './reads.ts';
import { invalid, transactionCancelled } from './refusals.ts';
import { store, type Table } from './table.ts';
import { applyWrite, keyOf, type Write, type WriteInput } from './writes.ts';

const MAX_ITEMS = 100;

function transact(table: Table, { TransactItems }: { TransactItems: WriteInput[] }): object {
  refuseImpossible(TransactItems);
  const outcomes = TransactItems.map((input) => tryWrite(table, input));
  if (outcomes.some((outcome) => 'Code' in outcome)) {
    throw transactionCancelled(outcomes.map((outcome) => ('Code' in outcome ? outcome : { Code: 'None' })));
  }
  // A condition check changes nothing.
  store(table, outcomes.filter((outcome) => 'key' in outcome && outcome.before !== outcome.after) as Write[]);
  return {};
}

function refuseImpossible(writes: readonly WriteInput[]): void {
  if (writes.length === 0 || writes.length > MAX_ITEMS) throw invalid('Member must have length between 1 and 100');
  const keys = writes.map(keyOf).map(({ pk, sk }) => `${pk}\n${sk}`);
  if (new Set(keys).size < keys.length)
    throw invalid('Transaction request cannot include multiple operations on one item');
}

function tryWrite(table: Table, input: WriteInput): Write | (CancellationReason & { Code: string }) {
  try {
    return applyWrite(table.items, input).change;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { message: Message, Item } = error;
    return { Code: 'ConditionalCheckFailed', Message, ...(Item && { Item }) };
  }
}

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
