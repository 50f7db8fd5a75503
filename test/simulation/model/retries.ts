/** The rules for offering a slot again: after throttling on the same channel first, after a final failure on another one, once. */
import { type Hours, isOpen } from './hours.ts';
import { iso, MINUTE } from './wire.ts';

type Retried = {
  slot: number;
  /** The slot that was claimed last. */
  lastClaimed: number;
  /** When the plan's next slot is due. */
  nextDueAt: number | undefined;
  status: string;
  expiresAt: number;
  hours: Hours;
  now: number;
};

export type RetryFacts = Retried & {
  /** How many of the slot's messages were accepted, and how many of those were reported as failed for good. */
  accepted: number;
  failed: number;
};

/** Clocks differ by five seconds, and a run lasts a minute. */
const SLACK = MINUTE + 5_000;

/** The faults of a retry at an instant. */
export function retryFaults(facts: RetryFacts): string[] {
  const { slot, lastClaimed, nextDueAt, status, expiresAt, hours, now, accepted, failed } = facts;
  return [
    ...(slot === lastClaimed ? [] : [`slot ${lastClaimed} was claimed before`]),
    ...(status === 'pending' || status === 'overdue' ? [] : [`it is ${status}`]),
    ...(now < expiresAt ? [] : [`it expired at ${iso(expiresAt)}`]),
    ...(isOpen(now, hours) ? [] : ['the hours are quiet']),
    ...(nextDueAt === undefined || now < nextDueAt + SLACK ? [] : [`the next slot was due at ${iso(nextDueAt)}`]),
    ...(accepted <= failed ? [] : ['a message of it was accepted, and has not failed']),
    ...(failed <= 1 ? [] : ['it has failed over before']),
  ];
}

export type DeferralFacts = Retried & {
  /** Whether any channel may have been throttled in this world. */
  isThrottled: boolean;
  /** The first throttling since the slot's claim. */
  firstAt: number;
  retryAt: number;
  cadenceMinutes: number;
};

/** `now` is the instant of the claim; the channel has answered when the run ends at the latest. */
const MAX_RUN = MINUTE;

/** The faults of a deferral: the retry is within an hour and a quarter of the cadence, in the hours, before all that follows. */
export function deferralFaults(facts: DeferralFacts): string[] {
  const { isThrottled, firstAt, retryAt, cadenceMinutes, nextDueAt, expiresAt, hours, now } = facts;
  const limit = firstAt + Math.min(60, cadenceMinutes / 4) * MINUTE;
  return [
    ...(isThrottled ? [] : ['no channel was throttled']),
    ...(retryAt <= limit ? [] : [`retried at ${iso(retryAt)}, throttled first at ${iso(firstAt)}`]),
    ...(retryAt >= now + 5_000 && retryAt <= now + 10 * MINUTE + MAX_RUN
      ? []
      : [`waits from ${iso(now)} to ${iso(retryAt)}`]),
    ...(retryAt < expiresAt ? [] : ['retried after the expiry']),
    ...(isOpen(retryAt, hours) ? [] : ['retried in quiet hours']),
    ...(nextDueAt === undefined || retryAt < nextDueAt ? [] : ['retried after the next slot is due']),
  ];
}
