/** A token bucket for each account in this process: one caller in a broken loop must not use up what all share. */
import { tooManyRequests } from '#lib/domain/errors.ts';
import { logCounted } from '#lib/log.ts';
import { keepNewest } from './keep-newest.ts';

const setting = (name: string): number => Number(process.env[name] ?? Number.POSITIVE_INFINITY);

/** Without the variables there is no limit, as in the local run. Tests replace both. */
export const accountRate = {
  perSecond: setting('ACCOUNT_REQUESTS_PER_SECOND'),
  burst: setting('ACCOUNT_REQUESTS_BURST'),
};

type Bucket = { tokens: number; at: number };

/** An account that is forgotten starts with a full bucket. */
const MAX_ACCOUNTS = 10_000;

const buckets = new Map<string, Bucket>();

/** One request of the account. @throws too_many_requests */
export function takeTurn(account: string, now: Date): void {
  const { perSecond, burst } = accountRate;
  if (burst === Number.POSITIVE_INFINITY) return;
  const at = now.getTime();
  const bucket = buckets.get(account) ?? { tokens: burst, at };
  // The clock of a test may go back.
  const refilled = (Math.max(0, at - bucket.at) / 1000) * perSecond;
  const tokens = Math.min(burst, bucket.tokens + refilled);
  const isAllowed = tokens >= 1;
  keepNewest(buckets, [account, { tokens: isAllowed ? tokens - 1 : tokens, at }], MAX_ACCOUNTS);
  if (isAllowed) return;
  logCounted('WARN', 'account_throttled', { account });
  throw tooManyRequests();
}
