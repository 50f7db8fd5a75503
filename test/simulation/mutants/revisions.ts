/** Mutants of revised plans. */
import type { Seams } from '#test/simulation/world/seams.ts';
import { changing, type Input, isUpdate, type Mutant, without } from './mutant.ts';

const isRevision = isUpdate('SET terms = :terms');

/** Changes a placeholder's value, where the update has it. */
const withValue = (name: string, change: (value: never) => unknown) =>
  changing(isRevision, (input: Input) => {
    const value = input.ExpressionAttributeValues[name];
    return value === undefined
      ? input
      : {
          ...input,
          ExpressionAttributeValues: { ...input.ExpressionAttributeValues, [name]: change(value as never) },
        };
  });

type Plan = { from: string; firstSlot: number; firmer?: number };
type Pause = { since: string };
type Event = { type: string };

const withPhoneOf = (terms: string, before: string): string => {
  const { contact, ...rest } = JSON.parse(terms);
  return JSON.stringify({ ...rest, contact: { ...contact, phone: JSON.parse(before).contact.phone } });
};

export const REVISIONS: readonly Mutant[] = [
  {
    name: 'pause that does not hold',
    mistake: 'A pause is shown, and ends at once.',
    breaks: [14],
    within: 60,
    seams: { table: withValue(':pause', ({ since, ...pause }: Pause) => ({ ...pause, since, until: since })) },
  },
  {
    name: 'numbers begin again',
    mistake: 'A revised plan counts its slots from 1, over those that were sent.',
    breaks: [3, 4, 14],
    within: 100,
    seams: { table: withValue(':plan', (plan: Plan) => ({ ...plan, firstSlot: 1 })) },
  },
  {
    name: 'broken promise is not told',
    mistake: 'The plan goes on after a broken promise, without an event.',
    breaks: [14],
    within: 100,
    seams: {
      table: withValue(':events', (events: readonly Event[]) => events.filter(({ type }) => type !== 'promise.broken')),
    },
  },
  {
    name: 'no firmer after a broken promise',
    mistake: 'A broken promise leaves the tone as it was.',
    breaks: [14],
    within: 200,
    seams: { table: withValue(':plan', ({ firmer: _firmer, ...plan }: Plan) => plan) },
  },
  {
    name: 'revision over a claim',
    mistake: 'A revision does not look whether a slot was claimed since it was read.',
    breaks: [3, 4, 7, 14],
    within: 600,
    seams: { table: changing(isRevision, (input) => without(input, 'runNumber = :after AND ')) },
  },
  {
    name: 'corrected phone is not used',
    mistake: 'A correction is told, and the phone stays as it was.',
    breaks: [8, 14],
    within: 100,
    seams: { table: keepingThePhone() },
  },
];

/** The first terms of each collection that were seen give its phone. */
function keepingThePhone(): Seams['table'] {
  const first = new Map<string, string>();
  const change = changing(isRevision, (input: Input) => {
    const { pk } = input.Key;
    const terms = input.ExpressionAttributeValues[':terms'];
    const before = first.get(pk);
    if (before === undefined) return input;
    return {
      ...input,
      ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ':terms': withPhoneOf(terms, before) },
    };
  });
  return (command, send, by) => {
    const { Item } = command.input as { Item?: { pk: string; terms?: string } };
    if (Item?.terms !== undefined) first.set(Item.pk, Item.terms);
    return change(command, send, by);
  };
}
