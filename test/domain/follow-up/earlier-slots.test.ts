/** What a revised plan counts as reminders before it. */
import { expect, it } from 'vitest';
import { earlierReminders, firmest, slotsBefore } from '#lib/domain/follow-up/earlier-slots.ts';
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

const asked = { at: at(11), channels: ['email', 'sms'], tone: 'professional' } as const;

it('a reminder that was asked for is one of them, and all are told in order of time', () => {
  const sent = [anAttempt(2, { dueAt: at(10) }), anAttempt(1, { dueAt: at(9) })];
  const early = { ...plan, asked: { ...asked, at: at(8) } };
  expect(earlierReminders({ ...plan, asked }, sent)).toEqual([9, 10, 11].map((hour) => Date.parse(at(hour))));
  expect(earlierReminders(early, sent)).toEqual([8, 9, 10].map((hour) => Date.parse(at(hour))));
});

it.each([
  [['gentle', 'urgent'], 'urgent'],
  [['urgent', 'gentle'], 'urgent'],
  [['gentle', 'gentle'], 'professional'],
] as const)(
  'after reminders in the tones %s and a professional one that was asked for the firmest is %s',
  (tones, firm) => {
    const sent = tones.map((tone, index) => anAttempt(index + 1, { dueAt: at(9 + index), tone }));
    expect(firmest({ ...plan, asked }, sent)).toBe(firm);
  },
);

it('a slot before the plan without an attempt counts as due when the plan began', () => {
  const sent = [anAttempt(1, { dueAt: at(9) })];
  const slots = slotsBefore({ ...plan, asked }, sent, (channel) => channel === 'sms');
  expect(slots.map(({ dueAt }) => dueAt)).toEqual([9, 12, 11].map((hour) => Date.parse(at(hour))));
  expect(slots.at(-1)?.asked?.channels).toEqual(['sms']);
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
