/** Mutants of opt-outs and receipts. */

import { EVENT_PREFIX } from '#lib/store/collection/keys.ts';
import { OPT_OUT_SORT_KEY } from '#lib/store/opt-out/keys.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import { changing, type Input, isNamed, isUpdate, type Mutant, without } from './mutant.ts';

const isReceipt = isUpdate('SET #status = :status, #at.#reached');

const isEvent = (command: Command) =>
  isNamed('PutCommand')(command) && String(command.input.Item.sk).startsWith(EVENT_PREFIX);

function asFailed(write: Input): Input {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = write;
  if (values?.[':status'] !== 'unknown') return write;
  return {
    ...write,
    ExpressionAttributeNames: { ...names, '#now': 'failed' },
    ExpressionAttributeValues: { ...values, ':status': 'failed' },
  };
}

export const MESSAGES: readonly Mutant[] = [
  {
    name: 'opt-outs read eventually',
    mistake: 'A customer who has just said STOP gets one more message.',
    breaks: [3],
    within: 3000,
    from: 200_501,
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
  {
    name: 'doubt taken for a failure',
    mistake: 'A send whose answer was lost is recorded as failed.',
    breaks: [14],
    within: 100,
    seams: { table: changing(isUpdate('SET #at.#now = :now'), asFailed) },
  },
  {
    name: 'opt-out not told',
    mistake: 'An opt-out is not told by the collection whose message it answers.',
    breaks: [14],
    within: 300,
    seams: { table: (command, send) => (isEvent(command) ? Promise.resolve({}) : send(command)) },
  },
];
