/** Mutants of what an operator erases by hand. */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { Command } from '#test/simulation/table/execute.ts';
import { OPERATOR } from '#test/simulation/world/operator-commands.ts';
import { isNamed, isTransactionOf, isUpdate, type Mutant } from './mutant.ts';

type Change = (command: Command) => Command | 'left out';

/** What the operator's commands ask of the table. */
const byHand = (change: Change): Mutant['seams'] => ({
  table: (command, send, by) => {
    const changed = by?.functionName === OPERATOR ? change(command) : command;
    return changed === 'left out' ? Promise.resolve({}) : send(changed);
  },
});

const isDeleteOf = (sk: string) => (command: Command) =>
  isNamed('DeleteCommand')(command) && command.input.Key.sk === sk;

const leftOut = (isMeant: (command: Command) => boolean): Mutant['seams'] =>
  byHand((command) => (isMeant(command) ? 'left out' : command));

const isUpdateOf = (sk: string) => (command: Command) =>
  isNamed('UpdateCommand')(command) && command.input.Key.sk === sk;

/** An opt-out is put under a hash and deleted under its address, together: only the one write of both is made. */
const hidingBy = (kept: 'Put' | 'Delete'): Mutant['seams'] =>
  byHand((command) => {
    if (!isTransactionOf('hmac:')(command)) return command;
    const { TransactItems, ...rest } = command.input;
    const items = (TransactItems as Record<string, object>[]).filter((write) => write[kept] !== undefined);
    return { constructor: command.constructor, input: { ...rest, TransactItems: items } };
  });

export const BY_HAND: readonly Mutant[] = [
  {
    name: 'contact kept by hand',
    mistake: 'An operator’s erasure does not delete the contact.',
    breaks: [15],
    within: 100,
    seams: leftOut(isDeleteOf('CONTACT')),
  },
  {
    name: 'last message kept by hand',
    mistake: 'An operator’s erasure does not delete what was last sent to a phone.',
    breaks: [15],
    within: 200,
    seams: leftOut(isDeleteOf('LASTMESSAGE')),
  },
  {
    name: 'notes kept by hand',
    mistake: 'An operator’s erasure leaves the notes of payments.',
    breaks: [15],
    within: 300,
    seams: leftOut(isUpdate('REMOVE note')),
  },
  {
    name: 'others forgotten',
    mistake: 'What is remembered under an email that several people share goes with one of them.',
    breaks: [15],
    within: 600,
    seams: byHand((command) => {
      if (!isUpdateOf('PERSON')(command)) return command;
      const { TableName, Key } = command.input;
      return new DeleteCommand({ TableName, Key }) as unknown as Command;
    }),
  },
  {
    name: 'erasure not logged',
    mistake: 'An erasure is not in the log, and cannot be repeated on a restored table.',
    breaks: [15],
    within: 100,
    seams: leftOut((command) => isNamed('PutCommand')(command) && command.input.Item.pk === 'ERASURES'),
  },
  {
    name: 'erased ones connected',
    mistake: 'The log goes on naming the collections of a person who is erased.',
    breaks: [15],
    within: 100,
    seams: leftOut(isUpdate('REMOVE hashes')),
  },
  {
    name: 'opt-out erased',
    mistake: 'The opt-out of somebody who is erased is deleted, and not kept under a hash.',
    breaks: [15],
    within: 600,
    seams: hidingBy('Delete'),
  },
  {
    name: 'opt-out named',
    mistake: 'The opt-out of somebody who is erased goes on naming the address.',
    breaks: [15],
    within: 600,
    seams: hidingBy('Put'),
  },
];
