/** The retries of the SDK in its standard mode: the errors it retries, the number of attempts, and the delays. */
import type { World } from '#test/simulation/world/world.ts';

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html, and the SDK's table of throttling errors. */
const TRANSIENT = new Set([
  'TimeoutError',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'TransactionInProgressException',
  'InternalServerError',
  'InternalServerException',
  'RequestThrottled',
  'InternalFailure',
]);

const BACK_OFF = { first: 50, max: 20_000 };

export async function withRetries<T>(world: World, maxAttempts: number, request: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await request();
    } catch (error) {
      if (tried === maxAttempts || !TRANSIENT.has((error as Error).name)) throw error;
      await world.sleep(world.network.fraction() * Math.min(BACK_OFF.max, BACK_OFF.first * 2 ** (tried - 1)));
    }
  }
}

/** The error that the SDK throws after its time limit. */
export const noReply = (): Error => Object.assign(new Error('no reply in time'), { name: 'TimeoutError' });
