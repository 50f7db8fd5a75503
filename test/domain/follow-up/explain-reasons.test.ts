/** What an explained plan says of itself where it is off, or where a channel has gone. */
import { describe, expect, it } from 'vitest';
import { explainPlanSoFar } from '#lib/domain/follow-up/explain.ts';
import { openingHoursIn } from '#lib/domain/follow-up/local-time.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { aPlanInput, explainedPlanFor, settingOf } from './a-plan-input.ts';

const OFF = { followUp: { enabled: false } } as const;

describe('a plan that is off', () => {
  it('says whose choice that was, also where the phone is not reachable', () => {
    const plan = explainedPlanFor(aPlanInput({ ...OFF, reachableByPhone: false, phoneCountry: undefined }));
    expect(plan).toMatchObject({ enabled: false, strategyVersion: 2, slots: [], removed: [] });
    expect(plan.reasons).toEqual(['turned off by the caller']);
  });

  it('is not the caller’s choice where the contact has neither a phone nor an email', () => {
    const input = aPlanInput({ ...OFF, reachableByPhone: false, phoneCountry: undefined });
    const collection = { ...input.collection, contact: { email: '' } };
    const { reasons } = explainedPlanFor({ ...input, collection });
    expect(reasons).not.toContain('turned off by the caller');
  });

  it('has the hours of its contact and no channel', () => {
    const { collection, ...input } = aPlanInput(OFF);
    expect(planFollowUps(collection, settingOf({ collection, ...input }))).toEqual({
      slots: [],
      channels: [],
      hours: openingHoursIn({ country: 'NG' }, []),
    });
  });
});

it('a plan that is on says by which version of the strategy', () => {
  expect(explainedPlanFor(aPlanInput())).toMatchObject({ enabled: true, strategyVersion: 2 });
});

it('after an opt-out of one channel the slots that are to come go by the others', () => {
  const input = aPlanInput({ optedOut: ['sms'] });
  const { slots } = explainPlanSoFar({ ...input.collection, nextSlot: 2 }, settingOf(input));
  const all = explainedPlanFor(aPlanInput()).slots;
  expect(slots).toHaveLength(all.length);
  expect(slots[0]).toEqual(all[0]);
  expect(slots.slice(1).flatMap(({ channel, fallbacks }) => [channel, ...fallbacks])).toEqual([
    'email',
    'whatsapp',
    'whatsapp',
    'email',
  ]);
});

it('a plan that has removed more slots than it lists, before its cap, counts each by its own reason', () => {
  const followUp = { startAfter: 0, cadence: 'every_5m' } as const;
  const { removed, reasons } = explainedPlanFor(aPlanInput({ phoneCountry: 'CO', expiresInMinutes: 14_400, followUp }));
  expect(removed).toHaveLength(2_000);
  expect(reasons.slice(-4)).toEqual([
    'on or close to the reminder before: 1374 removed',
    'more than one person should get: 1400 removed',
    'quiet hours last until expiry: 96 removed',
    'the first 2000 of 2870 removed are listed',
  ]);
});
