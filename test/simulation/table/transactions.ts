/** Transactions: all writes succeed, or none does and each gets a reason. */
import { type CancellationReason, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { invalid, transactionCancelled } from './refusals.ts';
import { store, type Table } from './table.ts';
import { applyWrite, keyOf, type Write, type WriteInput } from './writes.ts';

const MAX_ITEMS = 100;

export function transact(table: Table, { TransactItems }: { TransactItems: WriteInput[] }): object {
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
