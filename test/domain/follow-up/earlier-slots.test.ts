/** What a revised plan counts as reminders before it. */
import { expect, it } from 'vitest';
import { earlierReminders, firmest } from '#lib/domain/follow-up/earlier-slots.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { aPlanInput, settingOf } from './a-plan-input.ts';

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const plan = { from: at(12), firstSlot: 3 };
const attempts = [
  anAttempt(1, { dueAt: at(9), tone: 'gentle' }),
  anAttempt(2, { dueAt: at(10), tone: 'urgent', status: 'skipped', at: { skipped: at(10) } }),
  anAttempt(3, { dueAt: at(13), tone: 'professional' }),
];

it('a slot that was skipped when it was claimed, or belongs to the plan, is no reminder before it', () => {
  expect(earlierReminders(plan, attempts)).toEqual([Date.parse(at(9))]);
  expect(firmest(plan, attempts)).toBe('gentle');
});

it('a plan that was never revised has no reminders before it', () => {
  const input = aPlanInput({ createdAt: at(9), followUp: { startAfter: 0, cadence: 'every_1h' } });
  const plan = planFollowUps(input.collection, { ...settingOf(input), attempts });
  expect(plan.slots).toEqual(planFollowUps(input.collection, settingOf(input)).slots);
  expect(plan).not.toHaveProperty('mildest');
});

it('no reminder of a revised plan is milder than one before it', () => {
  const input = aPlanInput({ createdAt: at(9), followUp: { startAfter: 0, cadence: 'every_1h' } });
  const tonesAfter = (tone: 'gentle' | 'professional') => {
    const sent = [anAttempt(1, { dueAt: at(9), tone })];
    const revised = { ...input.collection, plan: { from: at(9), firstSlot: 2 } };
    return explainPlan(revised, { ...settingOf(input), attempts: sent }).slots.map((slot) => slot.tone);
  };
  expect(tonesAfter('gentle').slice(0, 3)).toEqual(['gentle', 'gentle', 'gentle']);
  expect(tonesAfter('professional').slice(0, 3)).toEqual(['professional', 'professional', 'professional']);
});
