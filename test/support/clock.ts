/** A clock that a test sets. */
import { afterEach, beforeEach } from 'vitest';
import { clock } from '#lib/clock.ts';

export type TestClock = { now: Date; advance: (minutes: number) => void };

/** Stops the domain clock at `start` for each test of a file. */
export function useClock(start: Date): TestClock {
  const { now } = clock;
  const stopped: TestClock = {
    now: start,
    advance: (minutes) => {
      stopped.now = new Date(stopped.now.getTime() + minutes * 60_000);
    },
  };
  beforeEach(() => {
    stopped.now = start;
    clock.now = () => stopped.now;
  });
  afterEach(() => {
    clock.now = now;
  });
  return stopped;
}
