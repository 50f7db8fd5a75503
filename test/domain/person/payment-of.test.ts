/** Which payments a person's history keeps, and which reminder is said to have led to them. */
import { describe, expect, it } from 'vitest';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { paymentOf } from '#lib/domain/person/history.ts';

const PAID_AT = '2026-03-03T12:00:00.000Z';
const collection = { createdAt: '2026-03-02T09:00:00.000Z' };

const anAttempt = (channel: Channel | undefined, at: Attempt['at']): Attempt => ({
  slot: 1,
  status: 'sent',
  dueAt: '2026-03-02T10:00:00.000Z',
  claimedAt: '2026-03-02T10:00:00.000Z',
  tone: 'gentle',
  token: 'token',
  channelsTried: [],
  ...(channel && { channel }),
  at,
});

const aBooking = (entry: Partial<Booking['entry']> = {}): Pick<Booking, 'entry' | 'completion'> => ({
  entry: { provider: 'prv_1', movement: 'payment', at: PAID_AT, ...entry } as Booking['entry'],
  completion: { to: 'completed' } as Required<Booking>['completion'],
});

const delivered = (minute: string) => ({ delivered: `${minute}:00.000Z` });

describe('a payment that completes a collection', () => {
  it('a payment without reminders is kept with the minutes that it took', () => {
    expect(paymentOf(collection, [], aBooking())).toEqual({ at: PAID_AT, minutesToPay: 27 * 60, reminded: false });
  });

  it('the message that was delivered last before the payment led to it', () => {
    const attempts = [
      anAttempt('whatsapp', delivered('2026-03-02T20:00')),
      anAttempt('sms', delivered('2026-03-03T10:30')),
      anAttempt('email', delivered('2026-03-03T12:01')),
      anAttempt('email', { sent: '2026-03-03T11:00:00.000Z' }),
    ];
    expect(paymentOf(collection, attempts, aBooking())).toMatchObject({
      channel: 'sms',
      minutesSinceDelivery: 90,
      reminded: true,
    });
  });

  it('a message that was read was delivered, and one from more than a day before led to nothing', () => {
    const read = anAttempt('whatsapp', { sent: '2026-03-02T11:00:00.000Z', read: '2026-03-02T12:00:00.000Z' });
    expect(paymentOf(collection, [read], aBooking())).toMatchObject({
      channel: 'whatsapp',
      minutesSinceDelivery: 1440,
    });
    const early = anAttempt('whatsapp', { sent: '2026-03-02T11:00:00.000Z', ...delivered('2026-03-02T11:59') });
    expect(paymentOf(collection, [early], aBooking())).toEqual({ at: PAID_AT, minutesToPay: 27 * 60, reminded: true });
  });

  it('a reminder counts as such if it may have been sent, and if it was sent before the payment', () => {
    const reminded = (at: Attempt['at']) => paymentOf(collection, [anAttempt('sms', at)], aBooking())?.reminded;
    expect(reminded({ unknown: '2026-03-02T10:02:00.000Z' })).toBe(true);
    expect(reminded({ skipped: '2026-03-02T10:02:00.000Z' })).toBe(false);
    expect(reminded({ sent: '2026-03-03T12:00:01.000Z' })).toBe(false);
  });
});

describe('a booking that teaches nothing', () => {
  it('a part payment, a merchant’s record and money that comes back are not kept', () => {
    expect(paymentOf(collection, [], { entry: aBooking().entry })).toBeUndefined();
    expect(paymentOf(collection, [], aBooking({ provider: 'merchant' }))).toBeUndefined();
    expect(paymentOf(collection, [], aBooking({ movement: 'dispute' }))).toBeUndefined();
  });
});
