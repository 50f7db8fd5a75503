/** How the attempt of a slot is shown: its events, and its slot in a plan. */
import { type Attempt, type AttemptStatus, unknownFrom } from './attempts.ts';
import type { Happened } from './collection.ts';
import { type Channel, iso } from './wire.ts';

const statusOf = (attempt: Attempt, now: number): AttemptStatus =>
  attempt.status === 'sending' && now >= unknownFrom(attempt) ? 'unknown' : attempt.status;

/** What decides whether a deferred slot is offered again: the collection's retry, and its status. */
export type Around = { retry: number | undefined; status: string; isPayable: boolean };

/** A deferred slot that is not offered again has failed if a message of it has; else it was skipped when it was due again. */
function endedWith(attempt: Attempt, { retry, status, isPayable }: Around): Attempt {
  if (attempt.status !== 'deferred' || (isPayable && retry === attempt.slot.slot)) return attempt;
  const { retryAt, ...rest } = attempt;
  if (attempt.at.failed !== undefined) return { ...rest, status: 'failed' };
  const at = { ...attempt.at, ...(retryAt !== undefined && { skipped: retryAt }) };
  return { ...rest, status: 'skipped', skipReason: isPayable ? 'channel_busy' : status, at };
}

const SILENT: readonly string[] = ['sending', 'deferred'];

/** An event that was shown never vanishes: a receipt after the limit does not take back that the result was unknown. */
export function attemptEvents(given: Attempt, around: Around, now: number): Happened[] {
  const attempt = endedWith(given, around);
  const limit = unknownFrom(attempt);
  const told = now >= limit ? { unknown: limit, ...attempt.at } : attempt.at;
  const { slot, channel, earlier = {}, earlierBy } = attempt;
  const messages = [
    { reached: earlier, by: earlierBy },
    { reached: told, by: channel },
  ];
  return messages.flatMap(({ reached, by }) =>
    Object.entries(reached).flatMap(([status, at]) => {
      const why = status === 'skipped' && { reason: attempt.skipReason };
      const data = { slot: slot.slot, ...(by !== undefined && { channel: by }), ...why };
      return SILENT.includes(status) ? [] : [{ type: `followup.${status}`, at, member: slot.askedBy, data }];
    }),
  );
}

/** A slot as a plan shows it, without its text and its reason. */
export function shownAttempt(
  given: Attempt,
  { planned, around, now }: { planned: Channel; around: Around; now: number },
): object {
  const attempt = endedWith(given, around);
  const { slot, channel, channelsTried, skipReason, at, retryAt } = attempt;
  const isDeferred = attempt.status === 'deferred';
  const waiting = at.failed === undefined ? 'planned' : 'failed';
  const status = statusOf(attempt, now);
  const claimedFor = status === 'sending' || status === 'unknown' ? attempt.claimedFor : undefined;
  return {
    slot: slot.slot,
    dueAt: iso(slot.dueAt),
    channel: channel ?? claimedFor ?? planned,
    tone: slot.tone,
    status: isDeferred ? waiting : status,
    channelsTried: [...channelsTried],
    ...(at.sent !== undefined && { sentAt: iso(at.sent) }),
    ...(isDeferred && retryAt !== undefined && { retryAt: iso(retryAt) }),
    ...(attempt.status === 'skipped' && skipReason !== undefined && { skipReason }),
  };
}
