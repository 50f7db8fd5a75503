/** Mutants of the rules for people: what is counted of a person, and what it decides. */
import { changing, eachWrite, type Input, isNamed, isTransactionOf, isUpdate, type Mutant } from './mutant.ts';

const isPerson = (item: { pk?: string } = {}): boolean => item.pk?.includes('#PERSON#') === true;
const isClaimOfMessage = isTransactionOf('#PERSON#');

const writesOf = (input: Input): Record<string, Input>[] => input.TransactItems;
const isOfPerson = (write: Record<string, Input>): boolean => Object.values(write).some(({ Key }) => isPerson(Key));
const withoutPerson = (input: Input): Input => ({
  ...input,
  TransactItems: writesOf(input).filter((write) => !isOfPerson(write)),
});

/** The values of the person's own write in a claim. */
const ofPerson = (change: (values: Record<string, unknown>) => object) =>
  changing(
    isClaimOfMessage,
    eachWrite((input) => {
      if (!isPerson(input.Key)) return input;
      const values = { ...input.ExpressionAttributeValues, ...change(input.ExpressionAttributeValues) };
      return { ...input, ExpressionAttributeValues: values };
    }),
  );

type Deferral = { slot: number; until: string };

/** The deferral of a slot by the rules for people. */
const deferring = (change: (deferral: Deferral) => Deferral) =>
  changing(isUpdate('SET runNumber = :newRunNumber, deferral'), (input) => {
    const { ':deferral': deferral, ...values } = input.ExpressionAttributeValues;
    return { ...input, ExpressionAttributeValues: { ...values, ':deferral': change(deferral) } };
  });

const hourLater = (deferral: Deferral) => ({
  ...deferral,
  until: new Date(Date.parse(deferral.until) + 3_600_000).toISOString(),
});

export const PEOPLE: readonly Mutant[] = [
  {
    name: 'cap for one collection only',
    mistake: 'A run does not read what other collections have sent to the person.',
    breaks: [11],
    within: 300,
    seams: {
      table: async (command, send) => {
        if (isClaimOfMessage(command))
          return send({ constructor: command.constructor, input: withoutPerson(command.input) });
        const answer = (await send(command)) as { Responses?: Record<string, { pk?: string }[]> };
        if (!isNamed('BatchGetCommand')(command) || answer.Responses === undefined) return answer;
        const read = Object.entries(answer.Responses).map(([name, items]) => [
          name,
          items.filter((item) => !isPerson(item)),
        ]);
        return { ...answer, Responses: Object.fromEntries(read) };
      },
    },
  },
  {
    name: 'claim that does not count',
    mistake: 'A claim does not write its message to the person.',
    breaks: [11],
    within: 300,
    seams: { table: changing(isClaimOfMessage, withoutPerson) },
  },
  {
    name: 'person with one memory',
    mistake: 'Of a person only the last message is remembered.',
    breaks: [11],
    within: 300,
    seams: { table: ofPerson(({ ':sends': sends }) => ({ ':sends': (sends as unknown[]).slice(-1) })) },
  },
  {
    name: 'deferral without an end',
    mistake: 'A slot that the rules defer waits for a year.',
    breaks: [4, 14],
    within: 300,
    seams: { table: deferring((deferral) => ({ ...deferral, until: '2027-03-01T00:00:00.000Z' })) },
  },
  {
    name: 'deferred without need',
    mistake: 'A slot that the rules defer waits an hour longer than they ask.',
    breaks: [14],
    within: 300,
    seams: { table: deferring(hourLater) },
  },
];
