/**
 * What is due to the millisecond, where a slot, a newer one and the opening hours meet.
 * What a run does after the table was restored: what was due before the fence may have been sent, so it is not sent.
 */
import { describe, expect, it } from 'vitest';
import { claimOf } from '#lib/domain/follow-up/claim.ts';
import { decide, nextRun, type RunState } from '#lib/domain/follow-up/decide.ts';
import type { FollowUpPlan } from '#lib/domain/follow-up/plan.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { aPlanInput, planFor } from './a-plan-input.ts';

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

const at = (text: string) => new Date(`2026-03-${text}Z`);
const iso = (text: string) => at(text).toISOString();

/** Slots at 10:00, 16:00 and 07:15 the next day, in UTC; overdue at 13:15, expiry at 21:00 that day. */
const aState = (nothingDueBefore: string, changes: Partial<RunState> = {}): RunState => {
  const input = aPlanInput({ expiresInMinutes: 2160 });
  const plan = planFor(input);
  return { plan, status: 'pending', nextSlot: 1, nothingDueBefore, ...changes, expiresAt: input.collection.expiresAt };
};

describe('after a restore', () => {
  it('slots that were due before the fence are skipped together, and the next run is set for the slot after them', () => {
    const decision = decide(aState(iso('02T16:00:00.001')), at('02T16:01'));
    expect(decision).toEqual({ kind: 'skip', slot: 2, late: [1], reason: 'restored', nextRunAt: iso('03T07:15') });
  });

  it('the rows of all of them say that they were restored, not that they were late', () => {
    const state = aState(iso('02T16:30'));
    const decision = decide(state, at('02T16:31'));
    if (decision.kind !== 'skip') throw new Error(decision.kind);
    const { attempts } = claimOf(aCollection(), state.plan, decision, { token: 't', now: at('02T16:31') });
    expect(attempts.map(({ slot, status, reason }) => [slot, status, reason])).toEqual([
      [1, 'skipped', 'restored'],
      [2, 'skipped', 'restored'],
    ]);
  });

  it('a slot that is due at the fence or after it is sent', () => {
    expect(decide(aState(iso('02T10:00')), at('02T10:00'))).toMatchObject({ kind: 'send', slot: 1, late: [] });
    const next = aState(iso('02T12:00'), { nextSlot: 2 });
    expect(decide(next, at('02T16:00'))).toMatchObject({ kind: 'send', slot: 2 });
  });

  it('a fence in the future skips no slot ahead of its time, and lets none be sent early', () => {
    const state = aState(iso('03T00:00'));
    expect(decide(state, at('02T09:58:59'))).toEqual({ kind: 'nothing', nextRunAt: iso('02T10:00') });
    expect(decide(state, at('02T09:59:30'))).toMatchObject({ kind: 'skip', slot: 1, reason: 'restored' });
  });

  it('a slot that waits for the rules for people counts as due when its wait ends', () => {
    const deferral = { slot: 1, until: iso('02T14:00') };
    const before = aState(iso('02T12:00'), { deferral });
    expect(decide(before, at('02T12:01'))).toEqual({ kind: 'nothing', nextRunAt: iso('02T14:00') });
    expect(decide(before, at('02T14:00'))).toMatchObject({ kind: 'send', slot: 1 });
    const after = aState(iso('02T14:30'), { deferral });
    expect(decide(after, at('02T14:31'))).toMatchObject({ kind: 'skip', slot: 1, reason: 'restored' });
  });

  it('a retry that was due before the fence is not made, because it may have been made before', () => {
    const retried = anAttempt(1, { status: 'deferred', dueAt: iso('02T10:00'), channelsTried: ['whatsapp'] });
    const retry = { slot: 1, at: iso('02T10:05') };
    const waiting = { nextSlot: 2, retry, retried };
    expect(decide(aState(iso('02T10:05'), waiting), at('02T10:05'))).toMatchObject({ kind: 'retry', slot: 1 });
    const dropped = decide(aState(iso('02T10:06'), waiting), at('02T10:06'));
    expect(dropped).toEqual({ kind: 'drop_retry', isRestored: true, nextRunAt: iso('02T16:00') });
  });

  it('a broken promise, the overdue mark and the expiry come as they would without a restore', () => {
    const fence = iso('04T00:00');
    const promise = { payBy: iso('02T12:00'), madeAt: iso('02T09:30') };
    expect(decide(aState(fence, { promise }), at('02T12:00'))).toMatchObject({ kind: 'break_promise' });
    expect(decide(aState(fence, { nextSlot: 4 }), at('03T13:15'))).toMatchObject({ kind: 'mark_overdue' });
    expect(decide(aState(fence), at('03T21:00'))).toEqual({ kind: 'expire' });
  });
});
