/** Mutants of the console: of who is signed in, what each may do, and what is on record. */
import type { REAL_FUNCTIONS } from '#test/simulation/world/functions.ts';
import { changing, type Input, isNamed, isTransactionOf, type Mutant, unconditional } from './mutant.ts';

const isMember = ({ Put }: Input): boolean => String(Put?.Item?.sk).startsWith('MEMBER#');

const ofMembers = (change: (item: Input) => Input) => (input: Input) => ({
  ...input,
  TransactItems: input.TransactItems.map((write: Input) =>
    isMember(write) ? { Put: { ...write.Put, Item: change(write.Put.Item) } } : write,
  ),
});

type Functions = typeof REAL_FUNCTIONS;

export const MEMBERS: readonly Mutant[] = [
  {
    name: 'change that is not on record',
    mistake: 'The entry of the audit log is left out of the transaction.',
    breaks: [14],
    within: 300,
    seams: {
      table: changing(isTransactionOf('"MEMBER#'), (input) => ({
        ...input,
        TransactItems: input.TransactItems.filter(isMember),
      })),
    },
  },
  {
    name: 'refusal that is not on record',
    mistake: 'What a role did not allow is not in the audit log.',
    breaks: [14],
    within: 300,
    seams: {
      table: (command, send) =>
        isNamed('PutCommand')(command) && command.input.Item.what === 'denied' ? Promise.resolve({}) : send(command),
    },
  },
  {
    name: 'removed, and signed in',
    mistake: 'The removal of a member leaves the sessions.',
    breaks: [14],
    within: 1000,
    seams: {
      table: changing(
        isTransactionOf('member_removed'),
        ofMembers(({ removedAt: _, ...item }) => item),
      ),
    },
  },
  {
    name: 'member over a change',
    mistake: 'A member is written over a change that came between.',
    breaks: [14],
    within: 1000,
    seams: {
      table: changing(isTransactionOf('"MEMBER#'), (input) => ({
        ...input,
        TransactItems: input.TransactItems.map((write: Input) =>
          isMember(write) ? { Put: unconditional(write.Put) } : write,
        ),
      })),
    },
  },
  {
    name: 'session read eventually',
    mistake: 'A member is read with eventual consistency.',
    breaks: [14],
    within: 1000,
    seams: {
      table: changing(
        (command) => isNamed('GetCommand')(command) && String(command.input.Key.sk).startsWith('MEMBER#'),
        (input) => ({ ...input, ConsistentRead: false }),
      ),
    },
  },
  {
    name: 'link that lasts',
    mistake: 'A one-time link can be used for an hour.',
    breaks: [14],
    within: 1000,
    seams: {
      table: changing(
        isTransactionOf('"link":'),
        ofMembers((item) => ({
          ...item,
          ...(item.link && {
            link: { ...item.link, expiresAt: new Date(Date.parse(item.link.expiresAt) + 3_000_000).toISOString() },
          }),
        })),
      ),
    },
  },
  {
    name: 'from any page',
    mistake: 'Another web page can send what only the console may.',
    breaks: [14],
    within: 300,
    seams: {
      functions: (real: Functions) => ({
        ...real,
        'console-member': (event: Input, context: Input) =>
          real['console-member']({ ...event, headers: { ...event.headers, 'sec-fetch-site': 'same-origin' } }, context),
      }),
    },
  },
];
