/**
 * One request to a service and its reply, with a fault at the request, the work or the reply.
 * The retries of the SDK in its standard mode: the errors it retries, the number of attempts, and the delays.
 */

import type { CallFault } from '#test/simulation/kernel/faults.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
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

export const SERVICES = ['dynamodb', 'scheduler', 'sqs', 'whatsapp', 'sms', 'email', 'provider', 'receiver'] as const;
export type Service = (typeof SERVICES)[number];

/** The result of the work at the service. */
export type Served<T> = { value: T } | { error: unknown };

type Request<T> = {
  service: Service;
  /** Description for the trace. */
  what: string;
  /** The time limit of the caller. */
  timeoutMs: number;
  gaveUp: () => Error;
  throttled: () => Error;
  broken: () => Error;
  /** The work at the service; it answers at once or later. */
  serve: (answer: (served: Served<T>) => void) => void;
};

const LEG = { min: 1, max: 4 };

/** Sends a request of the running invocation. The promise never resolves when the invocation crashes. */
export function exchange<T>(world: World, request: Request<T>): Promise<T> {
  const invocation = world.kernel.current();
  if (invocation === undefined) throw new Error(`${request.what}: no invocation is running`);
  invocation.calls += 1;
  const fault = world.callFault(invocation, request.service);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const complete = (served: Served<T>) => ('value' in served ? resolve(served.value) : reject(served.error));
  world.kernel.trace.say(`${nameOf(invocation)} → ${request.what}${fault ? ` (${fault})` : ''}`);
  begin(world, { request, invocation, fault, complete });
  return promise;
}

export const nameOf = ({ functionName, number }: Invocation): string => `${functionName}#${number}`;

type Exchange<T> = {
  request: Request<T>;
  invocation: Invocation;
  fault: CallFault | undefined;
  complete: (served: Served<T>) => void;
};

function begin<T>(world: World, { request, invocation, fault, complete }: Exchange<T>): void {
  const { kernel, network } = world;
  const leg = () => network.between(LEG.min, LEG.max);
  const { timeoutMs } = request;
  const serve: typeof request.serve = (answer) => {
    world.asker = invocation;
    request.serve(answer);
    world.asker = undefined;
  };
  const giveUp = () => kernel.resume(invocation, timeoutMs, () => complete({ error: request.gaveUp() }));
  const fail = (error: Error) => kernel.resume(invocation, leg() + leg(), () => complete({ error }));
  const missed = () => {};
  switch (fault) {
    case undefined:
    case 'slow': {
      // A slow reply that still arrives within the time limit of the caller.
      const extra = fault === 'slow' ? () => network.between(0, timeoutMs / 2 - 2 * LEG.max) : () => 0;
      const back = (served: Served<T>) => kernel.resume(invocation, leg() + extra(), () => complete(served));
      kernel.after(leg() + extra(), () => serve(back));
      break;
    }
    case 'throttle':
      fail(request.throttled());
      break;
    case 'server-error':
      if (network.bool(0.5)) kernel.after(leg(), () => serve(missed));
      fail(request.broken());
      break;
    case 'lost-request':
      giveUp();
      break;
    case 'lost-reply':
      kernel.after(leg(), () => serve(missed));
      giveUp();
      break;
    case 'late-request':
      kernel.after(timeoutMs * (1 + network.fraction()), () => serve(missed));
      giveUp();
      break;
    case 'crash-before':
      invocation.kill();
      break;
    case 'crash-after':
      kernel.after(leg(), () => {
        serve(missed);
        invocation.kill();
      });
  }
}
