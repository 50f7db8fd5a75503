/** A webhook delivery, and what each step makes of it: docs/guides/webhooks.md, docs/decisions/0034-events-are-told-once.md. */
import { isDeepStrictEqual } from 'node:util';
import { type Answered, isAccepted, keptOf, pauseOf } from './receiver-answer.ts';
import { MINUTE } from './wire.ts';

/** As the log of its endpoint shows it. */
type Attempt = { at: string; status?: number; error?: string; milliseconds: number; answer?: string };

export type Delivery = {
  status: string;
  claimed: number;
  round: number;
  attempts: readonly Attempt[];
  nextRunAt?: string;
};

/** What came of an attempt, and how long it took. `clock`: by the sender's clock when it was known. */
export type Tried = Answered & { milliseconds: number; clock: number };

const WAITS = [1, 5, 30, 120, 300, 600, 840, 1200, 1440].map((minutes) => minutes * MINUTE);
const ATTEMPTS = WAITS.length + 1;
/** Waits are longer by up to a tenth, so that not all come at once. */
const LONGER = 1.1;
const KEPT = 30;
const GONE = 410;
/** A step is written soon after it is known. */
const SOON = 30_000;
const CLAIM = MINUTE;

/** Claimed for one more attempt; an attempt that was claimed before and ended without an outcome is in the log. */
export function claimFaults(before: Delivery, after: Delivery, clock: number): string[] {
  const { status, claimed, nextRunAt = '' } = before;
  const left = after.attempts.slice(0, -1);
  const last = after.attempts.at(-1);
  const isKept = status === 'sending' ? same(left, kept(before.attempts, 1)) : same(after.attempts, before.attempts);
  const isNoted = status !== 'sending' || (last?.error === 'interrupted' && last.milliseconds === 0);
  const until = Date.parse(after.nextRunAt ?? '');
  const since = Math.max(Date.parse(nextRunAt) || 0, clock + CLAIM);
  return [
    ...(after.claimed === claimed + 1 && claimed < ATTEMPTS ? [] : [`claimed as ${after.claimed} after ${claimed}`]),
    ...(status === 'waiting' || status === 'sending' ? [] : [`claimed while it is ${status}`]),
    ...(isKept && isNoted ? [] : ['claimed with another log']),
    ...(until <= since && until >= since - SOON ? [] : [`claimed until ${after.nextRunAt}`]),
    // One that has a claim waits until it has ended; one that waits for its next attempt, for that.
    ...(status === 'waiting' && claimed === 0
      ? []
      : Date.parse(nextRunAt) <= clock + SOON
        ? []
        : ['claimed too early']),
  ];
}

/** After an attempt whose outcome is known. */
export function outcomeFaults(before: Delivery, after: Delivery, tried: Tried): string[] {
  const expected = outcomeOf(before.claimed, tried);
  const { milliseconds, clock } = tried;
  const answer = keptOf(tried.body);
  const { at = '', ...last } = after.attempts.at(-1) ?? {};
  const noted = {
    ...(tried.status !== undefined && { status: tried.status }),
    ...(tried.error !== undefined && { error: tried.error }),
    milliseconds,
    ...(answer !== undefined && { answer }),
  };
  const notedAt = Date.parse(at);
  const wait = Date.parse(after.nextRunAt ?? '') - notedAt;
  const isTimed = expected.wait === undefined || (wait >= expected.wait && wait <= expected.wait * LONGER + 1);
  return [
    ...(after.status === expected.status ? [] : [`is ${after.status} instead of ${expected.status}`]),
    ...(after.claimed === expected.claimed
      ? []
      : [`has used ${after.claimed} attempts instead of ${expected.claimed}`]),
    ...(same(sorted(last), sorted(noted)) ? [] : [`notes ${sorted(last)} instead of ${sorted(noted)}`]),
    ...(same(after.attempts.slice(0, -1), kept(before.attempts, 1)) ? [] : ['has another log']),
    ...(notedAt >= clock && notedAt <= clock + SOON ? [] : [`noted at ${at}`]),
    ...(isTimed ? [] : [`tries again after ${wait} ms, which ${expected.claimed} attempts make ${expected.wait}`]),
  ];
}

/** Who asks for time has refused nothing: that uses up no attempt. */
function outcomeOf(claimed: number, tried: Tried): { status: string; claimed: number; wait?: number | undefined } {
  if (isAccepted(tried)) return { status: 'delivered', claimed };
  if (tried.status === GONE) return { status: 'failed', claimed };
  if (pauseOf(tried, tried.clock) !== undefined) return { status: 'held', claimed: claimed - 1 };
  return claimed >= ATTEMPTS ? { status: 'failed', claimed } : { status: 'waiting', claimed, wait: WAITS[claimed - 1] };
}

/** Without an attempt: it waits for its endpoint, is sent when that is enabled again, or nobody is left to send it to. */
export function movedFaults(before: Delivery, after: Delivery): string[] {
  const moves: Readonly<Record<string, readonly string[]>> = {
    held: ['waiting', 'sending'],
    waiting: ['held'],
    failed: ['waiting', 'sending'],
  };
  const isUsedUp = after.status === 'failed' && after.attempts.at(-1)?.error === 'interrupted';
  const isSame = isUsedUp ? before.claimed >= ATTEMPTS : same(after.attempts, before.attempts);
  return [
    ...(moves[after.status]?.includes(before.status) ? [] : [`goes from ${before.status} to ${after.status}`]),
    ...(isSame && after.claimed === before.claimed ? [] : ['is counted without an attempt']),
  ];
}

/** A replay begins a new round of attempts; what was tried stays in the log. */
export const replayFaults = (before: Delivery, after: Delivery): string[] => [
  ...(['failed', 'delivered'].includes(before.status) ? [] : [`replayed while it was ${before.status}`]),
  ...(['waiting', 'held'].includes(after.status) && after.claimed === 0 && after.round === before.round + 1
    ? []
    : [`replayed as ${after.status}, ${after.claimed} attempts used in round ${after.round}`]),
  ...(same(after.attempts, before.attempts) ? [] : ['replayed with another log']),
];

/** As `GET …/deliveries` shows it. */
export const shownDelivery = (
  { status, attempts, nextRunAt }: Delivery,
  { id, event, type, createdAt }: { id: string; event: string; type: string; createdAt: string },
) => ({
  id,
  event: { id: event, type },
  status,
  nextAttemptAt: status === 'waiting' ? (nextRunAt ?? null) : null,
  attempts: attempts.map(({ status: httpStatus, ...attempt }) => ({
    ...attempt,
    ...(httpStatus !== undefined && { httpStatus }),
  })),
  createdAt,
});

const kept = <T>(attempts: readonly T[], more: number): readonly T[] =>
  attempts.length + more > KEPT ? attempts.slice(attempts.length + more - KEPT) : attempts;
const sorted = (of: object): string => JSON.stringify(Object.entries(of).toSorted());
const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);
