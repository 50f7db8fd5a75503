/** What is due to the millisecond, where a slot, a newer one and the opening hours meet. */
import { describe, expect, it } from 'vitest';
import type { RunState } from '#lib/domain/follow-up/decide.ts';
import { decide, nextRun } from '#lib/domain/follow-up/decide.ts';
import type { FollowUpPlan } from '#lib/domain/follow-up/plan.ts';

const ZONES = { zones: ['UTC'], hasSilentSundays: false, closedOnSunday: false };
const instant = (text: string) => Date.parse(`2026-03-02T${text}Z`);

/** A plan with slots at these times, in these hours of the day. */
function stateOf(times: readonly string[], hours = { opens: 0, closes: 24 }): RunState {
  const slots = times.map((time, nth) => ({ nth, nominalAt: instant(time), dueAt: instant(time) }));
  const plan: FollowUpPlan = { slots, channels: ['email'], hours: { ...ZONES, ...hours } };
  return { plan, status: 'pending', nextSlot: 1, expiresAt: '2026-03-03T00:00:00.000Z' };
}

const kindAt = (state: RunState, text: string) => {
  const decision = decide(state, new Date(instant(text)));
  return 'slot' in decision ? `${decision.kind} ${decision.slot}` : decision.kind;
};

describe('a slot that is late yields to a newer one', () => {
  it('from a minute before the newer one is due, and not a millisecond earlier', () => {
    const state = stateOf(['09:00', '09:30']);
    expect(kindAt(state, '09:28:59.999')).toBe('send 1');
    expect(kindAt(state, '09:29:00.000')).toBe('send 2');
  });
});

describe('a slot that is due in quiet hours', () => {
  const state = stateOf(['20:00'], { opens: 8, closes: 20 });

  it('is sent from its very instant on, as the schedule may be a little late, and not before', () => {
    expect(kindAt(stateOf(['20:00:00.002'], { opens: 8, closes: 20 }), '20:00:00.001')).toBe('nothing');
    expect(kindAt(state, '20:00:00.000')).toBe('send 1');
    expect(kindAt(state, '20:00:00.001')).toBe('send 1');
  });
});

describe('a slot that waits for the rules for people', () => {
  const deferral = { slot: 1, until: '2026-03-02T12:00:00.000Z' };
  const after = new Date(instant('12:00:00.500'));

  it('is sent no sooner, not even a minute early like a slot of the plan: clocks differ by five seconds only', () => {
    const state = { ...stateOf(['09:00']), deferral };
    expect(kindAt(state, '11:59:54.999')).toBe('nothing');
    expect(kindAt(state, '11:59:55.000')).toBe('send 1');
  });

  it('is awaited while the plan has it, and is sent then', () => {
    expect(nextRun({ ...stateOf(['09:00']), deferral })).toEqual({ nextRunAt: deferral.until });
    expect(decide({ ...stateOf(['09:00']), deferral }, after)).toMatchObject({ kind: 'send', slot: 1 });
  });

  it('is not awaited once an opt-out has taken it out of the plan: the next run is the expiry, not the same instant again', () => {
    const state = { ...stateOf([]), deferral };
    expect(decide(state, after)).toEqual({ kind: 'nothing', nextRunAt: state.expiresAt });
  });
});
