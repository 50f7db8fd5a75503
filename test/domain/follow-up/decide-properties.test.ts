/** What chains of wakes do, punctual or not, on random plans. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, decide, nextWake, type WakeState } from '#lib/domain/follow-up/decide.ts';
import { type PlanInput, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { isOpen } from '#lib/domain/follow-up/quiet-hours.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { anyPlanInput } from './any-plan-input.ts';

const MINUTE = 60_000;
const RUNS = { numRuns: 1_000 };

type Ring = { at: number; decision: Decision };

const STATUS_AFTER: Partial<Record<Decision['kind'], Status>> = { mark_overdue: 'overdue', expire: 'expired' };

/** Lives through a collection unpaid: each ring comes so much after its wake time, before it if negative. */
function live(input: PlanInput, deviation: (ring: number) => number): { state: WakeState; rings: Ring[] } {
  const { createdAt, expiresAt } = input.collection;
  let state: WakeState = { plan: planFollowUps(input), status: 'pending', nextSlot: 1, expiresAt };
  let { wakeAt } = nextWake(state);
  let now = Date.parse(createdAt);
  const rings: Ring[] = [];
  while (wakeAt !== undefined) {
    if (rings.length > 400) throw new Error('it never ends');
    now = Math.max(now, Date.parse(wakeAt) + deviation(rings.length));
    const decision = decide(state, new Date(now));
    rings.push({ at: now, decision });
    const claimed = 'slot' in decision ? { nextSlot: decision.slot + 1 } : {};
    state = { ...state, ...claimed, status: STATUS_AFTER[decision.kind] ?? state.status };
    wakeAt = decision.wakeAt;
    // A ring too early is repeated, as the schedule would be.
    if (decision.kind === 'nothing') now += MINUTE;
  }
  return { state, rings };
}

const slotsIn = ({ decision }: Ring): number[] => ('slot' in decision ? [...decision.late, decision.slot] : []);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a chain of punctual wakes', () => {
  it('sends every slot at its minute, then marks overdue if the plan says so, then expires, and ends', () => {
    fc.assert(
      fc.property(anyPlanInput, (input) => {
        const { state, rings } = live(input, () => 0);
        const { slots, overdueAt } = state.plan;
        const story = rings.map(({ at, decision }) => [decision.kind, new Date(at).toISOString()]);
        expect(story).toEqual([
          ...slots.map(({ dueAt }) => ['send', dueAt]),
          ...(overdueAt === undefined ? [] : [['mark_overdue', overdueAt]]),
          ['expire', input.collection.expiresAt],
        ]);
        expect(rings.flatMap(slotsIn)).toEqual(upTo(slots.length));
      }),
      RUNS,
    );
  });
});

describe('a chain of wakes that ring early and late', () => {
  const minutes = (most: number) => fc.integer({ min: -2 * MINUTE, max: most * MINUTE });
  const deviations = fc.array(fc.oneof(minutes(0), minutes(10), minutes(5_000)), { minLength: 1 });

  it('records each slot once at most, in order, up to the expiry it always reaches', () => {
    fc.assert(
      fc.property(anyPlanInput, deviations, (input, late) => {
        const { state, rings } = live(input, (ring) => late[ring % late.length] ?? 0);
        expect(state.status).toBe('expired');
        const recorded = rings.flatMap(slotsIn);
        expect(recorded).toEqual(upTo(recorded.length));
        // What has no record was not due yet at the last ring before expiry, or left to a next one that came too late.
        const lastChance = (rings.at(-2)?.at ?? 0) - 5 * MINUTE;
        for (const { dueAt } of state.plan.slots.slice(recorded.length)) {
          expect(Date.parse(dueAt)).toBeGreaterThanOrEqual(lastChance);
        }
      }),
      RUNS,
    );
  });

  it('sends nothing over a minute early, nor over five minutes into quiet hours, and skips only what is late', () => {
    fc.assert(
      fc.property(anyPlanInput, deviations, (input, late) => {
        const { state, rings } = live(input, (ring) => late[ring % late.length] ?? 0);
        const { slots, hours } = state.plan;
        const lateness = (slot: number, now: number) => now - Date.parse(slots[slot - 1]?.dueAt ?? '');
        for (const { at, decision } of rings) {
          if (!('slot' in decision)) continue;
          for (const slot of decision.late) expect(lateness(slot, at)).toBeGreaterThan(5 * MINUTE);
          expect(lateness(decision.slot, at)).toBeGreaterThanOrEqual(-MINUTE);
          const isQuiet = !isOpen(hours, at);
          if (decision.kind === 'skip') expect(isQuiet && lateness(decision.slot, at) > 5 * MINUTE).toBe(true);
          else if (isQuiet) expect(lateness(decision.slot, at)).toBeLessThanOrEqual(5 * MINUTE);
          if (decision.kind === 'send') expect(decision.channels.length).toBeGreaterThan(0);
        }
      }),
      RUNS,
    );
  });
});
