/**
 * Several debts of one person: those that are reminded of, their order, and which of their slots one message speaks for.
 * The message of a slot that speaks for several debts: whose they are, what it names of each, and where its link leads.
 */
import { describe, expect, it } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import {
  byAge,
  isDigested,
  isOwed,
  isReminded,
  mayBeNamed,
  type OtherDebt,
  otherClaims,
} from '#lib/domain/follow-up/digest.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { debtsMessage, slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import { debtsPageUrl, debtsToken, optOutToken, optOutUrl } from '#lib/domain/links.ts';
import { newPayable } from '#lib/domain/payment/payable.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { withSetting } from '#test/domain/a-revisable.ts';
import { aCollection, aContact, anAccount, minutesLater } from '#test/support/a-collection.ts';
import { anAttempt } from '#test/support/an-attempt.ts';

const NOW = minutesLater(120);
const at = (minutes: number): string => minutesLater(minutes).toISOString();

describe('a debt', () => {
  it.each<[string, Partial<Collection>, boolean, boolean]>([
    ['that is pending', {}, true, true],
    ['that is overdue', { status: 'overdue' }, true, true],
    ['that is paid', { status: 'completed' }, false, false],
    ['that expires now', { expiresAt: NOW.toISOString() }, false, false],
    ['of which nothing is left', { received: 4_500_000 }, false, false],
    ['of which a part is left', { received: 4_499_999 }, true, true],
    ['without reminders', { followUp: { enabled: false, given: [], strategyVersion: 1 } as never }, true, false],
    ['of the group that is held out', { arm: 'held_out' }, true, false],
    ['of the group that is reminded', { arm: 'reminded' }, true, true],
    ['that is paused', { pause: { since: at(1), reason: 'merchant' } }, true, false],
    ['whose pause is over', { pause: { since: at(1), until: NOW.toISOString(), reason: 'merchant' } }, true, true],
    ['that is disputed', { disputes: [{ id: 'dsp_1', openedAt: at(1), reason: 'other' }] }, true, false],
    ['that is promised', { promise: { payBy: at(600), madeAt: at(1) } }, true, false],
    ['whose promise was broken', { promise: { payBy: at(2), madeAt: at(1), brokenAt: at(3) } }, true, true],
  ])('%s is owed: %3$s, and reminded: %4$s', (_name, given, owed, reminded) => {
    const debt = aCollection(given as object);
    expect([isOwed(debt, NOW), isReminded(debt, NOW)]).toEqual([owed, reminded]);
  });

  it.each([
    [undefined, undefined, true],
    [undefined, 'off', false],
    ['on', 'off', true],
    ['off', undefined, false],
  ] as const)(
    'whose rule says %s, of an account that says %s, is in a message for several: %s',
    (digest, own, expected) => {
      const rule = { name: 'Large', parts: [], ...(digest && { digest }) };
      const { followUp } = aCollection();
      expect(isDigested({ followUp: { ...followUp, rule } }, { ...(own && { digest: own }) })).toBe(expected);
    },
  );

  it('is older by the end of its due day where the merchant is, or of its life, and then by its creation', () => {
    const debts = {
      twin: aCollection({ dueDay: dayOf('2026-03-02'), createdAt: at(1) }),
      due: aCollection({ dueDay: dayOf('2026-03-02') }),
      // Lagos is an hour ahead: there the 2nd of March ends at 23:00 in UTC.
      before: aCollection({ expiresAt: '2026-03-02T22:59:59.999Z' }),
      after: aCollection({ expiresAt: '2026-03-02T23:00:00.001Z' }),
    };
    const sorted = Object.entries(debts).toSorted(([, one], [, other]) => byAge({ country: 'NG' })(one, other));
    expect(sorted.map(([name]) => name)).toEqual(['before', 'due', 'twin', 'after']);
  });

  it('is named while its own caps allow a message', () => {
    const other = debtWith();
    const named = (max: number) =>
      mayBeNamed(
        { ...other, rules: { caps: [{ max, hours: 24 }], planCaps: [] } },
        { at: NOW.getTime(), channel: 'sms', person: { sends: [{ at: at(60), channel: 'sms' }] as never } },
      );
    expect([named(1), named(2)]).toEqual([false, true]);
  });
});

/** Slots an hour apart, from an hour after the creation on. */
function debtWith(given: Partial<Collection> = {}, isMentioned = true): OtherDebt {
  const followUp = { ...aCollection().followUp, cadence: 'every_1h', maxAttempts: 30 };
  const { collection, setting } = withSetting(aCollection({ followUp, expiresInMinutes: 4320, ...given } as object));
  return {
    collection,
    plan: planFollowUps(collection, setting),
    rules: { caps: [], planCaps: [] },
    isMentioned,
    isRejectionUntold: false,
  };
}

const MESSAGE = anAttempt(3, { text: 'We wait for two payments', claimedFor: 'sms', token: 'token-9' });
const claimsOf = (others: readonly OtherDebt[], fence?: string) =>
  otherClaims(others, { attempt: MESSAGE, id: 'pay_message', now: NOW, fence });
const slotsOf = (given: Partial<Collection> = {}, fence?: string) =>
  claimsOf([debtWith(given)], fence).map(({ attempts }) => attempts.map(({ slot }) => slot));

