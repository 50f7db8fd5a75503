/** Plans without any slot, and what the strategy says of having turned one off. */
import { expect, it } from 'vitest';
import { toneOf } from '#lib/domain/follow-up/claim.ts';
import { obstacleTo } from '#lib/domain/follow-up/plan.ts';
import { removalReasons, strategyReasons } from '#lib/domain/follow-up/reasons.ts';
import { aPlanInput, explainedPlanFor, planFor, settingOf } from './a-plan-input.ts';

it('a start long after the expiry is removed for that reason', () => {
  const followUp = { startAfter: 3000, cadence: 'every_1h' } as const;
  const { slots, reasons } = explainedPlanFor(aPlanInput({ followUp, expiresInMinutes: 1440 }));
  expect(slots).toEqual([]);
  expect(reasons).toContain('startAfter is not before expiry: 1 removed');
});

it('an email that is empty is no address', () => {
  const setting = settingOf(aPlanInput());
  expect(obstacleTo('email', { email: '' }, setting)).toBe('no address');
  expect(obstacleTo('email', { email: 'a@example.com' }, setting)).toBeUndefined();
});

it('the tone of a slot of a collection without follow-ups is an error that says so', () => {
  const { collection } = aPlanInput({ followUp: { enabled: false } });
  const plan = { ...planFor(aPlanInput()), slots: [{ nominalAt: 0, dueAt: 0 }] };
  expect(() => toneOf(collection, plan, 1)).toThrow('a collection without follow-ups has no slots');
});

it.each([
  [true, true, 'turned off by the caller'],
  [true, false, 'turned off by the caller'],
  [false, true, 'turned off by the caller'],
  [false, false, 'phone not reachable: email only'],
])('follow-ups that are off, with a phone: %j, and an email: %j, are explained by: %s', (byPhone, hasEmail, reason) => {
  const amount = { minor: 4_500_000, currency: 'NGN' };
  const context = { amount, expiresInMinutes: 1440, reachableByPhone: byPhone, hasEmail };
  expect(strategyReasons({ enabled: false, strategyVersion: 1 }, context)).toEqual([reason]);
});

it('a reminder whose quiet hours last until expiry is removed for that reason', () => {
  expect(removalReasons([{ dueAt: 0, reason: 'quiet_hours_past_expiry' }], 0)).toEqual([
    'quiet hours last until expiry: 1 removed',
  ]);
});
