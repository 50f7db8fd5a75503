/** Mutants of what failing receivers lead to, of what channels tell, and of looking for collections. */
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import type { Seams } from '#test/simulation/world/seams.ts';
import { changing, type Input, isNamed, type Mutant } from './mutant.ts';

const isHealth = ({ input }: Command): boolean => String(input.Key?.sk).startsWith('HEALTH#');
const isDelivery = ({ input }: Command): boolean => String(input.Key?.sk).startsWith('DELIVERY#');
const says = (command: Command, part: string): boolean =>
  isNamed('UpdateCommand')(command) && command.input.UpdateExpression.includes(part);

/** Of the attempts that an update of a delivery stores, the last one changed. */
const lastAttempt = (change: (attempt: Input, values: Input) => Input) => (input: Input) => {
  const values = input.ExpressionAttributeValues;
  const attempts = values[':attempts'].map((each: Input, index: number, all: Input[]) =>
    index === all.length - 1 ? change(each, values) : each,
  );
  return { ...input, ExpressionAttributeValues: { ...values, ':attempts': attempts } };
};
const storesAttempts = (command: Command): boolean => isDelivery(command) && says(command, ':attempts');

type Handler = (event: Input, context: object) => Promise<object>;

/** The function gets another event. */
const given =
  (name: 'record-receipt' | 'list-collections', change: (text: string) => string): Seams['functions'] =>
  (real) => ({
    ...real,
    [name]: (event: Input, context: object) =>
      (real[name] as Handler)(JSON.parse(change(JSON.stringify(event))), context),
  });

const isOf = (functionName: string, by: Invocation | undefined): boolean => by?.functionName === functionName;

export const RECEIVERS: readonly Mutant[] = [
  {
    name: 'failures not counted',
    mistake: 'A webhook that failed is tried again, and says nothing about its endpoint.',
    breaks: [13],
    within: 80,
    seams: {
      table: (command, send) =>
        isHealth(command) && says(command, 'ADD failures')
          ? Promise.resolve({
              Attributes: { ...command.input.Key, failures: 1, failingSince: '2099-01-01T00:00:00.000Z' },
            })
          : send(command),
    },
  },
  {
    name: 'same wait after each attempt',
    mistake: 'A webhook is tried again a minute after each attempt.',
    breaks: [13],
    within: 80,
    seams: {
      table: changing(
        (command) => storesAttempts(command) && command.input.ExpressionAttributeValues[':status'] === 'waiting',
        (input) => {
          const values = input.ExpressionAttributeValues;
          const at = Date.parse(values[':attempts'].at(-1).at);
          return {
            ...input,
            ExpressionAttributeValues: { ...values, ':nextRunAt': new Date(at + 60_000).toISOString() },
          };
        },
      ),
    },
  },
  {
    name: 'answer not kept',
    mistake: 'The log of an endpoint does not show what its receiver answered.',
    breaks: [13],
    within: 80,
    seams: {
      table: changing(
        storesAttempts,
        lastAttempt(({ answer: _answer, ...attempt }) => attempt),
      ),
    },
  },
  {
    name: 'never disabled',
    mistake: 'A receiver that takes nothing for five days is paused, as after twenty failures, and probed for ever.',
    breaks: [13],
    within: 400,
    seams: {
      table: changing(
        (command) => isNamed('PutCommand')(command) && JSON.stringify(command.input.Item).includes('failing_for_days'),
        (input) =>
          JSON.parse(
            JSON.stringify(input).replace(
              '"disabled","statusReason":"failing_for_days"',
              '"paused","statusReason":"failing"',
            ),
          ),
      ),
    },
  },
  {
    name: 'warned without a claim',
    mistake: 'Who is behind an endpoint is warned without a look whether another run has done it.',
    breaks: [13],
    within: 400,
    seams: {
      table: (command, send, by) =>
        isOf('deliver', by) && isHealth(command) && says(command, 'warnings = :warning,')
          ? Promise.resolve({})
          : send(command),
    },
  },
  {
    name: 'accepted email taken as delivered',
    mistake: 'That SES has accepted an email is taken as its delivery.',
    breaks: [14],
    within: 200,
    seams: { functions: given('record-receipt', (event) => event.replace('"Email Sent"', '"Email Delivered"')) },
  },
  {
    name: 'receipts of another number',
    mistake: 'Receipts of another application, with a number of its own, are taken as ours.',
    breaks: [14],
    within: 400,
    seams: { functions: given('record-receipt', (event) => event.replace('phone-number-id/12', 'phone-number-id/1')) },
  },
  {
    name: 'unknown host in doubt',
    mistake: 'A channel whose host is not found is taken as one that may have sent the message.',
    breaks: [14],
    within: 200,
    seams: {
      channel: (send) =>
        send().catch((error: { syscall?: string }) => {
          // An answer without an id: nobody can say.
          if (error.syscall === 'getaddrinfo') return {};
          throw error;
        }),
    },
  },
  {
    name: 'email looked for as it is typed',
    mistake: 'A contact is not found by an email that is typed in capitals.',
    breaks: [14],
    within: 100,
    seams: {
      functions: given('list-collections', (event) =>
        event.replace(/"contact":\[?"[^"a-z]*@[^"a-z]*"\]?/g, '"contact":"nobody@example.org"'),
      ),
    },
  },
  {
    name: 'schedule without a queue for what is lost',
    mistake: 'What Scheduler could not queue is not kept where an operator sees it.',
    breaks: [4],
    within: 20,
    seams: {
      schedule: ({ Target, ...input }) => ({ ...input, Target: { ...Target, DeadLetterConfig: undefined } as never }),
    },
  },
  {
    name: 'all runs in one group',
    mistake: 'The runs of one account hold up those of all others.',
    breaks: [4],
    within: 20,
    seams: { queue: (entries) => entries.map((entry) => ({ ...entry, MessageGroupId: 'runs' })) },
  },
];
