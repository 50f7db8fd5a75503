/** What one process remembers of its callers, so that a caller in a broken loop neither uses up what all share nor costs reads. */
import { tooManyRequests } from '#lib/domain/errors.ts';
import type { Log } from '#lib/log.ts';
import type { Settings } from '#lib/settings.ts';

export type CallerGuard = {
  /** One request of the account, from its token bucket; undefined where there is no limit. @throws too_many_requests */
  takeTurn: (account: string, now: Date) => Turns | undefined;
  /** Whether the table has just refused the key or the session of this hash, so that repeating it costs no reads. */
  isRefused: (hash: string, now: Date) => boolean;
  rememberRefused: (hash: string, now: Date) => void;
  /** Whether a failed call of the account is kept: one a second, so that a caller in a loop does not cost a write each time. */
  keepsFailed: (account: string, now: Date) => boolean;
};

/** How many requests an account may make, of which so many are left, and when all are there again. */
export type Turns = { limit: number; left: number; fullInSeconds: number };

type Limit = Settings['accountRequests'];

const isUnlimited = ({ burst }: Limit): boolean => burst === Number.POSITIVE_INFINITY;

const turnsOf = ({ perSecond, burst }: Limit, tokens: number): Turns => ({
  limit: burst,
  left: Math.floor(tokens),
  fullInSeconds: Math.ceil((burst - tokens) / perSecond),
});

/** What the caller learns whose turn it is not. */
export const noTurns = (limit: Limit): Turns | undefined => (isUnlimited(limit) ? undefined : turnsOf(limit, 0));

type Bucket = { tokens: number; at: number };

/** An account that is forgotten starts with a full bucket. */
const MAX_ACCOUNTS = 10_000;

/** A key that is stored after somebody has tried it works at the latest when this is over. */
const KEPT_MS = 5_000;
const MAX_REFUSED = 1_000;

const KEEPS_FAILED_MS = 1_000;

type Source = { log: Log; settings: Pick<Settings, 'accountRequests'> };

export function callerGuard({ log, settings }: Source): CallerGuard {
  const buckets = new Map<string, Bucket>();
  const refusedAt = new Map<string, number>();
  const failedAt = new Map<string, number>();
  return {
    takeTurn: (account, now) => {
      const { perSecond, burst } = settings.accountRequests;
      if (isUnlimited(settings.accountRequests)) return undefined;
      const at = now.getTime();
      const bucket = buckets.get(account) ?? { tokens: burst, at };
      // A clock may go back.
      const refilled = (Math.max(0, at - bucket.at) / 1000) * perSecond;
      const tokens = Math.min(burst, bucket.tokens + refilled);
      const isAllowed = tokens >= 1;
      const left = isAllowed ? tokens - 1 : tokens;
      keepNewest(buckets, [account, { tokens: left, at }], MAX_ACCOUNTS);
      if (isAllowed) return turnsOf(settings.accountRequests, left);
      log.count('WARN', 'account_throttled', { account });
      throw tooManyRequests();
    },
    isRefused: (hash, now) => isWithin(refusedAt.get(hash), now, KEPT_MS),
    rememberRefused: (hash, now) => keepNewest(refusedAt, [hash, now.getTime()], MAX_REFUSED),
    keepsFailed: (account, now) => {
      if (isWithin(failedAt.get(account), now, KEEPS_FAILED_MS)) return false;
      keepNewest(failedAt, [account, now.getTime()], MAX_ACCOUNTS);
      return true;
    },
  };
}

/** A clock may go back. */
const isWithin = (at: number | undefined, now: Date, milliseconds: number): boolean =>
  at !== undefined && Math.abs(now.getTime() - at) < milliseconds;

/** With more entries than `max`, the one that was put first is forgotten. */
function keepNewest<Key, Value>(map: Map<Key, Value>, [key, value]: readonly [Key, Value], max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}
