/** Mutants of follow-ups: claims, sends, changes of status. */

import {
  changing,
  eachWrite,
  type Input,
  isTransactionOf,
  isUpdate,
  type Mutant,
  unconditional,
  without,
} from './mutant.ts';

const isClaim = isTransactionOf('SET nextSlot');
const onClaim = (change: (input: Input) => Input) =>
  changing(
    isClaim,
    eachWrite((input) => (input.UpdateExpression === undefined ? input : change(input))),
  );
const isStatusChange = isUpdate('SET #status = :to');

/** Sends once more when no answer comes, which is a typical mistake. */
async function sendAgain(send: () => Promise<object>): Promise<object> {
  try {
    return await send();
  } catch (error) {
    const { name } = error as Error;
    return name === 'AbortError' || name === 'InternalFailure' ? send() : Promise.reject(error);
  }
}

export const FOLLOW_UPS: readonly Mutant[] = [
  {
    name: 'send without claim',
    mistake: 'A message is sent before its slot is claimed.',
    breaks: [3],
    within: 20,
    seams: { table: (command, send) => (isClaim(command) ? Promise.resolve({}) : send(command)) },
  },
  {
    name: 'claim over another',
    mistake: 'A claim has no conditions at all.',
    breaks: [3, 7],
    within: 50,
    seams: { table: changing(isClaim, eachWrite(unconditional)) },
  },
  {
    name: 'claim without status check',
    mistake: 'A slot is claimed although the collection has been paid meanwhile.',
    breaks: [3, 7],
    within: 100,
    seams: {
      table: onClaim((update) => without(update, '#status IN (:pending, :overdue) AND expiresAt > :now AND ')),
    },
  },
  {
    name: 'run without a number',
    mistake: 'A claim sets the next run and leaves its number as it was.',
    breaks: [4, 7],
    within: 20,
    seams: {
      table: onClaim((update) => {
        const { ':newRunNumber': _number, ...values } = update.ExpressionAttributeValues;
        const expression = update.UpdateExpression.replace(', runNumber = :newRunNumber', '');
        return { ...update, UpdateExpression: expression, ExpressionAttributeValues: values };
      }),
    },
  },
  {
    name: 'sent again when unknown',
    mistake: 'A send whose answer is lost is made once more.',
    breaks: [3],
    within: 50,
    seams: { channel: sendAgain },
  },
  {
    name: 'status changed without condition',
    mistake: 'A status is written without a condition on the status that was read.',
    breaks: [7],
    within: 300,
    seams: { table: changing(isStatusChange, unconditional) },
  },
];
