/** Checks the API key of a request: which account it names, and whether it is that account's. */
import { type ApiKey, accountOfApiKey, hashApiKey, isLive } from '#lib/domain/api-key.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';

/** Reads a stored key; the functions hand it in, since only the store knows the table. */
export type GetApiKey = (account: string, hash: string) => Promise<ApiKey | undefined>;

/** The account that the key names, and the check that the key is the account's: `verified` rejects if it is not. */
export type CallerCheck = { account: string; verified: Promise<void> };

/**
 * Starts checking a key. The account it names is known at once, so that what is asked for can be read at the same time;
 * nothing may be answered or written before `verified` has resolved.
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
