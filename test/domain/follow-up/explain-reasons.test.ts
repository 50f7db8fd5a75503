/**
 * What an explained plan says of itself where it is off, or where a channel has gone.
 * The plan of a collection whose contact has opted out of a channel.
 * The wording of the reasons of a plan.
 */
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { explainPlan, explainPlanSoFar } from '#lib/domain/follow-up/explain.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { hoursReason, removalReasons, type SlotFacts, slotReason } from '#lib/domain/follow-up/reasons.ts';
import { openingHoursIn } from '#lib/domain/time/local-time.ts';
import { aCollection, aContact, anAccount } from '#test/support/a-collection.ts';
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

const account = anAccount();
const phone = phoneOf(aContact(), account);
const setting = { account, phone, availableChannels: CHANNELS, optedOut: ['sms'] } as const;
const collection = { ...aCollection(), nextSlot: 2 };

it('a plan keeps the slots that were claimed before an opt-out, and leaves the channel out of later slots', () => {
  const channels = explainPlanSoFar(collection, setting).slots.map((slot) => [slot.channel, ...slot.fallbacks]);
  expect(channels[0]).toEqual(['whatsapp', 'sms', 'email']);
  expect(channels.slice(1).flat()).not.toContain('sms');
  expect(explainPlan(collection, setting).slots[0]?.fallbacks).toEqual(['email']);
});

describe('the reason for quiet hours', () => {
  const hours = { opens: 8, closes: 20, closedOnSunday: false, hasSilentSundays: false };

  it.each([
    [['Africa/Lagos'], 'Africa/Lagos'],
    [['Asia/Jakarta', 'Asia/Makassar'], 'Asia/Jakarta and Asia/Makassar'],
    [['a', 'b', 'c'], 'a and b and c'],
    [['a', 'b', 'c', 'd'], 'a and 3 more zones'],
  ])('the reason for quiet hours names up to three zones: %j', (zones, named) => {
    expect(hoursReason({ ...hours, zones })).toBe(`quiet from 20:00 to 08:00 in ${named}`);
  });
});

describe('the reasons for what was removed', () => {
  const removed = (reason: 'merged' | 'cap_24h' | 'cap_collection') => ({ dueAt: 0, reason });

  it('removals are counted by reason', () => {
    const all = [removed('merged'), removed('cap_24h'), removed('merged')];
    expect(removalReasons(all, 0)).toEqual([
      'on or close to the reminder before: 2 removed',
      'at most 12 in any 24 hours: 1 removed',
    ]);
  });

  it.each([
    [[removed('merged')], ['on or close to the reminder before: 1 removed', 'at most 60 per collection: 2000 removed']],
    [[removed('cap_collection')], ['at most 60 per collection: 2001 removed']],
  ])('removals that are not computed count as removed by the collection’s cap: %j', (computed, reasons) => {
    const said = removalReasons(computed, 2000);
    expect(said).toEqual([...reasons, 'the first 2000 of 2001 removed are listed']);
  });

  it('removals that are computed and not listed count by their own reason', () => {
    const all = Array.from({ length: 2001 }, () => removed('merged'));
    expect(removalReasons(all, 0)).toEqual([
      'on or close to the reminder before: 2001 removed',
      'the first 2000 of 2001 removed are listed',
    ]);
  });

  it('a list that has room for all says nothing of its length', () => {
    const all = Array.from({ length: 2000 }, () => removed('merged'));
    expect(removalReasons(all, 0)).toEqual(['on or close to the reminder before: 2000 removed']);
  });

  it('a plan without removals gives no removal reason', () => {
    expect(removalReasons([], 0)).toEqual([]);
  });
});

describe('the reason for a slot', () => {
  const facts: SlotFacts = {
    minutesAfterCreation: 719,
    expiresInMinutes: 1440,
    movedFrom: undefined,
    order: ['sms', 'email'],
    isSilentSunday: false,
    tone: 'urgent',
    toneGiven: false,
    isFirmer: false,
  };

  it('the reason for a slot gives the share of the time that has passed, in whole percent', () => {
    expect(slotReason(facts)).toBe('719 minutes after creation; sms has its turn; urgent with 49% of the time passed');
    expect(slotReason({ ...facts, minutesAfterCreation: 720 })).toContain('urgent with 50% of the time passed');
  });

  it('a whole percent is not rounded down to the one before it', () => {
    const at = { ...facts, minutesAfterCreation: 174, expiresInMinutes: 600 };
    expect(slotReason(at)).toContain('with 29% of the time passed');
  });

  it('the reason for a slot says when it was moved, when its channel is the only one, and who chose its tone', () => {
    const moved = { ...facts, movedFrom: '2026-03-02T21:00:00.000Z', order: ['email'], isSilentSunday: true } as const;
    expect(slotReason({ ...moved, toneGiven: true })).toBe(
      '719 minutes after creation; moved from 2026-03-02T21:00:00.000Z out of quiet hours; email only; no sms on Sundays; urgent as given',
    );
  });
});
