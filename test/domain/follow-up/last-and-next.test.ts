/** The last reminder of a collection, and the next: as its plan and the rules for people have them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneOf } from '#lib/domain/contact.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { forecastsOf } from '#lib/domain/follow-up/forecast-slots.ts';
import { lastReminder, nextReminderAt } from '#lib/domain/follow-up/last-and-next.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { NEW_PERSON, type Person } from '#lib/domain/person/person.ts';
import { rulesOf } from '#lib/domain/person/policy.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';
import { anAttempt } from '#test/support/an-attempt.ts';

const sent = (slot: number, at: string, given: object = {}) =>
  anAttempt(slot, { status: 'delivered', channel: 'sms', at: { sent: at }, ...given });
const [MORNING, NOON, EVENING] = ['08', '12', '18'].map((hour) => `2026-03-02T${hour}:00:00.000Z`) as [
  string,
  string,
  string,
];

describe('the last one', () => {
  it('is none where none was sent', () => {
    expect(lastReminder([])).toBeUndefined();
    expect(lastReminder([anAttempt(1), anAttempt(2, { status: 'skipped', at: { skipped: NOON } })])).toBeUndefined();
  });

  it.each([
    [
      [1, NOON],
      [2, MORNING],
    ],
    [
      [1, MORNING],
      [2, NOON],
    ],
  ] as const)('is the one that was sent last, of whichever slot', (one, other) => {
    const attempts = [sent(...one), sent(...other), anAttempt(3)];
    expect(lastReminder(attempts)).toEqual({ at: NOON, channel: 'sms', status: 'delivered' });
  });

  it('is the message that failed, until the one in its place is sent', () => {
    const earlier = { channel: 'whatsapp', messageId: 'm', reason: 'x', at: { sent: MORNING, failed: NOON } } as const;
    const retried = anAttempt(1, { status: 'deferred', earlier, at: {} } as never);
    expect(lastReminder([retried])).toEqual({ at: MORNING, channel: 'whatsapp', status: 'failed' });
    expect(lastReminder([sent(1, EVENING, { earlier })])).toEqual({ at: EVENING, channel: 'sms', status: 'delivered' });
  });
});

describe('the next one', () => {
  const collection = aCollection({ nextSlot: 1 });
  const account = anAccount();
  const phone = phoneOf(collection.contact, account);
  const setting = { account, phone, availableChannels: ['whatsapp', 'sms', 'email'], optedOut: [] } as const;
  const now = new Date(collection.createdAt);
  const next = (given: Partial<typeof collection> = {}, person?: Partial<Person>, at = now) => {
    const of = { ...collection, ...given };
    const known = person && { person: { ...NEW_PERSON, ...person } };
    return nextReminderAt(of, { ...setting, ...known, rules: rulesOf(of, { account, phone }), now: at });
  };
  const { slots } = planFollowUps(collection, setting);
  const dueAt = (slot: number) => new Date(slots[slot - 1]?.dueAt ?? 0).toISOString();

  it('is the first slot that is to come', () => {
    expect(slots.length).toBeGreaterThan(2);
    expect(next()).toBe(dueAt(1));
    expect(next({ nextSlot: 2 })).toBe(dueAt(2));
    expect(next({ nextSlot: slots.length + 1 })).toBeUndefined();
  });

  it('waits where the person has had enough', () => {
    const due = Date.parse(dueAt(1));
    const sends = [1, 2, 3].map((hours) => ({
      at: new Date(due - hours * 3_600_000).toISOString(),
      channel: 'sms' as const,
      hash: 'another',
    }));
    const at = next({}, { sends });
    expect(at === undefined || at > dueAt(1)).toBe(true);
  });

  it('is the first of all that the plan, as people see it, lets go', () => {
    const hoursBefore = fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 5 });
    const chosen = fc.subarray(['whatsapp', 'sms', 'email'] as const);
    const anyPause = fc.option(
      fc.record({ from: fc.integer({ min: 0, max: 30 }), hours: fc.integer({ min: 1, max: 40 }) }),
    );
    const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
    fc.assert(
      fc.property(
        hoursBefore,
        fc.integer({ min: 1, max: 5 }),
        chosen,
        anyPause,
        (hours, nextSlot, optedOut, paused) => {
          const sends = hours
            .map((each) => ({ at: hoursLater(each), channel: 'sms' as const, hash: 'another' }))
            .toSorted((a, b) => (a.at < b.at ? -1 : 1));
          const pause = paused && {
            since: hoursLater(paused.from),
            until: hoursLater(paused.from + paused.hours),
            reason: 'merchant' as const,
          };
          const of = { ...collection, nextSlot, ...(pause && { pause }) };
          const person = { ...NEW_PERSON, sends };
          const rules = rulesOf(of, { account, phone });
          const all = forecastsOf(of, explainPlan(of, { ...setting, optedOut, person }), { person, rules, now });
          const times = Array.from(all).flatMap(([{ dueAt: at }, forecast]) =>
            forecast.kind === 'skip' ? [] : [forecast.kind === 'defer' ? forecast.until : at],
          );
          expect(nextReminderAt(of, { ...setting, optedOut, person, rules, now })).toBe(times.toSorted()[0]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('waits for the hours of the merchant', () => {
    const narrow = { ...account, messageHours: { opens: 18, closes: 20 } };
    const rules = rulesOf(collection, { account: narrow, phone });
    const at = nextReminderAt(collection, { ...setting, account: narrow, rules, now });
    expect(dueAt(1).slice(11, 13) < '17').toBe(true);
    expect(at?.slice(11, 13)).toBe('17');
  });

  it.each(['completed', 'cancelled', 'expired'] as const)('is none of what is %s', (status) => {
    expect(next({ status })).toBeUndefined();
  });

  it('is none of what has expired, although that is not stored yet', () => {
    expect(next({}, undefined, new Date(collection.expiresAt))).toBeUndefined();
  });

  it('is the message that is tried again, unless reminders are paused', () => {
    const retry = { slot: 1, at: new Date(now.getTime() + 1_000).toISOString() };
    expect(next({ nextSlot: 2, retry })).toBe(retry.at);
    expect(next({ nextSlot: 2, retry: { slot: 1, at: new Date(slots.at(-1)?.dueAt ?? 0).toISOString() } })).toBe(
      dueAt(2),
    );
    const pause = { since: now.toISOString(), reason: 'merchant' } as const;
    expect(next({ nextSlot: 2, retry, pause })).toBeUndefined();
    expect(next({ nextSlot: 2, retry }, { pausedSince: now.toISOString() })).toBeUndefined();
  });
});
