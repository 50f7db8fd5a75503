/** Mutants of who did it: of the member that an event names, and of what a member's role allows. */
import { packText, unpackText } from '#lib/store/table/read-item.ts';
import type { Environment, Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import type { Seams } from '#test/simulation/world/seams.ts';
import { changing, type Input, isNamed, type Mutant } from './mutant.ts';

type By = { id: string; name: string };

const isReadOfMember = (command: Command): boolean =>
  isNamed('GetCommand')(command) && String(command.input.Key.sk).startsWith('MEMBER#');

/** Changes what a read of a member answers. */
const readingMember =
  (change: (member: Input, by: Invocation) => Input): Seams['table'] =>
  async (command, send, by) => {
    const found = (await send(command)) as { Item?: Input };
    return isReadOfMember(command) && found.Item && by ? { ...found, Item: change(found.Item, by) } : found;
  };

/** Every value of this name in it, and in all that it holds. */
function each(held: unknown, name: string, change: (value: Input) => unknown): unknown {
  if (Array.isArray(held)) return held.map((one) => each(one, name, change));
  if (typeof held !== 'object' || held === null || ArrayBuffer.isView(held)) return held;
  const values = Object.entries(held).map(([key, value]) => [
    key,
    key === name ? change(value) : each(value, name, change),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

const withoutMembers = (input: Input): Input => each(input, 'member', () => undefined) as Input;

const firstMembers = new WeakMap<Environment, Input>();
const firstRoles = new WeakMap<Environment, Map<string, string>>();
const askers = new WeakMap<Invocation, By>();
const newNames = new Map<string, string>();

const isPutOf = (start: string, { Put }: Input): boolean => String(Put?.Item.sk).startsWith(start);

export const MADE_BY: readonly Mutant[] = [
  {
    name: 'status set by nobody',
    mistake: 'The event of a status does not name the member who set it.',
    breaks: [14],
    within: 300,
    seams: {
      table: (command, send, by) =>
        changing(
          () => by?.functionName === 'update-collection-status' && isNamed('UpdateCommand')(command),
          withoutMembers,
        )(command, send, by),
    },
  },
  {
    name: 'told of nobody',
    mistake: 'The feed and the webhooks leave out the member whom the history names.',
    breaks: [14],
    within: 300,
    seams: {
      table: changing(
        isNamed('TransactWriteCommand'),
        (input) =>
          each(input, 'body', (body) =>
            packText(JSON.stringify(withoutMembers(JSON.parse(unpackText(body))))),
          ) as Input,
      ),
    },
  },
  {
    name: 'member of the first session',
    mistake: 'A process takes each session for the one that it has seen first.',
    breaks: [14],
    within: 300,
    seams: {
      table: readingMember((member, { environment }) => {
        const first = firstMembers.get(environment) ?? member;
        firstMembers.set(environment, first);
        return { ...member, id: first.id, name: first.name };
      }),
    },
  },
  {
    name: 'name of now',
    mistake: 'An event shows the name that its member has now, not that of then.',
    breaks: [14],
    within: 800,
    seams: {
      table: async (command, send, by) => {
        const found = await readingMember((member) => {
          newNames.set(member.id, member.name);
          return member;
        })(command, send, by);
        const renamed = (member: By) => ({ ...member, name: newNames.get(member.id) ?? member.name });
        return isNamed('QueryCommand')(command) && by?.functionName === 'get-collection'
          ? (each(found, 'member', renamed) as object)
          : found;
      },
    },
  },
  {
    name: 'completion named',
    mistake: 'The completion that follows from a recorded payment names who recorded it.',
    breaks: [14],
    within: 800,
    seams: {
      table: changing(
        ({ input }) => input.TransactItems?.some((write: Input) => isPutOf('PAYMENT#', write) && write.Put.Item.by),
        (input) => {
          const { by: member } = input.TransactItems.find((write: Input) => isPutOf('PAYMENT#', write)).Put.Item;
          return each(input, ':events', ([first, ...rest]) => [
            { ...first, data: { actor: 'merchant', member } },
            ...rest,
          ]) as Input;
        },
      ),
    },
  },
  {
    name: 'asker not kept',
    mistake: 'The attempt of a reminder that a member asked for does not keep who that was.',
    breaks: [14],
    within: 800,
    seams: {
      table: changing(
        ({ input }) => input.TransactItems?.some((write: Input) => isPutOf('ATTEMPT#', write)),
        (input) => each(input, 'by', () => undefined) as Input,
      ),
    },
  },
  {
    name: 'asker of all that follow',
    mistake: 'Every reminder after one that a member asked for names that member.',
    breaks: [14],
    within: 800,
    seams: {
      table: async (command, send, by) => {
        const asker = by && askers.get(by);
        const claim = asker && isNamed('TransactWriteCommand')(command);
        const found = (await send(
          claim
            ? {
                constructor: command.constructor,
                input: {
                  ...command.input,
                  TransactItems: command.input.TransactItems.map((write: Input) =>
                    isPutOf('ATTEMPT#', write)
                      ? { Put: { ...write.Put, Item: { by: asker, ...write.Put.Item } } }
                      : write,
                  ),
                },
              }
            : command,
        )) as { Items?: Input[] };
        const member = found.Items?.find(({ plan }) => plan?.asked?.by)?.plan.asked.by;
        if (member && by) askers.set(by, member);
        return found;
      },
    },
  },
  {
    name: 'cancelled by an agent',
    mistake: 'Who may set a status may cancel.',
    breaks: [14],
    within: 500,
    seams: {
      table: readingMember((member, { functionName }) =>
        functionName === 'update-collection-status' && member.role === 'agent' ? { ...member, role: 'admin' } : member,
      ),
    },
  },
  {
    name: 'role of the beginning',
    mistake: 'A process keeps the role that a member had at first.',
    breaks: [14],
    within: 800,
    seams: {
      table: readingMember((member, { environment }) => {
        const known = firstRoles.get(environment) ?? new Map<string, string>();
        firstRoles.set(environment, known);
        known.set(member.id, known.get(member.id) ?? member.role);
        return { ...member, role: known.get(member.id) };
      }),
    },
  },
];
