/** A reminder that the merchant asks for: by which channel, how firm, and when it is refused. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { channelsOf, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import { askReminder, type ReminderRequest } from '#lib/domain/revisions/ask-reminder.ts';
import { promisePayment, withdrawPromise } from '#lib/domain/revisions/promise-payment.ts';
import { pauseFollowUps } from '#lib/domain/revisions/revise-plan.ts';
import { aContact, minutesLater } from '#test/support/a-collection.ts';
import { aRevisable, dueTimes, sentAttempt, withSetting } from './a-revisable.ts';

const NOW = minutesLater(70);
const FIRST = sentAttempt(1, '2026-03-01T10:00:00.000Z');
const OPEN = aRevisable({ nextSlot: 2, runNumber: 2 }, { attempts: [FIRST] });

function refusalOf(of: typeof OPEN, asked: ReminderRequest = {}, now = NOW): unknown {
  try {
    askReminder(of, asked, now);
    return 'not refused';
  } catch (error) {
    return error instanceof DomainError ? [error.code, error.details.errors?.[0]] : error;
  }
}

it('a reminder asked for has the next number, is due at once, and the plan goes on after it', () => {
  const after = askReminder(OPEN, {}, NOW);
  expect(after).toMatchObject({
    plan: { firstSlot: 2, asked: { channels: ['sms', 'email', 'whatsapp'], tone: 'gentle' } },
    nextRunAt: NOW.toISOString(),
    events: OPEN.collection.events,
  });
  if (after === undefined) throw new Error('nothing changed');
  expect(dueTimes(withSetting(after, { attempts: [FIRST] }))).toEqual([
    '03-01T10:00',
    '03-01T10:10',
    '03-01T16:00',
    expect.anything(),
  ]);
});

it('a reminder asked for that a promise or a pause overtakes says that it was withdrawn, and one that stays or was claimed does not', () => {
  const asked = withSetting(askReminder(OPEN, {}, NOW) as Collection, { attempts: [FIRST] });
  const typesAfter = (change: Collection | undefined) =>
    change?.events.slice(asked.collection.events.length).map(({ type }) => type);
  expect(typesAfter(promisePayment(asked, minutesLater(300).toISOString(), NOW))).toEqual([
    'promise.made',
    'followup.withdrawn',
  ]);
  const by = { id: 'mbr_1', name: 'Grace' };
  const paused = pauseFollowUps({ ...asked, by }, { reason: 'merchant' }, NOW);
  expect(paused?.events.at(-1)).toMatchObject({ type: 'followup.withdrawn', data: { member: by } });
  const claimed = withSetting({ ...asked.collection, nextSlot: 3 }, { attempts: [FIRST] });
  expect(typesAfter(pauseFollowUps(claimed, { reason: 'merchant' }, NOW))).toEqual(['followup.paused']);
  expect(typesAfter(askReminder(OPEN, {}, NOW))).toEqual([]);
});

it('a reminder asked for while a promise holds stays when the promise is withdrawn', () => {
  const promised = promisePayment(OPEN, minutesLater(300).toISOString(), NOW) as Collection;
  const asked = askReminder(withSetting(promised, { attempts: [FIRST] }), {}, minutesLater(71)) as Collection;
  const withdrawn = withdrawPromise(withSetting(asked, { attempts: [FIRST] }), minutesLater(72));
  expect(withdrawn?.plan?.asked).toEqual(asked.plan?.asked);
  expect(withdrawn?.events.at(-1)?.type).toBe('promise.withdrawn');
});

it('a reminder asked for again before it was claimed is the same one', () => {
  const after = askReminder(OPEN, {}, NOW);
  if (after === undefined) throw new Error('nothing changed');
  expect(askReminder(withSetting(after, { attempts: [FIRST] }), {}, minutesLater(71))).toBeUndefined();
});

it('a reminder can be asked for by one channel and in a tone, even where follow-ups are off', () => {
  const off = aRevisable({ followUp: { enabled: false, strategyVersion: 1 } });
  const after = askReminder(off, { channel: 'email', tone: 'urgent' }, NOW);
  expect(after?.plan?.asked).toEqual({ at: NOW.toISOString(), channels: ['email'], tone: 'urgent' });
  expect(after?.nextRunAt).toBe(NOW.toISOString());
});

it('goes by the channels of the plan in their turn, then by the others', () => {
  const channelsAfter = (nextSlot: number) =>
    askReminder(
      aRevisable({
        nextSlot,
        runNumber: nextSlot,
        followUp: { ...OPEN.collection.followUp, channels: ['email', 'sms'] } as never,
      }),
      {},
      NOW,
    )?.plan?.asked?.channels;
  expect([1, 2, 3].map(channelsAfter)).toEqual([
    ['email', 'sms', 'whatsapp'],
    ['sms', 'email', 'whatsapp'],
    ['email', 'sms', 'whatsapp'],
  ]);
});

it('a channel that opted out after it was asked for is not used', () => {
  const after = askReminder(OPEN, {}, NOW);
  if (after === undefined) throw new Error('nothing changed');
  const { collection, setting } = withSetting(after, { attempts: [FIRST], optedOut: ['sms'] });
  expect(channelsOf(planFollowUps(collection, setting), 2)).toEqual(['email', 'whatsapp']);
});

describe('a reminder that cannot be sent now', () => {
  it('a reminder in quiet hours is refused with the opening as the first instant', () => {
    const firstAt = '2026-03-02T07:00:00.000Z';
    expect(refusalOf(OPEN, {}, minutesLater(700))).toEqual([
      'not_now',
      { path: '', message: `quiet_hours until ${firstAt}`, reason: 'quiet_hours', firstAt },
    ]);
  });

  it('a reminder to somebody who opted out is refused without an instant', () => {
    const silent = aRevisable({}, { optedOut: ['whatsapp', 'sms', 'email'] });
    expect(refusalOf(silent)).toMatchObject(['not_now', { reason: 'opted_out' }]);
    expect(refusalOf(aRevisable({}, { optedOut: ['sms'] }), { channel: 'sms' })).toMatchObject([
      'not_now',
      { reason: 'opted_out' },
    ]);
  });

  it('a thirteenth reminder within 24 hours is refused until the first of them is a day old and the hours are open', () => {
    const sent = Array.from({ length: 12 }, (_, n) => sentAttempt(n + 1, minutesLater(n).toISOString()));
    const busy = aRevisable({ nextSlot: 13, runNumber: 13, expiresInMinutes: 9999 }, { attempts: sent });
    expect(refusalOf(busy)).toMatchObject([
      'not_now',
      { reason: 'cap_24h', firstAt: minutesLater(1440).toISOString() },
    ]);
  });

  it('a day after the first of twelve the next is sent', () => {
    const sent = Array.from({ length: 12 }, (_, n) => sentAttempt(n + 1, minutesLater(n - 1440 + 70).toISOString()));
    const busy = aRevisable({ nextSlot: 13, runNumber: 13, expiresInMinutes: 9999 }, { attempts: sent });
    expect(refusalOf(busy, {}, minutesLater(69))).toMatchObject(['not_now', { reason: 'cap_24h' }]);
    expect(refusalOf(busy)).toBe('not refused');
  });

  it('a channel that reaches nobody is refused without an instant', () => {
    const unreachable = aRevisable({ contact: aContact({ phone: '12' }) });
    expect(refusalOf(unreachable, { channel: 'sms' })).toEqual([
      'not_now',
      { path: '', message: 'no_channel', reason: 'no_channel' },
    ]);
    expect(refusalOf(unreachable)).toBe('not refused');
  });

  it('one more than the law allows a person is refused until it may come, or for good where that is after the expiry', () => {
    const american = {
      contact: aContact({ phone: '+12125550123' }),
      status: 'overdue' as const,
      expiresInMinutes: 20_000,
    };
    const at = minutesLater(11 * 60);
    const hour = (hours: number) => ({
      at: minutesLater(hours * 60).toISOString(),
      channel: 'sms' as const,
      hash: 'other',
    });
    const person = { ...NEW_PERSON, sends: [hour(9), hour(10)] };
    const of = (given: Partial<Collection>) => {
      const { collection, setting } = aRevisable({ ...american, ...given });
      return { collection, setting: { ...setting, person } };
    };
    expect(refusalOf(of({}), { channel: 'sms' }, at)).toMatchObject([
      'not_now',
      { reason: 'contact_cap', firstAt: expect.any(String) },
    ]);
    expect(refusalOf(of({ expiresInMinutes: 700 }), { channel: 'sms' }, at)).toEqual([
      'not_now',
      { path: '', message: 'contact_cap', reason: 'contact_cap' },
    ]);
    expect(refusalOf(aRevisable(american), { channel: 'sms' }, at)).toBe('not refused');
  });

  it('a sixty-first reminder is refused for good', () => {
    const sent = Array.from({ length: 60 }, (_, n) => sentAttempt(n + 1, minutesLater(-9999 + n).toISOString()));
    const full = aRevisable({ nextSlot: 61, runNumber: 61 }, { attempts: sent });
    expect(refusalOf(full)).toMatchObject(['not_now', { reason: 'cap_collection' }]);
  });

  it('a reminder in the last minute before the expiry is refused', () => {
    const ending = aRevisable({ expiresInMinutes: 70 });
    expect(refusalOf(ending, {}, new Date(NOW.getTime() - 1000))).toMatchObject([
      'not_now',
      { reason: 'expires_first' },
    ]);
  });
});
