/** One request to a service and its reply: three moments, at each of which something can go wrong. */
import type { CallFault } from '#test/simulation/kernel/faults.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { World } from '#test/simulation/world/world.ts';

export const SERVICES = ['dynamodb', 'scheduler', 'lambda', 'whatsapp', 'sms', 'email', 'provider'] as const;
export type Service = (typeof SERVICES)[number];

/** What came of the work at the other end. */
export type Served<T> = { value: T } | { error: unknown };

export type Request<T> = {
  service: Service;
  /** For the trace. */
  what: string;
  /** When the caller gives up waiting. */
  timeoutMs: number;
  gaveUp: () => Error;
  throttled: () => Error;
  broken: () => Error;
  /** The work at the other end: whole and at once, or a little later. */
  serve: (answer: (served: Served<T>) => void) => void;
};

const LEG = { min: 1, max: 4 };

/** Makes the request for the invocation that is running. A promise that is never kept is how a crash looks from inside. */
export function exchange<T>(world: World, request: Request<T>): Promise<T> {
  const invocation = world.kernel.current();
  if (invocation === undefined) throw new Error(`${request.what}: nobody is there to ask`);
  invocation.calls += 1;
  const fault = world.callFault(invocation, request.service);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const settle = (served: Served<T>) => ('value' in served ? resolve(served.value) : reject(served.error));
  world.kernel.trace.say(`${nameOf(invocation)} → ${request.what}${fault ? ` (${fault})` : ''}`);
  begin(world, { request, invocation, fault, settle });
  return promise;
}

export const nameOf = ({ functionName, number }: Invocation): string => `${functionName}#${number}`;

type Exchange<T> = {
  request: Request<T>;
  invocation: Invocation;
  fault: CallFault | undefined;
  settle: (served: Served<T>) => void;
};

function begin<T>(world: World, { request, invocation, fault, settle }: Exchange<T>): void {
  const { kernel, network } = world;
  const leg = () => network.between(LEG.min, LEG.max);
  const { timeoutMs } = request;
  const serve: typeof request.serve = (answer) => {
    world.asker = invocation;
    request.serve(answer);
    world.asker = undefined;
  };
  const giveUp = () => kernel.resume(invocation, timeoutMs, () => settle({ error: request.gaveUp() }));
  const fail = (error: Error) => kernel.resume(invocation, leg() + leg(), () => settle({ error }));
  const missed = () => {};
  switch (fault) {
    case undefined:
    case 'slow': {
      // Slow, but in time for the caller.
      const extra = fault === 'slow' ? () => network.between(0, timeoutMs / 2 - 2 * LEG.max) : () => 0;
      const back = (served: Served<T>) => kernel.resume(invocation, leg() + extra(), () => settle(served));
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
