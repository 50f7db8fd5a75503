/**
 * The kernel of a simulated world: one thread, one queue of events, and one clock that jumps from event to event.
 *
 * Time passes between events only. An event may resume one invocation, which then runs until it only waits.
 * So every call for the time or a random number until then comes from that invocation.
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
  /** Schedules work outside of all invocations; it must be synchronous. */
  after: (milliseconds: number, run: () => void) => void;
  /** Resumes an invocation later if it is still alive. */
  resume: (invocation: Invocation, milliseconds: number, run: () => void) => void;
  /** Runs all events until the instant. */
  runUntil: (instant: number) => Promise<void>;
  steps: () => number;
  /** True after `MAX_STEPS` events; then no more events are added. */
  isEndless: () => boolean;
  trace: Trace;
};

/** More events than any run needs, so reaching it means an endless loop. */
const MAX_STEPS = 600_000;

export type KernelOptions = { seed: number; start: number; verbose: boolean };

export function createKernel({ seed, start, verbose }: KernelOptions): Kernel {
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

/** All microtasks run before the next tick, and the simulated code waits for nothing but microtasks. */
const everythingThatCanRun = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
