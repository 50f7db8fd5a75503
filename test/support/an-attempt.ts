/** Builds an attempt of a slot that has just been claimed. */
import type { Attempt } from '#lib/domain/attempt.ts';

export const DUE_AT = '2026-03-01T09:20:00.000Z';
export const NOW = new Date('2026-03-01T09:20:01.000Z');

export const anAttempt = (slot: number, given: Partial<Attempt> = {}): Attempt => ({
  slot,
  status: 'sending',
  dueAt: DUE_AT,
  claimedAt: NOW.toISOString(),
  tone: 'gentle',
  token: 'token-1',
  channelsTried: [],
  at: { sending: NOW.toISOString() },
  ...given,
});
