/** Finds out who calls. What a stranger makes up costs no read: docs/decisions/0040-forged-keys.md. */
import { checksumKeys } from '#lib/checksum-keys.ts';
import { type ApiKey, accountOfApiKey, hashApiKey, isLive } from '#lib/domain/api-key.ts';
import { invalidApiKey, tooManyRequests } from '#lib/domain/errors.ts';
import { logCounted } from '#lib/log.ts';
import { takeToken } from './account-rate.ts';
import type { CallerCheck } from './error-envelope.ts';
import { isRefused, rememberRefused } from './refused-keys.ts';

/** The functions pass it in, because only the store knows the table. */
export type GetApiKey = (account: string, hash: string) => Promise<ApiKey | undefined>;

/**
 * Starts the check of a key. The key names its account, so the endpoint's data can be read at the same time; do not
 * answer or write before `verified` has resolved. @throws invalid_api_key, too_many_requests
 */
export function identifyCaller(key: string | undefined, now: Date, getApiKey: GetApiKey): CallerCheck {
  if (checksumKeys.known.length === 0) throw new Error('API_KEY_CHECKSUM_KEYS is not set');
  const account = accountOfApiKey(key ?? '', checksumKeys.known);
  if (key === undefined || account === undefined) throw invalidApiKey();
  const hash = hashApiKey(key);
  if (isRefused(hash, now)) throw invalidApiKey();
  if (!takeToken(account, now)) {
    logCounted('WARN', 'account_throttled', { account });
    throw tooManyRequests();
  }
  const verified = getApiKey(account, hash).then((stored) => {
    if (stored !== undefined && isLive(stored, now)) return {};
    rememberRefused(hash, now);
    throw invalidApiKey();
  });
  verified.catch(() => {});
  return { account, verified };
}
