/** Mutants of opt-outs and receipts. */
import { OPT_OUT_SORT_KEY } from '#lib/store/deployment-keys.ts';
import { changing, type Input, isNamed, isUpdate, type Mutant, without } from './mutant.ts';

const isReceipt = isUpdate('SET #status = :status, #at.#reached');

export const MESSAGES: readonly Mutant[] = [
  {
    name: 'opt-outs read eventually',
    mistake: 'A customer who has just said STOP gets one more message.',
    breaks: [3],
    within: 3000,
    from: 200_261,
    seams: {
      table: changing(
        (command) =>
          isNamed('BatchGetCommand')(command) && JSON.stringify(command.input).includes(`"${OPT_OUT_SORT_KEY}"`),
        ({ RequestItems }) => ({
          RequestItems: Object.fromEntries(
            Object.entries(RequestItems as Record<string, Input>).map(([name, { Keys }]) => [name, { Keys }]),
          ),
        }),
      ),
    },
  },
  {
    name: 'receipts counted twice',
    mistake: 'The ids of applied receipts are not stored.',
    breaks: [7],
    within: 300,
    seams: {
      table: (command, send) =>
        send(
          JSON.stringify(command.input).includes('receiptIds')
            ? { constructor: command.constructor, input: without(command.input, ' AND NOT contains(receiptIds, :id)') }
            : command,
        ),
    },
  },
  {
    name: 'receipts in any order',
    mistake: 'A late receipt takes a status back.',
    breaks: [7],
    within: 50,
    seams: { table: changing(isReceipt, (update) => without(update, /#status IN \([^)]*\)/)) },
  },
];
