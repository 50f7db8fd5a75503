/** What a revised plan counts as reminders before it. */
import { expect, it } from 'vitest';
import { earlierReminders, firmest } from '#lib/domain/follow-up/earlier-slots.ts';
import { anAttempt } from '#test/support/an-attempt.ts';

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const collection = { plan: { from: at(12), firstSlot: 3 } };
const attempts = [
  anAttempt(1, { dueAt: at(9), tone: 'gentle' }),
  anAttempt(2, { dueAt: at(10), tone: 'urgent', status: 'skipped', at: { skipped: at(10) } }),
  anAttempt(3, { dueAt: at(13), tone: 'professional' }),
];

it('a slot that was skipped when it was claimed, or belongs to the plan, is no reminder before it', () => {
  expect(earlierReminders(collection, attempts)).toEqual([Date.parse(at(9))]);
  expect(firmest(collection, attempts)).toBe('gentle');
});

it('a plan that was never revised has no reminders before it', () => {
  expect(earlierReminders({}, attempts)).toEqual([]);
  expect(firmest({}, attempts)).toBeUndefined();
});
