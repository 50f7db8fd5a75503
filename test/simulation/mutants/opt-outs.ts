/** Mutants of STOP and START. */
import { changing, eachWrite, type Input, isTransactionOf, type Mutant, unconditional } from './mutant.ts';

const isOptOut = isTransactionOf('"optedOutAt":');
const isOptIn = isTransactionOf('optedOutAt <= :at');
const isLeftOut = isTransactionOf('"reason":"opted_out"');

export const OPT_OUTS: readonly Mutant[] = [
  {
    name: 'STOP for one channel only',
    mistake: 'STOP by SMS or WhatsApp opts out of one of the two.',
    breaks: [14],
    within: 200,
    seams: {
      table: changing(isOptOut, (input: Input) => ({
        ...input,
        TransactItems: input.TransactItems.filter(
          ({ Put }: { Put: Input }) => !JSON.stringify(Put.Item).includes('"channel":"whatsapp"'),
        ),
      })),
    },
  },
  {
    name: 'START for one channel only',
    mistake: 'START by SMS or WhatsApp ends one of the two opt-outs.',
    breaks: [14],
    within: 400,
    seams: {
      table: changing(isOptIn, (input: Input) => ({
        ...input,
        TransactItems: input.TransactItems.filter(
          ({ Delete }: { Delete: Input }) => !JSON.stringify(Delete.Key).includes('whatsapp#'),
        ),
      })),
    },
  },
  {
    name: 'START that undoes a later STOP',
    mistake: 'START ends an opt-out without looking at when the person said STOP.',
    breaks: [14],
    from: 150,
    within: 300,
    seams: {
      table: changing(isOptIn, eachWrite(unconditional)),
    },
  },
  {
    name: 'START that waits for hours',
    mistake:
      'A run that finds every channel opted out sets the next run six hours later, so that START revives nothing before.',
    breaks: [4, 14],
    within: 300,
    seams: {
      table: changing(
        isLeftOut,
        eachWrite((input: Input) => {
          const { ':nextRunAt': next, ...values } = input.ExpressionAttributeValues ?? {};
          if (next === undefined) return input;
          const late = new Date(Date.parse(next) + 6 * 3_600_000).toISOString();
          return { ...input, ExpressionAttributeValues: { ...values, ':nextRunAt': late } };
        }),
      ),
    },
  },
];
