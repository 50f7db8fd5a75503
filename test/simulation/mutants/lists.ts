/** Mutants of the list and of reads. */
import { changing, type Input, isNamed, isUpdate, type Mutant, without, withoutPart } from './mutant.ts';

const isAppend = isUpdate('SET entries = list_append');

const eventually = ({ ConsistentRead: _consistent, ...input }: Input): Input => input;

export const LISTS: readonly Mutant[] = [
  {
    name: 'append without looking',
    mistake: 'An append does not check whether the collection is listed already.',
    breaks: [6],
    within: 20,
    seams: { table: changing(isAppend, (update) => without(update, ' AND NOT contains(entries, :entry)')) },
  },
  {
    name: 'segment without end',
    mistake: 'A segment takes more than its fifty entries.',
    breaks: [6],
    within: 200,
    seams: { table: changing(isAppend, (update) => without(update, 'size(entries) < :full AND ')) },
  },
  {
    name: 'list never finished',
    mistake: 'A create that crashes between its two writes is never listed.',
    breaks: [6],
    within: 800,
    seams: {
      table: (command, send, by) =>
        isAppend(command) && by !== undefined && by.functionName !== 'create-collection'
          ? Promise.resolve({})
          : send(command),
    },
  },
  {
    name: 'status found where it was',
    mistake: 'A change of status leaves the collection where it is in the index by status.',
    breaks: [14],
    within: 20,
    seams: {
      table: changing(isUpdate('SET #status = :to'), (update) => withoutPart(update, 'byStatus = :byStatus, ')),
    },
  },
  {
    name: 'list read eventually',
    mistake: 'The newest segment is read with eventual consistency.',
    breaks: [6, 14],
    within: 100,
    seams: {
      table: changing(
        (command) => isNamed('QueryCommand')(command) && command.input.ScanIndexForward === false,
        eventually,
      ),
    },
  },
  {
    name: 'collection read eventually',
    mistake: 'A collection is read with eventual consistency.',
    breaks: [7, 14],
    within: 100,
    seams: {
      table: changing(
        (command) => isNamed('QueryCommand')(command) && String(command.input.KeyConditionExpression) === 'pk = :pk',
        (input) => (input.ScanIndexForward === false ? input : eventually(input)),
      ),
    },
  },
  {
    name: 'errors of the table passed on',
    mistake: 'A busy table is answered with 500 instead of 503.',
    breaks: [9],
    within: 20,
    seams: {
      table: (command, send) =>
        send(command).catch((error: Error) => {
          throw error.name === 'TimeoutError' ? new Error('busy') : error;
        }),
    },
  },
];
