/** Mutants of telling events. */
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import type { Seams } from '#test/simulation/world/seams.ts';
import { isNamed, type Mutant } from './mutant.ts';

const isPublisher = (by: Invocation | undefined): boolean => by?.functionName === 'publish-events';
const isTelling = (command: Command, by: Invocation | undefined): boolean =>
  isPublisher(by) && isNamed('TransactWriteCommand')(command);

type Items = { Put: { ConditionExpression?: string } }[];
const itemsOf = ({ input }: Command): Items => input.TransactItems;

/** Changes what the publisher writes with an event. */
const telling =
  (change: (items: Items) => Items): Seams['table'] =>
  (command, send, by) => {
    if (!isTelling(command, by)) return send(command);
    return send(new TransactWriteCommand({ TransactItems: change(itemsOf(command)) as never }));
  };

const anyway = ({ Put: { ConditionExpression: _new, ...Put } }: Items[number]) => ({ Put });

export const EVENTS: readonly Mutant[] = [
  {
    name: 'number taken anyway',
    mistake: 'An event is stored under its number without a look whether the number is taken.',
    breaks: [13],
    within: 400,
    seams: { table: telling((items) => items.map(anyway)) },
  },
  {
    name: 'told, and not in the feed',
    mistake: 'An event gets its number, and no place in the feed.',
    breaks: [13],
    within: 20,
    seams: { table: telling((items) => items.slice(0, 1)) },
  },
  {
    name: 'number and feed in two writes',
    mistake: 'The number is stored first, and the place in the feed in a second request.',
    breaks: [13],
    within: 400,
    seams: {
      table: async (command, send, by) => {
        if (!isTelling(command, by)) return send(command);
        const [number, ...rest] = itemsOf(command);
        await send(new TransactWriteCommand({ TransactItems: [number] as never }));
        for (const { Put } of rest) await send(new PutCommand(Put as never));
        return {};
      },
    },
  },
  {
    name: 'failed telling forgotten',
    mistake: 'The publisher does not report the records whose events it could not tell.',
    breaks: [13],
    within: 400,
    seams: {
      functions: (real) => ({
        ...real,
        'publish-events': async (event: Parameters<typeof real.relay>[0]) => {
          await real['publish-events'](event);
          return { batchItemFailures: [] };
        },
      }),
    },
  },
  {
    name: 'history told from an old version',
    mistake: 'The publisher reads the collection with eventual consistency.',
    breaks: [13],
    within: 400,
    seams: {
      table: (command, send, by) => {
        if (!isPublisher(by) || !isNamed('QueryCommand')(command)) return send(command);
        const { ConsistentRead: _strong, ...input } = command.input;
        return send({ constructor: command.constructor, input });
      },
    },
  },
];
