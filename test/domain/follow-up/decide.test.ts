/**
 * What is due at a run, by example.
 * A claim of slots, and the attempts that it writes.
 */
import { describe, expect, it } from 'vitest';
import { claimOf } from '#lib/domain/follow-up/claim.ts';
import { decide, nextRun, type RunState } from '#lib/domain/follow-up/decide.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { aCollection, anAccount, inContext, minutesLater } from '#test/support/a-collection.ts';
import { aPlanInput, type PlanCase, planFor } from './a-plan-input.ts';

const at = (text: string) => new Date(`2026-03-${text}Z`);
const iso = (text: string) => at(text).toISOString();

/** Slots at 10:00, 16:00 and 07:15 the next day, in UTC; overdue at 13:15, expiry at 21:00 that day. */
const aState = (changes: Partial<RunState> = {}, given: PlanCase = {}): RunState => {
  const input = aPlanInput({ expiresInMinutes: 2160, ...given });
  return {
    plan: planFor(input),
    status: 'pending',
    nextSlot: 1,
    ...changes,
    expiresAt: input.collection.expiresAt,
  };
};

/** Slots at 09:00, 09:05, … 09:55. */
const EVERY_5M = { followUp: { startAfter: 0, cadence: 'every_5m' } } as const;

describe('a run', () => {
  it('a run at a slot’s due time sends it on its channels in order, and sets the next run for the slot after it', () => {
    expect(decide(aState(), at('02T10:00:00'))).toEqual({
      kind: 'send',
      slot: 1,
      late: [],
      channels: ['whatsapp', 'sms', 'email'],
      nextRunAt: iso('02T16:00'),
    });
  });

  it('a run up to a minute early sends the slot; an earlier run sets the same run again', () => {
    expect(decide(aState(), at('02T09:59:00.000'))).toMatchObject({ kind: 'send', slot: 1 });
    expect(decide(aState(), at('02T09:58:59.999'))).toEqual({ kind: 'nothing', nextRunAt: iso('02T10:00') });
  });

  it('a run a minute before the opening is in quiet hours, and sets the same run again', () => {
    const state = aState({}, { createdAt: '2026-03-02T06:00:00.000Z' });
    expect(decide(state, at('02T06:59:30'))).toEqual({ kind: 'nothing', nextRunAt: iso('02T07:00') });
    expect(decide(state, at('02T07:00:00'))).toMatchObject({ kind: 'send', slot: 1 });
  });

  it('a run after the last slot waits for the overdue mark, then for the expiry', () => {
    const last = decide(aState({ nextSlot: 3 }), at('03T07:15'));
    expect(last).toMatchObject({ kind: 'send', slot: 3, nextRunAt: iso('03T13:15') });
    const state = aState({ nextSlot: 4 });
    expect(decide(state, at('03T13:14:59'))).toEqual({ kind: 'nothing', nextRunAt: iso('03T13:15') });
    expect(decide(state, at('03T13:15:00'))).toEqual({ kind: 'mark_overdue', nextRunAt: iso('03T21:00') });
    expect(decide(state, at('03T21:00:00'))).toEqual({ kind: 'expire' });
  });

  it('a run never expires a collection early', () => {
    const state = aState({ nextSlot: 4, status: 'overdue' });
    expect(decide(state, at('03T20:59:59.999'))).toEqual({ kind: 'nothing', nextRunAt: iso('03T21:00') });
  });

  it('an overdue collection continues its plan, and is not marked again', () => {
    expect(decide(aState({ status: 'overdue' }), at('02T10:00'))).toMatchObject({ kind: 'send', slot: 1 });
    const done = aState({ status: 'overdue', nextSlot: 4 });
    expect(decide(done, at('03T14:00'))).toEqual({ kind: 'nothing', nextRunAt: iso('03T21:00') });
  });

  it.each(STATUSES.filter((status) => status !== 'pending' && status !== 'overdue'))(
    'a run of a %s collection does nothing',
    (status) => {
      expect(decide(aState({ status }), at('02T10:00'))).toEqual({ kind: 'nothing' });
      expect(decide(aState({ status }), at('09T10:00'))).toEqual({ kind: 'nothing' });
      expect(nextRun(aState({ status }))).toEqual({});
    },
  );

  it('a run at the expiry expires the collection, even if a slot is due too', () => {
    expect(decide(aState(), at('03T21:00'))).toEqual({ kind: 'expire' });
  });

  it('a plan without slots has its only run at the expiry', () => {
    const state = aState({}, { followUp: { enabled: false } });
    expect(nextRun(state)).toEqual({ nextRunAt: iso('03T21:00') });
    expect(decide(state, at('03T14:00'))).toEqual({ kind: 'nothing', nextRunAt: iso('03T21:00') });
  });
});

