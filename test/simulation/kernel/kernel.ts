/**
 * The heart of a simulated world: one thread, one queue of events, one clock that jumps from event to event.
 *
 * Nothing else makes time pass. An event may resume one invocation, which then runs until all it has left to do is wait;
 * so whatever asks for the time or for a random number meanwhile is that invocation.
 */
import { createEventQueue } from './event-queue.ts';
import type { Invocation } from './invocation.ts';
import { type Random, randomFrom } from './random.ts';
import { createTrace, type Trace } from './trace.ts';

export type Kernel = {
  /** True time, in milliseconds since 1970. */
  now: () => number;
  /** The invocation that is running. */
  current: () => Invocation | undefined;
  /** Something that happens outside of all invocations; it must not wait for anything. */
  after: (milliseconds: number, run: () => void) => void;
  /** Goes on with an invocation, if it is alive by then. */
  resume: (invocation: Invocation, milliseconds: number, run: () => void) => void;
  /** Runs whatever is to happen until an instant. */
  runUntil: (instant: number) => Promise<void>;
  steps: () => number;
  /** Whether it goes on and on: then nothing more is taken in. */
  isEndless: () => boolean;
  trace: Trace;
};

/** More events than any run needs: something goes round in circles. */
const MAX_STEPS = 200_000;

export function createKernel({ seed, start, verbose }: { seed: number; start: number; verbose: boolean }): Kernel {
  const queue = createEventQueue();
  const ties: Random = randomFrom(seed, 'ties');
  let now = start;
  let steps = 0;
  let current: Invocation | undefined;
  const trace = createTrace(() => now, verbose);

  const add = (milliseconds: number, run: () => void, resumes: boolean) => {
    steps += 1;
    if (steps > MAX_STEPS) return;
    const at = now + Math.max(0, Math.round(milliseconds));
    queue.add({ at, tie: ties.fraction(), order: steps, run, resumes });
  };

  return {
    trace,
    now: () => now,
    current: () => current,
    steps: () => steps,
    isEndless: () => steps > MAX_STEPS,
    after: (milliseconds, run) => add(milliseconds, run, false),
    resume: (invocation, milliseconds, run) =>
      add(
        milliseconds,
        () => {
          if (!invocation.alive) return;
          current = invocation;
          run();
        },
        true,
      ),
    async runUntil(instant) {
      for (let event = queue.peek(); event !== undefined && event.at <= instant; event = queue.peek()) {
        queue.next();
        now = event.at;
        event.run();
        if (event.resumes && current !== undefined) await everythingThatCanRun();
        current = undefined;
      }
      now = Math.max(now, instant);
    },
  };
}

/** Microtasks all run before a tick that is asked for in one of them, and nothing here waits for more than microtasks. */
const everythingThatCanRun = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
