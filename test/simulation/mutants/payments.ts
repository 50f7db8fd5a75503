/** Mutants of payments: counted twice, lost, or added up side by side. */
import { changing, eachWrite, type Input, isPutOf, isTransactionOf, type Mutant, without } from './mutant.ts';

const isAppliedPayment = isTransactionOf('SET payments = :after');
const onEffect = (change: (input: Input) => Input) =>
  changing(
    isAppliedPayment,
    eachWrite((input) => (input.UpdateExpression?.startsWith('SET payments') ? change(input) : input)),
  );

let webhooks = 0;

/** Keys the row of a payment by its webhook instead of its transaction. */
function namedForWebhook({ Item, ...put }: Input): Input {
  if (Item === undefined) return put;
  webhooks += 1;
  const transaction = `${Item.transaction}-${webhooks}`;
  return { ...put, Item: { ...Item, sk: Item.sk.replace(Item.transaction, transaction), transaction } };
}

export const PAYMENTS: readonly Mutant[] = [
  {
    name: 'sum by webhook',
    mistake: 'A payment is counted once for each of its webhooks.',
    breaks: [5],
    within: 50,
    seams: { table: changing(isAppliedPayment, eachWrite(namedForWebhook)) },
  },
  {
    name: 'payments applied side by side',
    mistake: 'Two concurrent payments are each added to the sum before both.',
    breaks: [5],
    within: 200,
    seams: {
      table: onEffect((update) =>
        without(update, /payments = :before|attribute_not_exists\(payments\)/, /updatedAt <= :updatedAt AND /),
      ),
    },
  },
  {
    name: 'early payment dropped',
    mistake: 'A payment that comes before its collection is not kept.',
    breaks: [5],
    within: 50,
    seams: {
      table: (command, send) =>
        isPutOf(command.input.Item?.sk)(command) && command.input.Item.ttl !== undefined && command.input.Item.paidAt
          ? Promise.resolve({})
          : send(command),
    },
  },
  {
    name: 'paid after a cancellation',
    mistake: 'A payment completes a collection that has been cancelled meanwhile.',
    breaks: [5, 7],
    within: 2000,
    seams: { table: onEffect((update) => without(update, '#status = :status AND ')) },
  },
];
