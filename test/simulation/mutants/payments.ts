/** Mutants of the ledger: counted twice, lost, or added up side by side. */
import { WAITING_PREFIX } from '#lib/store/collection/keys.ts';
import { changing, eachWrite, type Input, isNamed, isTransactionOf, type Mutant, without } from './mutant.ts';

const isBooking = isTransactionOf('SET entryCount = :after');
const onEffect = (change: (input: Input) => Input) =>
  changing(
    isBooking,
    eachWrite((input) => (input.UpdateExpression?.startsWith('SET entryCount') ? change(input) : input)),
  );

let webhooks = 0;

/** Keys the row of a payment by its webhook instead of its transaction. */
function namedForWebhook({ Item, ...put }: Input): Input {
  if (Item?.movement !== 'payment') return { Item, ...put };
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
    seams: { table: changing(isBooking, eachWrite(namedForWebhook)) },
  },
  {
    name: 'payments applied side by side',
    mistake: 'Two concurrent payments are each added to the sum before both.',
    breaks: [5],
    from: 200_101,
    within: 100,
    seams: {
      table: onEffect((update) =>
        without(update, /entryCount = :entryCount|attribute_not_exists\(entryCount\)/, /updatedAt <= :updatedAt AND /),
      ),
    },
  },
  {
    name: 'early payment dropped',
    mistake: 'A payment that comes before its collection is not kept.',
    breaks: [5],
    within: 200,
    seams: {
      table: (command, send) =>
        isNamed('PutCommand')(command) && command.input.Item.sk.startsWith(WAITING_PREFIX)
          ? Promise.resolve({})
          : send(command),
    },
  },
  {
    name: 'paid after a cancellation',
    mistake: 'A payment completes a collection that has been cancelled meanwhile.',
    breaks: [5, 7],
    within: 2000,
    from: 481,
    seams: { table: onEffect((update) => without(update, '#status = :status AND ')) },
  },
];
