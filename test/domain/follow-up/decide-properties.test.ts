/** Chains of runs, on time or not, on random plans. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunState } from '#lib/domain/follow-up/decide.ts';
import { decide, nextRun, type RunDecision } from '#lib/domain/follow-up/decide.ts';
import { isOpen } from '#lib/domain/time/local-time.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { type PlanInput, planFor } from './a-plan-input.ts';
import { anyPlanInput } from './any-plan-input.ts';

const MINUTE = 60_000;
const RUNS = { numRuns: 200 };

type Run = { at: number; decision: RunDecision };

const STATUS_AFTER: Partial<Record<RunDecision['kind'], Status>> = { mark_overdue: 'overdue', expire: 'expired' };

/** Follows an unpaid collection to its end: each run comes this long after its due time, or before it if negative. */
function live(input: PlanInput, deviation: (run: number) => number): { state: RunState; runs: Run[] } {
  const { createdAt, expiresAt } = input.collection;
  let state: RunState = { plan: planFor(input), status: 'pending', nextSlot: 1, expiresAt };
  let { nextRunAt } = nextRun(state);
  let now = Date.parse(createdAt);
  const runs: Run[] = [];
  while (nextRunAt !== undefined) {
    if (runs.length > 400) throw new Error('it never ends');
    now = Math.max(now, Date.parse(nextRunAt) + deviation(runs.length));
    const decision = decide(state, new Date(now));
    runs.push({ at: now, decision });
    const claimed = 'slot' in decision ? { nextSlot: decision.slot + 1 } : {};
    state = { ...state, ...claimed, status: STATUS_AFTER[decision.kind] ?? state.status };
    nextRunAt = decision.nextRunAt;
    // A run that is too early is repeated, as the schedule would repeat it.
    if (decision.kind === 'nothing') now += MINUTE;
  }
  return { state, runs };
}

const slotsIn = ({ decision }: Run): number[] => ('late' in decision ? [...decision.late, decision.slot] : []);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a chain of punctual runs', () => {
  it('a chain of punctual runs sends every slot at its minute, or skips it while every channel is opted out, then marks overdue if planned, then expires, and ends', () => {
    fc.assert(
      fc.property(anyPlanInput, (input) => {
        const { runs, state } = live(input, () => 0);
        const kind = state.plan.isOptedOut ? 'skip' : 'send';
        const { slots, overdueAt } = state.plan;
        const iso = (at: number) => new Date(at).toISOString();
        const history = runs.map(({ at, decision }) => [decision.kind, new Date(at).toISOString()]);
        expect(history).toEqual([
          ...slots.map(({ dueAt }) => [kind, iso(dueAt)]),
          ...(overdueAt === undefined ? [] : [['mark_overdue', iso(overdueAt)]]),
          ['expire', input.collection.expiresAt],
        ]);
        expect(runs.flatMap(slotsIn)).toEqual(upTo(slots.length));
      }),
      RUNS,
    );
  });
});

describe('a chain of runs that run early and late', () => {
  const minutes = (max: number) => fc.integer({ min: -2 * MINUTE, max: max * MINUTE });
  const deviations = fc.array(fc.oneof(minutes(0), minutes(10), minutes(5_000)), { minLength: 1 });

  it('a chain of early and late runs records each slot at most once, in order, and always reaches the expiry', () => {
    fc.assert(
      fc.property(anyPlanInput, deviations, (input, late) => {
        const { state, runs } = live(input, (run) => late[run % late.length] ?? 0);
        expect(state.status).toBe('expired');
        const recorded = runs.flatMap(slotsIn);
        expect(recorded).toEqual(upTo(recorded.length));
        // A slot without a record was not due at the last run before the expiry, or waited for a run that came too late.
        const lastTry = (runs.at(-2)?.at ?? 0) - 5 * MINUTE;
        for (const { dueAt } of state.plan.slots.slice(recorded.length)) {
          expect(dueAt).toBeGreaterThanOrEqual(lastTry);
        }
      }),
      RUNS,
    );
  });

  it('early and late runs send at most a minute early and at most five minutes into quiet hours, and skip only late slots, and those of which every channel is opted out', () => {
    fc.assert(
      fc.property(anyPlanInput, deviations, (input, late) => {
        const { state, runs } = live(input, (run) => late[run % late.length] ?? 0);
        const { slots, hours } = state.plan;
        const lateness = (slot: number, now: number) => now - (slots[slot - 1]?.dueAt ?? Number.NaN);
        for (const { at, decision } of runs) {
          if (!('late' in decision)) continue;
          for (const slot of decision.late) expect(lateness(slot, at)).toBeGreaterThan(5 * MINUTE);
          expect(lateness(decision.slot, at)).toBeGreaterThanOrEqual(-MINUTE);
          const isQuiet = !isOpen(hours, at);
          if (decision.kind === 'skip' && decision.reason === 'opted_out') expect(state.plan.isOptedOut).toBe(true);
          else if (decision.kind === 'skip') expect(isQuiet && lateness(decision.slot, at) > 5 * MINUTE).toBe(true);
          else if (isQuiet) expect(lateness(decision.slot, at)).toBeLessThanOrEqual(5 * MINUTE);
          if (decision.kind === 'send') expect(decision.channels.length).toBeGreaterThan(0);
        }
      }),
      RUNS,
    );
  });
});
