/** Finds out whose key a request carries. */
import { type ApiKey, accountOfApiKey, hashApiKey, isLive } from '#lib/domain/api-key.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';

/** Reads a stored key; given by whoever knows the table. */
export type GetApiKey = (account: string, hash: string) => Promise<ApiKey | undefined>;

/** A key that names an account, and the proof of it, which is under way. */
export type CallerCheck = { account: string; verified: Promise<void> };

/**
 * Starts checking a key. The account it names is known at once, so that what is asked for can be read at the same time;
 * nothing may be answered or written before `proven` has come true.
 */
export function identifyCaller(key: string | undefined, now: Date, getApiKey: GetApiKey): CallerCheck {
  const account = accountOfApiKey(key ?? '');
  if (key === undefined || account === undefined) throw invalidApiKey();
  const verified = getApiKey(account, hashApiKey(key)).then((stored) => {
    if (stored === undefined || !isLive(stored, now)) throw invalidApiKey();
  });
  verified.catch(() => {});
  return { account, verified };
}
