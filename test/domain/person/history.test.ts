/**
 * What a person's past changes in the strategy's choice, and the sentences that say so.
 * Which payments a person's history keeps, and which reminder is said to have led to them.
 */
import { describe, expect, it } from 'vitest';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { strategyReasons } from '#lib/domain/follow-up/reasons.ts';
import { completeFollowUp, type StrategyContext } from '#lib/domain/follow-up/strategy.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { channelsByHistory, type History, paymentOf, startByHistory } from '#lib/domain/person/history.ts';
import { ALL, aPayment, at_ } from './a-person.ts';

const NOW = at_('2026-03-20T09:00');
const paidBy = (...channels: (Channel | undefined)[]): History => ({
  payments: channels.map((channel, nth) => aPayment(`2026-03-1${nth}T10:00`, channel)),
});
const order = (history: History, channels = ALL, at = NOW) => channelsByHistory(channels, history, at);

describe('the channel by history', () => {
  it('a person without a past gets the strategy’s own order', () => {
    expect(order({ payments: [] })).toEqual({ chosen: ALL, learned: [] });
  });

  it('a channel with two wins, two ahead of every other, comes first', () => {
    expect(order(paidBy('sms', undefined, 'sms', 'sms'))).toEqual({
      chosen: ['sms', 'whatsapp', 'email'],
      learned: ['paid within 1 hour of sms 3 of the last 4 times: sms first'],
    });
  });

  it('one win is not enough, and neither is a lead of one', () => {
    expect(order(paidBy('sms')).chosen).toEqual(ALL);
    expect(order(paidBy('sms', 'email', 'sms')).chosen).toEqual(ALL);
    expect(order(paidBy('sms', 'email', 'sms', 'sms')).chosen).toEqual(['sms', 'whatsapp', 'email']);
  });

  it('a channel that wins and is first already changes nothing', () => {
    expect(order(paidBy('whatsapp', 'whatsapp'))).toEqual({ chosen: ALL, learned: [] });
  });

  it('a channel that the strategy leaves out does not come back', () => {
    expect(order(paidBy('sms', 'sms'), ['whatsapp', 'email']).chosen).toEqual(['whatsapp', 'email']);
  });

  it('the time that it took is told in hours', () => {
    const payments = [
      aPayment('2026-03-10T10:00', 'sms', { minutesSinceDelivery: 61 }),
      aPayment('2026-03-11T10:00', 'sms'),
    ];
    expect(order({ payments }).learned).toEqual(['paid within 2 hours of sms 2 of the last 2 times: sms first']);
  });
});

describe('messages that stay unread', () => {
  const unread = (count: number, at = '2026-03-10T09:00:00.000Z'): History => ({ payments: [], unread: { count, at } });

  it('after three unread WhatsApp messages another channel comes first for thirty days', () => {
    expect(order(unread(3))).toEqual({
      chosen: ['sms', 'email', 'whatsapp'],
      learned: ['the last 3 whatsapp messages were delivered and not read: sms first'],
    });
    expect(order(unread(2)).chosen).toEqual(ALL);
    expect(order(unread(3), ALL, at_('2026-04-09T08:59')).chosen[0]).toBe('sms');
    expect(order(unread(3), ALL, at_('2026-04-09T09:00')).chosen).toEqual(ALL);
  });

  it('nothing changes where WhatsApp is the only channel, or comes later anyway', () => {
    expect(order(unread(3), ['whatsapp']).chosen).toEqual(['whatsapp']);
    expect(order(unread(3), ['email', 'whatsapp']).learned).toEqual([]);
  });

  it('payments after WhatsApp messages say more than missing reads', () => {
    expect(order({ ...unread(5), ...paidBy('whatsapp', 'whatsapp') }).chosen).toEqual(ALL);
  });
});