describe('a message for several debts', () => {
  const all = debtWith();
  const soon = all.plan.slots.filter(({ dueAt }) => dueAt <= NOW.getTime() + 1440 * 60_000).length;

  it('claims what is due within a day, with its own text, token and channel, and sets the next run after it', () => {
    const [claim] = claimsOf([all]);
    expect(claim).toMatchObject({
      ref: all.collection.ref,
      expected: { status: 'pending', nextSlot: 1, runNumber: all.collection.runNumber, entryCount: 0 },
      nextRunAt: new Date(all.plan.slots[soon]?.dueAt ?? 0).toISOString(),
    });
    expect(claim?.attempts.map(({ slot }) => slot)).toEqual(Array.from({ length: soon }, (_, n) => n + 1));
    expect(claim?.attempts[0]).toMatchObject({
      ...{ with: 'pay_message', token: 'token-9', text: 'We wait for two payments', claimedFor: 'sms' },
      dueAt: new Date(all.plan.slots[0]?.dueAt ?? 0).toISOString(),
      claimedAt: NOW.toISOString(),
    });
  });

  it.each<[string, Partial<Collection>, number[][]]>([
    ['from the next slot on', { nextSlot: soon }, [[soon]]],
    ['nothing of a debt whose message waits for a channel', { retry: { slot: 1, at: at(130) } }, []],
    ['no slot that is to be left out, and none after it', { skippedSlot: 3 }, [[1, 2]]],
    ['a slot that is put off within the day', { nextSlot: soon, deferral: { slot: soon, until: at(1559) } }, [[soon]]],
    ['no slot that is put off for longer', { nextSlot: soon, deferral: { slot: soon, until: at(1561) } }, []],
    ['nothing where no slot is left', { nextSlot: 99 }, []],
  ])('claims %s', (_name, given, slots) => expect(slotsOf(given)).toEqual(slots));

  it('claims the last slot of a debt that no message has named, though a part of it was paid', () => {
    const onlySlot = { ...all.collection.followUp, maxAttempts: 1 };
    const paidInPart = (isMentioned: boolean) => debtWith({ followUp: onlySlot, skippedSlot: 1 }, isMentioned);
    expect(claimsOf([paidInPart(false)]).map(({ attempts }) => attempts.length)).toEqual([1]);
    expect(claimsOf([paidInPart(true)])).toEqual([]);
  });

  it('claims nothing that was due before the fence', () => {
    const second = all.plan.slots[1]?.dueAt ?? 0;
    expect(slotsOf({}, new Date(second).toISOString())).toEqual([]);
    expect(slotsOf({ nextSlot: 2 }, new Date(second).toISOString())[0]?.[0]).toBe(2);
  });

  it('claims twenty slots at most, those of the first debts', () => {
    const claims = claimsOf([all, all, all]);
    const counts = claims.map(({ attempts }) => attempts.length);
    expect(soon).toBeLessThan(20);
    expect(counts).toEqual([soon, Math.min(soon, 20 - soon), 20 - 2 * soon].filter((count) => count > 0));
  });
});

const baseUrl = 'https://collections.example';
const account = anAccount();
const phone = { country: 'NG', lookup: '+2348031234567', reachable: true };
const setting = { account, phone, hours: { zones: ['Africa/Lagos'] }, baseUrl, isOneWay: () => true };

const debt = (reference: string, given: Partial<Collection> = {}): Collection =>
  aCollection({ reference, contact: aContact({ firstName: reference }), ...given });
const linked = (one: Collection): Collection => ({
  ...one,
  payable: newPayable({ enabled: true, methods: ['payment_link'] }, one.id, account.salt),
});

const run = linked(debt('Run'));
const oldest = linked(
  debt('Oldest', { dueDay: dayOf('2026-03-01'), received: 500_000, metadata: '{"description":"Rent"}' }),
);
const choice = (channel: Channel) => ({
  channel,
  tone: 'professional' as const,
  at: Date.parse('2026-03-05T12:00:00Z'),
});
const textOf = (debts: readonly [Collection, ...Collection[]], channel: Channel = 'email') =>
  debtsMessage({ collection: run, contact: run.contact, debts }, choice(channel), setting).text;

it('names what is outstanding of each, what it is for, and its day, and greets the contact of the run', () => {
  const text = textOf([oldest, run]);
  for (const fact of [
    'Hello Run,',
    '2 payments, NGN 85,000.00 in all, the oldest due on Sun 1 Mar 2026, which was 4 days ago',
    'NGN 40,000.00 for Rent (ref. Oldest), due on Sun 1 Mar 2026',
    'NGN 45,000.00 for reference Run, payable until Mon 2 Mar, 10:00',
  ])
    expect(text).toContain(fact);
});

it('leads to the page of all of them, and out of reminders as the contact of the run', () => {
  const text = textOf([oldest, run], 'sms');
  expect(text).toContain(debtsPageUrl(baseUrl, debtsToken({ collection: run, phone }, account.salt)));
  expect(text).not.toContain('/pay/');
  expect(text).toContain(optOutUrl(baseUrl, optOutToken(run.ref, phone.lookup, account.salt)));
});

it('names an invoice by its number', () => {
  const text = textOf([{ ...oldest, number: 'INV-42' }, run]);
  expect(text).toContain('Rent (ref. INV-42)');
});

it('leads nowhere where none of them has a page', () => {
  expect(textOf([debt('A'), debt('B')])).not.toMatch(/\/me\/|\/pay\//);
  expect(textOf([debt('A'), linked(debt('B'))])).toContain('/me/');
});

it('of one that is left it is the reminder of that one, to the contact of the run', () => {
  const own = slotMessage({ ...oldest, contact: run.contact }, choice('whatsapp'), setting);
  expect(textOf([oldest], 'whatsapp')).toBe(own.text);
});
