/** Finds out who calls. What a stranger makes up costs no read: docs/decisions/0002-key-check-in-the-handler.md. */
import { accountOfApiKey, hashApiKey, isLive } from '#lib/domain/api-key.ts';
import { invalidSession, keyAndSession } from '#lib/domain/console-errors.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';
import type { CallerCheck, Callers } from './callers.ts';
import { type HttpEvent, header } from './request.ts';
import { sessionIn } from './session-cookie.ts';

/** `acceptsKeys`: false for what only the console asks for. */
type Arrived = { event: HttpEvent; now: Date; acceptsKeys: boolean };

/**
 * Starts the check of an API key or of a session. Either names its account, so the endpoint's data can be read at the same time;
 * do not answer or write before `verified` has resolved. @throws what either check throws, and validation_failed for both at once
 */
export function identifyCaller(
  callers: Callers,
  { event, now, acceptsKeys }: Arrived,
): CallerCheck | Promise<CallerCheck> {
  const { checksumKeys, baseUrl } = callers.settings;
  if (checksumKeys.length === 0) throw new Error('API_KEY_CHECKSUM_KEYS is not set');
  const key = header(event, 'x-api-key');
  const token = sessionIn(event, baseUrl);
  if (token === undefined) {
    if (!acceptsKeys) throw invalidSession();
    return identifyByKey(callers, key, now);
  }
  if (key !== undefined) throw keyAndSession();
  return import('./identify-member.ts').then(({ identifyMember }) => identifyMember(callers, { event, token, now }));
}

/** @throws invalid_api_key, too_many_requests */
function identifyByKey({ getApiKey, callerGuard, settings }: Callers, key: string | undefined, now: Date): CallerCheck {
  const account = accountOfApiKey(key ?? '', settings.checksumKeys);
  if (key === undefined || account === undefined) throw invalidApiKey();
  const hash = hashApiKey(key);
  if (callerGuard.isRefused(hash, now)) throw invalidApiKey();
  callerGuard.takeTurn(account, now);
  const verified = getApiKey(account, hash).then((stored) => {
    if (stored !== undefined && isLive(stored, now)) return {};
    callerGuard.rememberRefused(hash, now);
    throw invalidApiKey();
  });
  verified.catch(() => {});
  return { account, verified };
}