describe('the start by history', () => {
  const given = {
    startAfter: 60,
    expiresIn: 1440,
    length: 720,
    createdAt: at_('2026-03-20T09:00'),
    zone: 'Africa/Lagos',
  };
  const unasked = (...minutes: number[]): History => ({
    payments: minutes.map((minutesToPay, nth) =>
      aPayment(`2026-03-1${nth}T0${2 * nth}:00`, undefined, { minutesToPay }),
    ),
  });

  it('somebody who pays unasked is reminded once three quarters of these payments would have come', () => {
    expect(startByHistory(unasked(40, 200, 92, 118), given)).toEqual({
      chosen: 120,
      learned: ['paid without a reminder 4 of the last 4 times: first reminder after 120 minutes'],
    });
  });

  it('half of the window is the latest start, and the strategy’s own start the earliest', () => {
    expect(startByHistory(unasked(5000, 5000, 5000), given).chosen).toBe(720);
    expect(startByHistory(unasked(20, 30, 40), given)).toEqual({ chosen: 60, learned: [] });
  });

  it('two payments without a reminder are too few, and payments after a reminder do not count', () => {
    expect(startByHistory(unasked(100, 100), given).chosen).toBe(60);
    const reminded = { payments: unasked(100, 100, 100).payments.map((payment) => ({ ...payment, reminded: true })) };
    expect(startByHistory(reminded, given).chosen).toBe(60);
  });

  const paidAt = (...times: string[]): History => ({
    payments: times.map((time, nth) => aPayment(`2026-03-1${nth}T${time}`, 'email')),
  });

  it('three of five payments in three hours move the first reminder to these hours', () => {
    // It would come at 11:00 in Lagos; the payments came at 14:10, 15:59 and 14:30 there.
    expect(startByHistory(paidAt('13:10', '05:00', '14:59', '13:30', '20:00'), given)).toEqual({
      chosen: 180,
      learned: ['3 of the last 5 payments between 13:00 and 16:00: first reminder 120 minutes later'],
    });
  });

  it('a first reminder that comes within these hours, or more than four hours before them, stays', () => {
    const afternoon = paidAt('13:10', '14:59', '13:30');
    const createdAt = (minute: string) => ({ ...given, createdAt: at_(minute) });
    expect(startByHistory(afternoon, createdAt('2026-03-20T12:00')).learned).toEqual([]);
    expect(startByHistory(afternoon, createdAt('2026-03-20T13:59')).learned).toEqual([]);
    expect(startByHistory(afternoon, createdAt('2026-03-20T07:00')).chosen).toBe(300);
    expect(startByHistory(afternoon, createdAt('2026-03-20T06:59')).chosen).toBe(60);
    expect(startByHistory(afternoon, createdAt('2026-03-20T14:00')).chosen).toBe(60);
  });

  it('a first reminder is not moved where the last one would then come after the expiry', () => {
    expect(startByHistory(paidAt('13:10', '14:59', '13:30'), { ...given, expiresIn: 900 }).chosen).toBe(60);
    expect(startByHistory(paidAt('13:10', '14:59', '13:30'), { ...given, expiresIn: 901 }).chosen).toBe(180);
  });

  it('hours around midnight are three hours like others', () => {
    const late = paidAt('22:10', '23:30', '00:20');
    expect(startByHistory(late, { ...given, createdAt: at_('2026-03-20T20:30') })).toMatchObject({
      chosen: 90,
      learned: ['3 of the last 3 payments between 23:00 and 02:00: first reminder 30 minutes later'],
    });
  });
});

describe('the strategy with a past', () => {
  const past = {
    history: { payments: ['10', '11', '12'].map((day) => aPayment(`2026-03-${day}T13:30`, 'sms')) },
    createdAt: NOW,
    zone: 'Africa/Lagos',
  };
  const context: StrategyContext = {
    amount: { minor: 4_500_000, currency: 'NGN' },
    expiresInMinutes: 1440,
    reachableByPhone: true,
    phoneCountry: 'NG',
    hasEmail: true,
    past,
  };
  const learned = [
    '3 of the last 3 payments between 12:00 and 15:00: first reminder 60 minutes later',
    'paid within 1 hour of sms 3 of the last 3 times: sms first',
  ];

  it('the past chooses start and channels, and its reasons stay with the follow-up', () => {
    const followUp = completeFollowUp(undefined, context);
    expect(followUp).toMatchObject({ startAfterMinutes: 120, channels: ['sms', 'whatsapp', 'email'], learned });
    const later = { ...context, past: undefined };
    expect(strategyReasons(followUp, later)).toEqual(expect.arrayContaining(learned));
  });

  it('what the caller gave is not changed by the past', () => {
    const channels = { channels: ['whatsapp', 'sms'] as const };
    expect(completeFollowUp({ startAfter: 30, ...channels }, context)).not.toHaveProperty('learned');
    expect(completeFollowUp({ cadence: 'every_1h' }, context)).toMatchObject({
      startAfterMinutes: 60,
      learned: [learned[1]],
    });
    expect(completeFollowUp(channels, context)).toMatchObject({ startAfterMinutes: 120, learned: [learned[0]] });
  });

  it('a past that says nothing leaves no reasons', () => {
    const silent = { ...context, past: { ...past, history: { payments: [] } } };
    expect(completeFollowUp(undefined, silent)).toEqual(completeFollowUp(undefined, { ...context, past: undefined }));
  });
});

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
