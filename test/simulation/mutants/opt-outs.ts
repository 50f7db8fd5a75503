/** Mutants of STOP and START. */
import { changing, type Input, isTransactionOf, type Mutant } from './mutant.ts';

const isOptOut = isTransactionOf('"optedOutAt":');
const isOptIn = isTransactionOf('optedOutAt <= :at');

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
];
