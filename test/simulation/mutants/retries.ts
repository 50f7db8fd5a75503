/** Mutants of deferral and failover. */
import { ThrottlingException } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { changing, eachWrite, type Input, isTransactionOf, type Mutant, unconditional, without } from './mutant.ts';

const isRetryClaim = isTransactionOf('#token = :old AND #status = :deferred');
const isDeferral = isTransactionOf('retryAt = :retryAt');
const isFailover = isTransactionOf('attribute_not_exists(earlier)');

const HOUR = 60 * 60_000;

/** Takes a lost answer for a refusal to take more. */
async function asThrottled(send: () => Promise<object>): Promise<object> {
  try {
    return await send();
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    throw new ThrottlingException({ $metadata: {}, message: '', Message: '' });
  }
}

const later = (input: Input): Input =>
  input.ExpressionAttributeValues?.[':retryAt'] === undefined
    ? input
    : {
        ...input,
        ExpressionAttributeValues: {
          ...input.ExpressionAttributeValues,
          ':retryAt': new Date(Date.parse(input.ExpressionAttributeValues[':retryAt']) + HOUR).toISOString(),
        },
      };

export const RETRIES: readonly Mutant[] = [
  {
    name: 'retry claimed twice',
    mistake: 'A deferred slot is claimed again without any condition.',
    breaks: [3, 7, 14],
    within: 300,
    seams: { table: changing(isRetryClaim, eachWrite(unconditional)) },
  },
  {
    name: 'unknown taken for throttled',
    mistake: 'A send whose answer is lost is deferred, and made again.',
    breaks: [3, 14],
    within: 50,
    seams: { channel: asThrottled },
  },
  {
    name: 'deferred for too long',
    mistake: 'A deferral waits an hour more than it may.',
    breaks: [14],
    within: 100,
    seams: { table: changing(isDeferral, eachWrite(later)) },
  },
  {
    name: 'failed over again',
    mistake: 'A slot goes to a third channel after its second message has failed.',
    breaks: [14],
    within: 1000,
    seams: {
      table: changing(
        isFailover,
        eachWrite((input) => without(input, ' AND attribute_not_exists(earlier)')),
      ),
    },
  },
];
