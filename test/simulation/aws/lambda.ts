/** Lambda: starts functions in environments with their own clocks, kills them, and retries asynchronous invocations. */
import type { Context } from 'aws-lambda';
import type { Environment, Invocation } from '#test/simulation/kernel/invocation.ts';
import { type Functions, timeLimitOf } from '#test/simulation/world/functions.ts';
import type { World } from '#test/simulation/world/world.ts';
import { nameOf } from './exchange.ts';

export type FunctionName = keyof Functions;

/** How an invocation ended. */
export type Ending = { kind: 'returned'; value: unknown } | { kind: 'threw'; error: unknown } | { kind: 'died' };

const ENVIRONMENTS = 3;
/** So far the clock of a function is off at most. */
export const MAX_SKEW_MS = 5_000;
const RETRY_AFTER_MS = [60_000, 120_000];
const MAX_AGE_MS = 10 * 60_000;

export type Lambda = {
  invoke: (functionName: FunctionName, event: unknown, done: (ending: Ending, by: Invocation) => void) => Invocation;
  /** Invokes asynchronously: at least once, unless it keeps failing. */
  invokeLater: (functionName: FunctionName, event: unknown) => void;
};

export function createLambda(world: World): Lambda {
  const { kernel, faults, network } = world;
  const environments = new Map<string, Environment>();
  let invocations = 0;

  function environmentFor(functionName: string): Environment {
    const name = `${functionName}/${network.between(1, ENVIRONMENTS)}`;
    const known = environments.get(name);
    if (known !== undefined) return known;
    const skew = faults.strikes('skew') ? faults.random('skew').between(-MAX_SKEW_MS, MAX_SKEW_MS) : 0;
    const environment = { name, skew };
    environments.set(name, environment);
    return environment;
  }

  const invoke: Lambda['invoke'] = (functionName, event, done) => {
    invocations += 1;
    const limit = timeLimitOf(functionName);
    const invocation: Invocation = {
      number: invocations,
      functionName,
      environment: environmentFor(functionName),
      startedAt: kernel.now(),
      alive: true,
      calls: 0,
      kill: () => end({ kind: 'died' }, network.between(1, limit)),
    };
    /** Only the first end counts; the caller gets it a little later. */
    function end(ending: Ending, after: number): void {
      if (!invocation.alive) return;
      invocation.alive = false;
      invocation.ended = hasFailures(ending) ? 'failed' : ending.kind;
      if (world.isCalm && invocation.ended !== 'returned')
        world.violate(9, `${functionName} ${invocation.ended}, and nothing was broken`);
      kernel.trace.say(`${nameOf(invocation)} ${ending.kind}`);
      kernel.after(after, () => done(ending, invocation));
    }
    world.started(invocation);
    world.note(`invoked ${functionName}`);
    kernel.trace.say(`${nameOf(invocation)} starts in ${invocation.environment.name}`);
    if (faults.strikes('kill')) kernel.after(network.between(0, 40) ** 2, invocation.kill);
    kernel.after(limit, () => end({ kind: 'died' }, 0));
    kernel.resume(invocation, 0, () => {
      const run = world.functions[functionName] as (event: unknown, context: Context) => Promise<unknown>;
      run(event, {} as Context).then(
        (value) => end({ kind: 'returned', value }, network.between(1, 5)),
        (error: unknown) => end({ kind: 'threw', error }, network.between(1, 5)),
      );
    });
    return invocation;
  };

  function deliver(functionName: FunctionName, event: unknown, since: number, tried = 0): void {
    invoke(functionName, structuredClone(event), ({ kind }) => {
      if (kind === 'returned') return;
      const wait = RETRY_AFTER_MS[tried];
      if (wait === undefined || kernel.now() + wait - since > MAX_AGE_MS) {
        world.note(`dead letter of ${functionName}`);
        return;
      }
      world.note(`${functionName} tried again`);
      kernel.after(wait, () => deliver(functionName, event, since, tried + 1));
    });
  }

  return {
    invoke,
    invokeLater(functionName, event) {
      const times = faults.strikes('async-twice') ? 2 : 1;
      for (let time = 0; time < times; time += 1) {
        const wait = faults.strikes('async-late') ? network.between(0, 60_000) : network.between(1, 50);
        const since = kernel.now();
        kernel.after(wait, () => deliver(functionName, event, since));
      }
    },
  };
}

/** Of a queue's or a stream's batch: these come again. */
function hasFailures(ending: Ending): boolean {
  if (ending.kind !== 'returned') return false;
  const { batchItemFailures = [] } = (ending.value ?? {}) as { batchItemFailures?: unknown[] };
  return batchItemFailures.length > 0;
}
