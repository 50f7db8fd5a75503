/** Mutants of a merge after a restore. */
import type { Command } from '#test/simulation/table/execute.ts';
import type { Seams } from '#test/simulation/world/seams.ts';
import { type Input, isNamed, type Mutant } from './mutant.ts';

/** What an operator's command puts. */
const isMerged =
  (isMeant: (item: Input) => boolean) =>
  (command: Command): boolean =>
    isNamed('PutCommand')(command) && isMeant(command.input.Item);

const leavingOut = (isMeant: (item: Input) => boolean): Seams['table'] => {
  const isLeftOut = isMerged(isMeant);
  return (command, send, by) => (by === undefined && isLeftOut(command) ? Promise.resolve({}) : send(command));
};

const startsWith =
  (prefix: string) =>
  ({ sk }: Input): boolean =>
    sk.startsWith(prefix);

export const RESTORES: readonly Mutant[] = [
  {
    name: 'merge of the first page',
    mistake: 'Of the table before, only what the first page of the scan has is merged.',
    breaks: [16],
    within: 100,
    seams: {
      table: async (command, send) => {
        const answer = await send(command);
        return isNamed('ScanCommand')(command) ? { ...answer, LastEvaluatedKey: undefined } : answer;
      },
    },
  },
  {
    name: 'merge without attempts',
    mistake: 'What was sent since the restore is not merged.',
    breaks: [16],
    within: 100,
    seams: { table: leavingOut(startsWith('ATTEMPT#')) },
  },
  {
    name: 'merge without payments',
    mistake: 'What was paid since the restore is not merged.',
    breaks: [16],
    within: 100,
    seams: { table: leavingOut(startsWith('PAYMENT#')) },
  },
  {
    name: 'merge without opt-outs',
    mistake: 'Who said STOP since the restore gets messages again.',
    breaks: [16],
    within: 300,
    seams: { table: leavingOut(({ pk }) => pk.includes('OPTOUT')) },
  },
  {
    name: 'merge without runs',
    mistake: 'A merged collection does not say when it runs next.',
    breaks: [16],
    within: 100,
    seams: {
      table: (command, send, by) => {
        if (by !== undefined || !isMerged(({ sk }) => sk === 'COLLECTION')(command)) return send(command);
        const { nextRunAt: _at, due: _shard, ...Item } = command.input.Item;
        return send({ constructor: command.constructor, input: { ...command.input, Item } });
      },
    },
  },
  {
    name: 'merge that loses a message',
    mistake: 'Of what was sent to a person the first is not merged, and the limits on messages begin too early again.',
    breaks: [16],
    within: 100,
    seams: {
      table: async (command, send, by) => {
        const answer = (await send(command)) as { Items?: Input[] };
        if (by !== undefined || !isNamed('ScanCommand')(command)) return answer;
        const Items = answer.Items?.map((item) =>
          item.sk === 'PERSON' ? { ...item, sends: item.sends.slice(1) } : item,
        );
        return { ...answer, Items };
      },
    },
  },
];
