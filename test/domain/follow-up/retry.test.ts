/** Retries to the millisecond: how long a throttled channel is waited for, and until when a slot may be offered again. */
import { describe, expect, it } from 'vitest';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Cadence } from '#lib/domain/follow-up/follow-up.ts';
import type { FollowUpPlan } from '#lib/domain/follow-up/plan.ts';
import { decideRetry, deferUntil } from '#lib/domain/follow-up/retry.ts';
import { anAttempt } from '#test/support/an-attempt.ts';

const MINUTE = 60_000;
const at = (text: string): number => Date.parse(`2026-03-02T${text}Z`);
const HOURS = { zones: ['UTC'], opens: 8, closes: 20, hasSilentSundays: false, closedOnSunday: false };

describe('a throttled channel', () => {
  const wait = (
    now: string,
    {
      since,
      fraction = 0,
      end = '19:00:00',
      cadence = 'daily',
    }: Partial<Record<'since' | 'end', string>> & {
      fraction?: number;
      cadence?: Cadence;
    } = {},
  ) => {
    const first = since === undefined ? undefined : new Date(at(since)).toISOString();
    const until = deferUntil({ hours: HOURS, cadence, since: first, end: at(end) }, at(now), fraction);
    return until === undefined ? undefined : until - at(now);
  };

  it.each([
    ['at once', '09:00:00', undefined, 0, 5_000],
    ['at once, by jitter', '09:00:00', undefined, 0.5, 7_500],
    ['after two minutes', '09:02:00', '09:00:00', 0.5, 65_000],
    ['no longer than ten minutes', '09:20:00', '09:00:00', 0.9, 10 * MINUTE],
  ])('is asked again %s', (_when, now, since, fraction, expected) => {
    expect(wait(now, { fraction, ...(since && { since }) })).toBe(expected);
  });

  it.each<[string, string, string, Parameters<typeof wait>[1]]>([
    ['an hour after the first time', '09:59:54.999', '09:59:55', { since: '09:00:00' }],
    ['a quarter of its rhythm', '09:07:24.999', '09:07:25', { since: '09:00:00', cadence: 'every_30m' }],
    ['the next slot, or the expiry', '09:09:54.999', '09:09:55', { end: '09:10:00' }],
    ['the end of the opening hours', '19:59:54.999', '19:59:55', { end: '23:00:00' }],
  ])('is not waited for until %s', (_end, before, from, given) => {
    expect(wait(before, given)).toBe(5_000);
    expect(wait(from, given)).toBeUndefined();
  });

  it('is not waited for in quiet hours', () => {
    expect([wait('07:59:59.999'), wait('08:00:00'), wait('20:00:00', { end: '23:00:00' })]).toEqual([
      undefined,
      5_000,
      undefined,
    ]);
  });
});

describe('a slot that is offered again', () => {
  /** The first of two slots, at nine and at one o'clock; without another slot, the expiry is at eleven at night. */
  const decided = (
    now: string,
    attempt: Partial<Attempt> = {},
    { retryAt = '09:30:00', nextSlot = 2, isLast = false } = {},
  ) => {
    const times = isLast ? ['09:00:00'] : ['09:00:00', '13:00:00'];
    const slots = times.map((time, nth) => ({ nth, nominalAt: at(time), dueAt: at(time) }));
    const plan: FollowUpPlan = { slots, channels: ['whatsapp', 'sms'], hours: HOURS };
    const dueAt = new Date(at('09:00:00')).toISOString();
    const retried = anAttempt(1, { status: 'deferred', dueAt, channelsTried: ['whatsapp'], ...attempt });
    const retry = { slot: 1, at: new Date(at(retryAt)).toISOString() };
    const expiresAt = new Date(at('23:00:00')).toISOString();
    const decision = decideRetry({ plan, nextSlot, expiresAt, retry, retried }, at(now));
    return decision?.kind === 'wait' ? `wait ${new Date(decision.at).toISOString().slice(11, 19)}` : decision?.kind;
  };
  const failed = { at: { failed: '2026-03-02T09:20:00.000Z' } };

  it('is offered from five seconds before its instant on, as clocks differ', () => {
    expect(decided('09:29:54.999')).toBe('wait 09:30:00');
    expect(decided('09:29:55')).toBe('retry');
  });

  it('is offered until the next slot is due; one whose message failed, until an hour before it', () => {
    expect([decided('12:59:59.999'), decided('13:00:00')]).toEqual(['retry', 'drop_retry']);
    expect([decided('11:59:59.999', failed), decided('12:00:00', failed)]).toEqual(['retry', 'drop_retry']);
  });

  it('whose message failed leaves a quarter of the time between two slots that are closer', () => {
    const soon = { ...failed, dueAt: new Date(at('11:00:00')).toISOString() };
    expect([decided('12:29:59.999', soon), decided('12:30:00', soon)]).toEqual(['retry', 'drop_retry']);
  });

  it('waits for the opening if its message failed, and is dropped if it was only throttled', () => {
    expect(decided('07:00:00', failed, { retryAt: '07:00:00' })).toBe('wait 08:00:00');
    expect(decided('07:00:00', {}, { retryAt: '07:00:00' })).toBe('drop_retry');
    expect(decided('20:00:00', failed, { retryAt: '20:00:00', isLast: true })).toBe('drop_retry');
  });

  it.each<[string, Partial<Attempt>, object]>([
    ['whose result came', { status: 'sent' }, {}],
    ['after which another was claimed', {}, { nextSlot: 3 }],
    ['for which no channel is left', { ...failed, channelsTried: ['whatsapp', 'sms'] }, {}],
  ])('is dropped if it is one %s', (_what, attempt, given) => {
    expect(decided('09:30:00', attempt, given)).toBe('drop_retry');
  });

  it('is none where nothing waits', () => {
    const plan = { slots: [], channels: [], hours: HOURS } as unknown as FollowUpPlan;
    expect(decideRetry({ plan, nextSlot: 1, expiresAt: '2026-03-03T00:00:00.000Z' }, at('09:00:00'))).toBeUndefined();
  });
});