describe('a part payment', () => {
  const paidInPart = (skippedSlot: number, changes: Partial<RunState> = {}) => aState({ skippedSlot, ...changes });

  it('a slot after a part payment is skipped, with the next run for the slot after it', () => {
    expect(decide(paidInPart(1), at('02T10:00'))).toEqual({
      kind: 'skip',
      slot: 1,
      late: [],
      reason: 'part_paid',
      nextRunAt: iso('02T16:00'),
    });
  });

  it('a part payment skips exactly one slot: the one before it and the one after it are sent', () => {
    expect(decide(paidInPart(2), at('02T10:00'))).toMatchObject({ kind: 'send', slot: 1 });
    expect(decide(paidInPart(1, { nextSlot: 2 }), at('02T16:00'))).toMatchObject({ kind: 'send', slot: 2 });
  });

  it('a skipped slot that is late with others lets the newest be sent', () => {
    const state = { ...aState({}, EVERY_5M), skippedSlot: 2 };
    expect(decide(state, at('02T09:17'))).toMatchObject({ kind: 'send', slot: 4, late: [1, 2, 3] });
    expect(decide({ ...state, skippedSlot: 4 }, at('02T09:17'))).toMatchObject({
      kind: 'skip',
      slot: 4,
      late: [1, 2, 3],
    });
  });

  it('the last slot of a debt that no message has named is sent all the same', () => {
    const last = paidInPart(3, { nextSlot: 3 });
    const dueAt = new Date(last.plan.slots[2]?.dueAt ?? 0);
    expect(last.plan.slots).toHaveLength(3);
    expect(decide({ ...last, isMentioned: false }, dueAt)).toMatchObject({ kind: 'send', slot: 3 });
    expect(decide({ ...last, isMentioned: true }, dueAt)).toMatchObject({ kind: 'skip', reason: 'part_paid' });
    expect(decide(paidInPart(1, { isMentioned: false }), at('02T10:00'))).toMatchObject({ kind: 'skip', slot: 1 });
  });

  it('a skipped slot in quiet hours is skipped for that reason', () => {
    expect(decide(paidInPart(2, { nextSlot: 2 }), at('02T19:30'))).toMatchObject({ slot: 2, reason: 'quiet_hours' });
  });

  it('a part payment after the last slot skips nothing', () => {
    expect(decide(paidInPart(4, { nextSlot: 4 }), at('03T13:15'))).toMatchObject({ kind: 'mark_overdue' });
  });
});

describe('a late run', () => {
  it('a late run sends the newest of several due slots, and skips the slots before it', () => {
    expect(decide(aState({}, EVERY_5M), at('02T09:17'))).toMatchObject({
      kind: 'send',
      slot: 4,
      late: [1, 2, 3],
      nextRunAt: iso('02T09:20'),
    });
  });

  it('a late run sends the only slot that is due, however late it is', () => {
    expect(decide(aState(), at('02T15:30'))).toMatchObject({ kind: 'send', slot: 1, late: [] });
  });

  it('a run sends a slot that is up to five minutes late before a newer slot, which gets the next run', () => {
    const onTheDot = decide(aState({}, EVERY_5M), at('02T09:05:00.000'));
    expect(onTheDot).toMatchObject({ kind: 'send', slot: 1, late: [], nextRunAt: iso('02T09:05') });
    expect(decide(aState({}, EVERY_5M), at('02T09:05:00.001'))).toMatchObject({ kind: 'send', slot: 2, late: [1] });
  });

  it('a late run in quiet hours skips every slot that is due', () => {
    expect(decide(aState(), at('02T19:30'))).toEqual({
      kind: 'skip',
      slot: 2,
      late: [1],
      reason: 'quiet_hours',
      nextRunAt: iso('03T07:15'),
    });
  });

  it('a run at most five minutes late still sends after the day has closed', () => {
    const state = aState({}, { createdAt: '2026-03-02T17:59:00.000Z' });
    expect(decide(state, at('02T19:04:00'))).toMatchObject({ kind: 'send', slot: 1 });
    expect(decide(state, at('02T19:04:00.001'))).toMatchObject({ kind: 'skip', slot: 1, reason: 'quiet_hours' });
  });

  it('a late run on a Sunday in Ghana leaves out sms for a slot that was planned for Saturday', () => {
    const followUp = { startAfter: 0, cadence: 'daily', channels: ['sms', 'email'] } as const;
    const state = aState({}, { phoneCountry: 'GH', createdAt: '2026-02-28T18:00:00.000Z', followUp });
    expect(decide(state, at('01T09:00'))).toMatchObject({ kind: 'send', slot: 1, channels: ['email'] });
  });

  it('a late run marks a collection overdue only after its last slot has had its run', () => {
    const state = aState({ nextSlot: 3 });
    expect(decide(state, at('03T14:00'))).toMatchObject({ kind: 'send', slot: 3, nextRunAt: iso('03T13:15') });
    expect(decide({ ...state, nextSlot: 4 }, at('03T14:01'))).toMatchObject({ kind: 'mark_overdue' });
  });
});

const collection = { ...aCollection(), nextSlot: 2, runNumber: 5 };
const context = { ...inContext(collection, anAccount()), optedOut: [] };
const plan = planFollowUps(collection, { ...context, availableChannels: ['whatsapp', 'sms', 'email'] });
const now = minutesLater(900);
const dueAt = (slot: number) => new Date(plan.slots[slot - 1]?.dueAt ?? Number.NaN).toISOString();
const send = { kind: 'send', slot: 3, late: [2], channels: ['sms'], nextRunAt: 'next' } as const;

it('a claim takes the slots from the next one on: the late ones are skipped, and the last is being sent', () => {
  const common = { claimedAt: now.toISOString(), token: 't', channelsTried: [] };
  expect(claimOf(collection, plan, send, { token: 't', now })).toStrictEqual({
    ref: collection.ref,
    expected: { status: 'pending', nextSlot: 2, runNumber: 5, entryCount: 0 },
    attempts: [
      {
        ...common,
        slot: 2,
        status: 'skipped',
        reason: 'late',
        dueAt: dueAt(2),
        tone: 'gentle',
        at: { skipped: now.toISOString() },
      },
      {
        ...common,
        slot: 3,
        status: 'sending',
        claimedFor: 'sms',
        dueAt: dueAt(3),
        tone: 'professional',
        at: { sending: now.toISOString() },
      },
    ],
    nextRunAt: 'next',
    token: 't',
    now,
  });
});

it('a claim of no slot is an error that says so', () => {
  expect(() => claimOf(collection, plan, { ...send, slot: 1 }, { token: 't', now })).toThrow('a claim of no slot');
});
