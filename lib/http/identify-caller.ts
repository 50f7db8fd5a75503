/** Finds out who calls. What a stranger makes up costs no read: docs/decisions/0002-key-check-in-the-handler.md. */
import { checksumKeys } from '#lib/checksum-keys.ts';
import { accountOfApiKey, hashApiKey, isLive } from '#lib/domain/api-key.ts';
import { invalidSession, keyAndSession } from '#lib/domain/console-errors.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';
import { takeTurn } from './account-rate.ts';
import type { Callers } from './callers.ts';
import type { CallerCheck } from './error-envelope.ts';
import { isRefused, rememberRefused } from './refused-keys.ts';
import { type HttpEvent, header } from './request.ts';
import { sessionIn } from './session-cookie.ts';

/**
 * Starts the check of an API key or of a session. Either names its account, so the endpoint's data can be read at the same time;
 * do not answer or write before `verified` has resolved. @throws what either check throws, and validation_failed for both at once
 */
export function identifyCaller(event: HttpEvent, now: Date, callers: Callers): CallerCheck | Promise<CallerCheck> {
  if (checksumKeys.known.length === 0) throw new Error('API_KEY_CHECKSUM_KEYS is not set');
  const key = header(event, 'x-api-key');
  const token = callers.getMember && sessionIn(event);
  if (token === undefined) return identifyByKey(key, now, callers);
  if (key !== undefined) throw keyAndSession();
  return import('./identify-member.ts').then(({ identifyMember }) => identifyMember({ event, token, now }, callers));
}

/** @throws invalid_api_key, too_many_requests */
function identifyByKey(key: string | undefined, now: Date, { getApiKey }: Callers): CallerCheck {
  if (getApiKey === undefined) throw invalidSession();
  const account = accountOfApiKey(key ?? '', checksumKeys.known);
  if (key === undefined || account === undefined) throw invalidApiKey();
  const hash = hashApiKey(key);
  if (isRefused(hash, now)) throw invalidApiKey();
  takeTurn(account, now);
  const verified = getApiKey(account, hash).then((stored) => {
    if (stored !== undefined && isLive(stored, now)) return {};
    rememberRefused(hash, now);
    throw invalidApiKey();
  });
  verified.catch(() => {});
  return { account, verified };
}
