/** Mutants of the erasure that follows a retention period. */
import type { Key } from '#lib/store/keys.ts';
import { changing, type Input, isNamed, isUpdate, type Mutant } from './mutant.ts';

const isDeleteOf = (isMeant: (key: Key) => boolean) => (command: { constructor: { name: string }; input: Input }) =>
  command.constructor.name === 'DeleteCommand' && isMeant(command.input.Key);

/** The item stays. */
const keeping = (isMeant: (key: Key) => boolean): Mutant['seams'] => ({
  table: (command, send) => (isDeleteOf(isMeant)(command) ? Promise.resolve({}) : send(command)),
});

export const ERASURES: readonly Mutant[] = [
  {
    name: 'never swept for erasures',
    mistake: 'The sweeper does not look for what is to be erased.',
    breaks: [15],
    within: 100,
    seams: {
      table: (command, send) =>
        isNamed('QueryCommand')(command) && JSON.stringify(command.input).includes('DUEERASURE#')
          ? Promise.resolve({ Items: [] })
          : send(command),
    },
  },
  {
    name: 'contact kept',
    mistake: 'The contact of the last collection is not deleted.',
    breaks: [15],
    within: 100,
    seams: keeping(({ sk }) => sk === 'CONTACT'),
  },
  {
    name: 'person kept',
    mistake: 'What is remembered of a person is not deleted.',
    breaks: [15],
    within: 100,
    seams: keeping(({ sk }) => sk === 'PERSON'),
  },
  {
    name: 'last message kept',
    mistake: 'What was last sent to a phone is not deleted.',
    breaks: [15],
    within: 100,
    seams: keeping(({ sk }) => sk === 'LASTMESSAGE'),
  },
  {
    name: 'told bodies kept',
    mistake: 'The bodies of what was told keep what the merchant wrote.',
    breaks: [15],
    within: 300,
    seams: {
      table: (command, send) =>
        isUpdate('SET body = :erased')(command) ? Promise.resolve({ Attributes: {} }) : send(command),
    },
  },
  {
    name: 'metadata kept',
    mistake: 'What the merchant wrote beside a collection is not erased.',
    breaks: [15],
    within: 100,
    seams: {
      table: changing(isUpdate('SET terms = :terms'), (input) => ({
        ...input,
        UpdateExpression: input.UpdateExpression.replace('REMOVE metadata, ', 'REMOVE '),
      })),
    },
  },
  {
    name: 'amount erased',
    mistake: 'An erasure overwrites what accounts need.',
    breaks: [15],
    within: 100,
    seams: {
      table: changing(isUpdate('SET terms = :terms'), (input) => ({
        ...input,
        ExpressionAttributeValues: {
          ...input.ExpressionAttributeValues,
          ':terms': input.ExpressionAttributeValues[':terms'].replace(/"minor":\d+/, '"minor":1'),
        },
      })),
    },
  },
];
