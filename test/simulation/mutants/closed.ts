/** Mutants of what is remembered of addresses that a channel cannot reach. */
import type { Failure } from '#test/simulation/model/closed.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Seams } from '#test/simulation/world/seams.ts';
import { isNamed, type Mutant } from './mutant.ts';

const isMemory = ({ pk }: { pk?: unknown }): boolean => String(pk).startsWith('UNREACHABLE#');

type Read = { Responses?: Record<string, Item[]>; Items?: Item[] };

/** Reads of several items do not find some of the memories. */
function overlooking(read: Read, isOverlooked: (item: Item) => boolean): Read {
  const { Responses, ...rest } = read;
  if (Responses === undefined) return read;
  const found = Object.entries(Responses).map(([table, items]) => [
    table,
    items.filter((item) => !isMemory(item) || !isOverlooked(item)),
  ]);
  return { ...rest, Responses: Object.fromEntries(found) };
}

const withoutMemoryOf =
  (reason: Failure): Seams['table'] =>
  async (command, send) =>
    overlooking(await send(command), (item) => item['reason'] === reason);

/** The runs that have read a slot which waits for another try. */
const retrying = new WeakSet<object>();

const isWaiting = ({ Items = [] }: Read): boolean => Items.some((item) => item['retry'] !== undefined);

export const CLOSED: readonly Mutant[] = [
  {
    name: 'failures forgotten',
    mistake: 'What a receipt says of an address that cannot be reached is not remembered.',
    breaks: [14],
    within: 300,
    seams: {
      table: (command, send) =>
        isNamed('PutCommand')(command) && isMemory(command.input.Item) ? Promise.resolve({}) : send(command),
    },
  },
  {
    name: 'bounced address used again',
    mistake: 'An email that bounced for good does not keep its address out of the plans.',
    breaks: [14],
    within: 300,
    seams: { table: withoutMemoryOf('bounced') },
  },
  {
    name: 'email after a complaint',
    mistake: 'A person who complained about an email gets another one.',
    breaks: [14],
    within: 500,
    seams: { table: withoutMemoryOf('complaint') },
  },
  {
    name: 'failover to a channel that is closed',
    mistake: 'A slot that is offered again may go to a channel that cannot reach its person.',
    breaks: [14],
    within: 300,
    seams: {
      table: async (command, send, by) => {
        const read: Read = await send(command);
        if (by && isWaiting(read)) retrying.add(by);
        return by && retrying.has(by) ? overlooking(read, () => true) : read;
      },
    },
  },
];
