/** Mutants that break the contract while all records stay consistent. */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { clock } from '#lib/clock.ts';
import { COLLECTION_SORT_KEY, segmentKey } from '#lib/store/collection/keys.ts';
import { newestSegment } from '#lib/store/list/log.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import { transactionCancelled } from '#test/simulation/table/refusals.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Seams } from '#test/simulation/world/seams.ts';
import { eachWrite, type Input, isNamed, isPutOf, isTransactionOf, isUpdate, type Mutant, without } from './mutant.ts';

const DAY = 24 * 3_600_000;
const PAYABLE = new Set<unknown>(['pending', 'overdue']);

/** An expired collection, changed to expire a day later. */
function lastingLonger(item: Item): Item {
  const expiresAt = Date.parse(String(item['expiresAt']));
  const isOver = PAYABLE.has(item['status']) && expiresAt <= clock.now().getTime();
  return isOver ? { ...item, expiresAt: new Date(expiresAt + DAY).toISOString() } : item;
}

/** A function that sees no expiry, and writes without its conditions on the expiry. */
const blindToExpiry =
  (functionName: string): Seams['table'] =>
  async (command, send, by) => {
    if (by?.functionName !== functionName) return send(command);
    const answer = (await send(unguarded(command))) as { Item?: Item; Items?: Item[] };
    return {
      ...answer,
      ...(answer.Item && { Item: lastingLonger(answer.Item) }),
      ...(answer.Items && { Items: answer.Items.map(lastingLonger) }),
    };
  };

function unguarded(command: Command): Command {
  const changed = (input: Input): Command => ({ constructor: command.constructor, input });
  if (isTransactionOf('SET nextSlot')(command))
    return changed(
      eachWrite((write) => (isOnExpiry(write) ? without(write, 'expiresAt > :now AND ') : write))(command.input),
    );
  return isUpdate('SET #status = :to')(command) && isOnExpiry(command.input)
    ? changed(without(command.input, ' AND expiresAt > :unexpiredAt'))
    : command;
}

const isOnExpiry = ({ ConditionExpression }: Input): boolean => String(ConditionExpression).includes('expiresAt >');

const isRecording = isPutOf(COLLECTION_SORT_KEY);

/** The refusal of a create with the body hash of the first create replaced. */
function withSameBody(error: Error, { bodyHash }: Input): Error {
  if (!(error instanceof ConditionalCheckFailedException) || !error.Item?.['bodyHash'] || !bodyHash) return error;
  return new ConditionalCheckFailedException({ ...error, Item: { ...error.Item, bodyHash: { S: bodyHash } } });
}

/** All functions except create-collection, which lists its own collection. */
const isRepair = (functionName: string | undefined) => functionName === 'relay' || functionName === 'follow-up';

export const MEANING: readonly Mutant[] = [
  {
    name: 'run after its expiry',
    mistake: 'A run does not see that the expiry has come: it claims slots and marks as overdue.',
    breaks: [14],
    within: 20,
    seams: { table: blindToExpiry('follow-up') },
  },
  {
    name: 'changed after its expiry',
    mistake: 'A caller’s change is accepted as long as no run has recorded the expiry.',
    breaks: [14],
    within: 200,
    seams: { table: blindToExpiry('update-collection-status') },
  },
  {
    name: 'shown as stored',
    mistake: 'A read shows the stored status although the expiry has come.',
    breaks: [14],
    within: 50,
    seams: { table: blindToExpiry('get-collection') },
  },
  {
    name: 'another body replayed',
    mistake: 'A key is enough for a replay, whatever the body is.',
    breaks: [14],
    within: 20,
    seams: {
      table: (command, send) =>
        send(command).catch((error: Error) => {
          throw isRecording(command) ? withSameBody(error, command.input.Item) : error;
        }),
    },
  },
  {
    name: 'claim won and never sent',
    mistake: 'A claim that was written is taken for one that was lost.',
    breaks: [14],
    within: 20,
    seams: {
      async table(command, send) {
        const answer = await send(command);
        if (!isTransactionOf('SET nextSlot')(command)) return answer;
        throw transactionCancelled([{ Code: 'ConditionalCheckFailed' }]);
      },
    },
  },
  {
    name: 'list repaired at its newest end',
    mistake: 'The newest segment alone is looked at for whether a collection is listed.',
    breaks: [6, 14],
    within: 200,
    seams: {
      async table(command, send, by) {
        const { Key, ...input } = command.input;
        const [, account = ''] = String(Key?.pk).split('#');
        const isOfList = isNamed('GetCommand')(command) || isUpdate('SET entries = list_append')(command);
        if (!isRepair(by?.functionName) || !isOfList || Key.pk !== segmentKey(account, 0).pk) return send(command);
        const newest = segmentKey(account, await newestSegment(table, account));
        return send({ constructor: command.constructor, input: { ...input, Key: newest } });
      },
    },
  },
];
