/**
 * The kernel of a simulated world: one thread, one queue of events, and one clock that jumps from event to event.
 *
 * Time passes between events only. An event may resume one invocation, which then runs until it only waits.
 * So every call for the time or a random number until then comes from that invocation.
 */
import type { Invocation } from './invocation.ts';
import { hashText, type Random, randomFrom } from './random.ts';

type Trace = {
  say: (what: string) => void;
  /** Adds text to the hash only, for texts that are too long to read. */
  mix: (text: string) => void;
  hash: () => string;
  lines: readonly string[];
};

function createTrace(now: () => number, verbose: boolean): Trace {
  const lines: string[] = [];
  let [high, low] = [0x811c9dc5, 0x01234567];
  const mix = (text: string) => {
    high = hashText(text, high);
    low = hashText(text, low ^ high);
  };
  return {
    mix,
    lines,
    say(what) {
      mix(`${now()} ${what}`);
      if (verbose) lines.push(`${new Date(now()).toISOString().slice(5, 23)}  ${what}`);
    },
    hash: () => `${high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}`,
  };
}

type Event = { at: number; tie: number; order: number; run: () => void; resumes: boolean };

type EventQueue = { add: (event: Event) => void; next: () => Event | undefined; peek: () => Event | undefined };

const isBefore = (a: Event, b: Event): boolean =>
  a.at !== b.at ? a.at < b.at : a.tie !== b.tie ? a.tie < b.tie : a.order < b.order;

/** A binary heap. */
function createEventQueue(): EventQueue {
  const heap: Event[] = [];
  const at = (index: number) => heap[index] as Event;

  function swap(a: number, b: number): void {
    const event = at(a);
    heap[a] = at(b);
    heap[b] = event;
  }

  function rise(index: number): void {
    for (let child = index; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!isBefore(at(child), at(parent))) return;
      swap(child, parent);
      child = parent;
    }
  }

  function sink(): void {
    for (let parent = 0; ; ) {
      let first = 2 * parent + 1;
      if (first >= heap.length) return;
      if (first + 1 < heap.length && isBefore(at(first + 1), at(first))) first += 1;
      if (!isBefore(at(first), at(parent))) return;
      swap(first, parent);
      parent = first;
    }
  }

  return {
    peek: () => heap[0],
    add(event) {
      heap.push(event);
      rise(heap.length - 1);
    },
    next() {
      const [first] = heap;
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first;
      heap[0] = last;
      sink();
      return first;
    },
  };
}

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
