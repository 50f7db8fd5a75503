/** Builds API Gateway's responses with the envelope, also for what a handler throws. */

import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { DomainError, type ErrorCode, serviceUnavailable } from '#lib/domain/errors.ts';
import type { Log } from '#lib/log.ts';
import { type HttpEvent, requestIdOf } from './request.ts';

/** The status of every refusal: a code without a status does not compile. */
const STATUS_OF = {
  validation_failed: 400,
  malformed_json: 400,
  invalid_api_key: 401,
  invalid_signature: 401,
  invalid_link: 401,
  invalid_passkey: 401,
  directory_refused: 401,
  no_directory: 404,
  invalid_session: 401,
  collection_forbidden: 403,
  provider_forbidden: 403,
  webhook_endpoint_forbidden: 403,
  forbidden: 403,
  request_refused: 403,
  route_not_found: 404,
  collection_not_found: 404,
  customer_not_found: 404,
  provider_not_found: 404,
  webhook_endpoint_not_found: 404,
  attention_forbidden: 403,
  attention_not_found: 404,
  payment_not_found: 404,
  claim_not_found: 404,
  dispute_not_found: 404,
  member_not_found: 404,
  api_key_not_found: 404,
  method_not_allowed: 405,
  duplicate_reference: 409,
  invalid_transition: 409,
  already_decided: 409,
  already_taken: 409,
  not_now: 409,
  change_limit: 409,
  concurrent_change: 409,
  idempotency_conflict: 409,
  duplicate_transaction: 409,
  refund_exceeds_received: 409,
  provider_slug_taken: 409,
  provider_limit: 409,
  webhook_endpoint_limit: 409,
  webhook_endpoint_disabled: 409,
  last_admin: 409,
  member_limit: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

/** An account's bucket gets at least one token a second. */
const RETRY_AFTER_SECONDS = '1';

/** HTTP wants one with each 401 (RFC 9110, 11.6.1). The scheme is no registered one, so that no browser asks for a password. */
const API_KEY_CHALLENGE = 'ApiKey realm="Collections", header="x-api-key"';

const COME_BACK: readonly ErrorCode[] = ['concurrent_change', 'too_many_requests', 'service_unavailable'];

type Headers = Record<string, string>;

export function respond(status: number, body: object, headers: Headers): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

type CookieRules = { maxAgeSeconds: number; sameSite: 'Strict' | 'Lax'; isSecure: boolean };

/** The header that gives a browser a cookie, which no script reads; `maxAgeSeconds` 0 takes it away. */
export function setCookie(name: string, value: string, rules: CookieRules): Record<string, string> {
  const { maxAgeSeconds, sameSite, isSecure } = rules;
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', `SameSite=${sameSite}`];
  return { 'set-cookie': (isSecure ? [...parts, 'Secure'] : parts).join('; ') };
}

export function refuse(error: DomainError, headers: Headers): APIGatewayProxyResult {
  const { code, message, details } = error;
  const retry = COME_BACK.includes(code) ? { 'retry-after': RETRY_AFTER_SECONDS } : {};
  const challenge = code === 'invalid_api_key' ? { 'www-authenticate': API_KEY_CHALLENGE } : {};
  return respond(
    STATUS_OF[code],
    { status: 'error', message, code, ...details },
    { ...headers, ...retry, ...challenge },
  );
}

/** Callers learn nothing about a fault of our own. */
const internalError = (): DomainError => new DomainError('internal_error', 'Internal server error');

/** Counts what ends as a 5xx: Lambda takes it for a success. A refusal that a caller can mend counts nothing. */
export function logFault(log: Log, error: unknown, requestId: string): void {
  if (error instanceof DomainError && STATUS_OF[error.code] < 500) return;
  log.fault('request_failed', error, { requestId });
}

/** Before the envelope, so that it sees the answer to a refusal, too. */
export function judgesAnswers(log: Log): MiddlewareObj<HttpEvent, APIGatewayProxyResult> {
  const judge = ({ response }: { response: APIGatewayProxyResult | null | undefined }) =>
    log.judge(response && response.statusCode < 400 ? 'good' : 'bad');
  return { after: judge, onError: judge };
}

export const errorEnvelope = (log: Log): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const requestId = requestIdOf(request.event);
    request.response = refuse(refusalFor(log, request.error, requestId), { 'x-request-id': requestId });
  },
});

function refusalFor(log: Log, error: unknown, requestId: string): DomainError {
  logFault(log, error, requestId);
  if (error instanceof DomainError) return error;
  return (error as Error | undefined)?.name === 'TimeoutError' ? serviceUnavailable() : internalError();
}
