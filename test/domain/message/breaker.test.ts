/** The breaker of a channel whose account is at fault. */
import { expect, it } from 'vitest';
import type { SendOutcome } from '#lib/domain/message/outgoing.ts';
import { breakerAfter, outcomeWhileOpen } from '#lib/domain/message/outgoing.ts';

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
