/** A channel whose account is at fault is left alone for a while: each request would be refused for the same reason. */
import type { SendOutcome } from './outgoing.ts';

/** `until` is in milliseconds. */
export type Breaker = { until: number; outcome: SendOutcome };

const OPEN_MS = 15 * 60_000;

/** An account that may send only to verified numbers still sends to those. */
const OF_ONE_NUMBER = 'DESTINATION_PHONE_NUMBER_NOT_VERIFIED';

/** Undefined if the next message may go out by this channel. */
export function breakerAfter(outcome: SendOutcome, now: Date): Breaker | undefined {
  if (outcome.kind !== 'refused' || outcome.fault !== true || outcome.reason === OF_ONE_NUMBER) return undefined;
  return { until: now.getTime() + OPEN_MS, outcome };
}

/** The outcome of a message that is not offered to the channel: what the last one met. */
export const outcomeWhileOpen = (breaker: Breaker | undefined, now: Date): SendOutcome | undefined =>
  breaker !== undefined && now.getTime() < breaker.until ? breaker.outcome : undefined;
