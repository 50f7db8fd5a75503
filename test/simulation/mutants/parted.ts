/** Mutants of merges of two tables that went on apart, and of reads across many segments. */
import { changing, type Input, isNamed, isUpdate, type Mutant } from './mutant.ts';

/** What an operator's merge puts. */
const merged = (isMeant: (item: Input) => boolean, change: (item: Input) => Input): Mutant['seams'] => ({
  table: (command, send, by) => {
    if (by !== undefined || !isNamed('PutCommand')(command) || !isMeant(command.input.Item)) return send(command);
    const Item = change(command.input.Item);
    return send({ constructor: command.constructor, input: { ...command.input, Item } });
  },
});

export const PARTED_TABLES: readonly Mutant[] = [
  {
    name: 'revocation taken back',
    mistake: 'A key that was revoked in the one table works again after the merge.',
    breaks: [16],
    within: 100,
    seams: merged(
      ({ sk }) => sk.startsWith('KEY#'),
      ({ revokedAt: _at, ...item }) => item,
    ),
  },
  {
    name: 'receipts of neither table',
    mistake: 'A merged attempt has lost its receipts.',
    breaks: [16],
    within: 200,
    seams: merged(
      ({ sk }) => sk.startsWith('ATTEMPT#'),
      ({ receipts: _all, receiptIds: _ids, ...item }) => item,
    ),
  },
  {
    name: 'page of fewer segments',
    mistake: 'A page that lies in several segments of the list lacks what is in the last of them.',
    breaks: [6, 14],
    within: 300,
    seams: {
      table: async (command, send) => {
        const answer = (await send(command)) as { Items?: Input[] };
        const isOfSegments = isNamed('QueryCommand')(command) && ':last' in command.input.ExpressionAttributeValues;
        if (!isOfSegments || (answer.Items?.length ?? 0) < 2) return answer;
        return { ...answer, Items: answer.Items?.slice(0, -1) };
      },
    },
  },
  {
    name: 'name that no expression has',
    mistake: 'A reservation of a session names an attribute that it does not use, which DynamoDB refuses.',
    breaks: [9],
    within: 20,
    seams: {
      table: changing(isUpdate('SET sessions = list_append'), (input) => ({
        ...input,
        ExpressionAttributeNames: { ...input.ExpressionAttributeNames, '#unused': 'unused' },
      })),
    },
  },
];
