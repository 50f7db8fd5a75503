/**
 * How long a failed address is left out, and which failures give the slot to another channel.
 * The breaker of a channel whose account is at fault.
 */
import { describe, expect, it } from 'vitest';
import {
  breakerAfter,
  FAILURE_KINDS,
  type FailureKind,
  failsOver,
  forgottenAt,
  isRemembered,
  outcomeWhileOpen,
  type SendOutcome,
  type Unreachable,
  withFailure,
} from '#lib/domain/message/outgoing.ts';

const AT = '2026-03-01T10:00:00.000Z';
const NOTHING: Unreachable = { strikes: [] };
const daysLater = (days: number) => new Date(Date.parse(AT) + days * 86_400_000).toISOString();
const knownAfter = (...failures: [FailureKind, number][]) =>
  failures.reduce<Unreachable>(
    (known, [kind, days], index) => withFailure(known, { id: `r-${index}`, kind, at: daysLater(days) }),
    NOTHING,
  );

describe('an address', () => {
  it.each<[FailureKind, string]>([
    ['not_on_whatsapp', daysLater(30)],
    ['invalid_number', daysLater(90)],
    ['mailbox_full', daysLater(7)],
    ['bounced', '9999-12-31T23:59:59.999Z'],
    ['complaint', '9999-12-31T23:59:59.999Z'],
  ])('an address is left out after %s until %s', (kind, until) => {
    expect(knownAfter([kind, 0])).toEqual({ until, reason: kind, strikes: [] });
  });

  it('an address is left out once it was blocked twice within thirty days', () => {
    expect(knownAfter(['blocked', 0]).until).toBeUndefined();
    expect(knownAfter(['blocked', 0], ['blocked', 30]).until).toBe(daysLater(60));
    expect(knownAfter(['blocked', 0], ['blocked', 31]).until).toBeUndefined();
  });

  it('an address is left out once it bounced softly three times within thirty days', () => {
    expect(knownAfter(['soft_bounce', 0], ['soft_bounce', 10]).until).toBeUndefined();
    expect(knownAfter(['soft_bounce', 0], ['soft_bounce', 10], ['soft_bounce', 29])).toMatchObject({
      until: daysLater(59),
      reason: 'soft_bounce',
    });
  });

  it('a failure that is told again counts once', () => {
    const once = withFailure(NOTHING, { id: 'r', kind: 'blocked', at: AT });
    expect(withFailure(once, { id: 'r', kind: 'blocked', at: AT })).toEqual(once);
  });

  it('a shorter time never replaces a longer one', () => {
    expect(knownAfter(['bounced', 0], ['mailbox_full', 1])).toMatchObject({ reason: 'bounced' });
  });

  it('an address is forgotten when its time and its strikes are over, and never after a permanent failure', () => {
    expect(forgottenAt(knownAfter(['mailbox_full', 0]))).toBe(Date.parse(daysLater(7)) / 1000);
    expect(forgottenAt(knownAfter(['blocked', 0]))).toBe(Date.parse(daysLater(30)) / 1000);
    expect(forgottenAt(knownAfter(['complaint', 0]))).toBeUndefined();
  });
});

it('the message’s own failures and those of our account leave the address alone', () => {
  expect(FAILURE_KINDS.filter((kind) => !isRemembered(kind))).toEqual([
    'rejected',
    'channel_fault',
    'undelivered',
    'transient',
  ]);
});

it('neither a complaint nor what may still arrive goes to another channel', () => {
  expect(FAILURE_KINDS.filter((kind) => !failsOver(kind))).toEqual(['soft_bounce', 'complaint', 'transient']);
});

const NOW = new Date('2026-03-02T09:00:00.000Z');
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const FAULT = { kind: 'refused', reason: 'daily_quota', fault: true } as const;

it('a fault of our account closes its channel for fifteen minutes, with the same reason', () => {
  const breaker = breakerAfter(FAULT, NOW);
  expect(outcomeWhileOpen(breaker, at(15 * 60_000 - 1))).toEqual(FAULT);
  expect(outcomeWhileOpen(breaker, at(15 * 60_000))).toBeUndefined();
});

it.each<SendOutcome>([
  { kind: 'accepted', messageId: 'm' },
  { kind: 'refused', reason: 'DESTINATION_COUNTRY_BLOCKED' },
  { kind: 'refused', reason: 'DESTINATION_PHONE_NUMBER_NOT_VERIFIED', fault: true },
  { kind: 'throttled' },
  { kind: 'ambiguous', reason: 'timeout' },
])('the outcome %j leaves the channel open', (outcome) => {
  expect(outcomeWhileOpen(breakerAfter(outcome, NOW), NOW)).toBeUndefined();
});
