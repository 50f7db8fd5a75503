/** The middleware that finds out who calls, by a key or a session. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Clock } from '#lib/clock.ts';
import { hashToken, isLive, readApiKey } from '#lib/domain/checked-token.ts';
import { forbidden, invalidApiKey, invalidSession, keyAndSession } from '#lib/domain/errors.ts';
import { covers, type Role } from '#lib/domain/member.ts';
import type { Settings } from '#lib/settings.ts';
import { noTurns } from './caller-guard.ts';
import type { CallerCheck, Callers, VerifiedCaller } from './callers.ts';
import { type HttpEvent, header, methodOf } from './request.ts';
import { sessionIn } from './session-cookie.ts';

/** What the middleware adds to the event: when the request arrived, and who it says that it is from. */
export type FromCaller = HttpEvent & { now: Date; caller: CallerCheck };

/**
 * Starts the check, and does not wait for it: the endpoint reads what the request names meanwhile (docs/decisions/0002-key-check-in-the-handler.md).
 * Whatever else is wrong with a request, a wrong key or a role that is too low is answered before it.
 */
export const identifiesCaller = (
  service: Callers & { clock: Clock },
  acceptsKeys: boolean,
): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  before: async (request) => {
    const event = request.event as FromCaller;
    event.now = service.clock.now();
    event.caller = await identifyCaller(service, { event, now: event.now, acceptsKeys });
    if (event.caller.isDenied) await event.caller.verified;
  },
  onError: async (request) => {
    const { caller } = request.event as Partial<FromCaller>;
    await caller?.verified.catch((refusal) => {
      request.error = refusal;
    });
  },
});

/**
 * How many requests are left, in the heads of the IETF's draft (draft-ietf-httpapi-ratelimit-headers, 06). Each process counts for itself:
 * a hint, and no promise. Before the envelope, so that it sees the answer to a refusal, too.
 */
export function tellsTurns(limit: Settings['accountRequests']): MiddlewareObj<HttpEvent, APIGatewayProxyResult> {
  const tell = ({ event, response }: { event: HttpEvent; response: APIGatewayProxyResult | null | undefined }) => {
    const isSpent = response?.statusCode === 429;
    const turns = isSpent ? noTurns(limit) : (event as Partial<FromCaller>).caller?.turns;
    if (!response || turns === undefined) return;
    response.headers = {
      ...response.headers,
      'ratelimit-limit': `${turns.limit}`,
      'ratelimit-remaining': `${turns.left}`,
      'ratelimit-reset': `${turns.fullInSeconds}`,
    };
  };
  return { after: tell, onError: tell };
}

/** `acceptsKeys`: false for what only the console asks for. */
type ArrivedRequest = { event: HttpEvent; now: Date; acceptsKeys: boolean };

/**
 * Starts the check of an API key or of a session. Either names its account, so the endpoint's data can be read at the same time;
 * do not answer or write before `verified` has resolved. @throws what either check throws, and validation_failed for both at once
 */
function identifyCaller(
  callers: Callers,
  { event, now, acceptsKeys }: ArrivedRequest,
): CallerCheck | Promise<CallerCheck> {
  const { checksumKeys, baseUrl } = callers.settings;
  if (checksumKeys.length === 0) throw new Error('API_KEY_CHECKSUM_KEYS is not set');
  const key = header(event, 'x-api-key');
  const token = sessionIn(event, baseUrl);
  if (token === undefined) {
    if (!acceptsKeys) throw invalidSession();
    return identifyByKey(callers, key, { event, now });
  }
  if (key !== undefined) throw keyAndSession();
  return import('./identify-member.ts').then(({ identifyMember }) => identifyMember(callers, { event, token, now }));
}

type Call = Pick<ArrivedRequest, 'event' | 'now'>;

/** @throws invalid_api_key, too_many_requests, forbidden */
function identifyByKey(
  { getApiKey, callerGuard, settings }: Callers,
  key: string | undefined,
  { event, now }: Call,
): CallerCheck | Promise<CallerCheck> {
  const named = readApiKey(key ?? '', settings.checksumKeys);
  if (key === undefined || named === undefined) throw invalidApiKey();
  const { account, role } = named;
  const hash = hashToken(key);
  if (callerGuard.isRefused(hash, now)) throw invalidApiKey();
  const turns = callerGuard.takeTurn(account, now);
  const verified = getApiKey(account, hash).then((stored): VerifiedCaller => {
    if (stored !== undefined && isLive(stored, now)) return {};
    callerGuard.rememberRefused(hash, now);
    throw invalidApiKey();
  });
  verified.catch(() => {});
  const check = { account, verified, turns };
  return role === 'admin' ? check : limitTo(role, check, event);
}

/** A key says its role, so that nothing is read for a request that is refused; the key itself is checked before. @throws forbidden */
async function limitTo(role: Role, { verified, ...check }: CallerCheck, event: HttpEvent): Promise<CallerCheck> {
  const { roleFor } = await import('#lib/contract/routes.ts');
  const demand = async (needed: Role): Promise<void> => {
    if (!covers(role, needed)) throw forbidden();
  };
  const isDenied = !covers(role, roleFor(methodOf(event), event.resource));
  const limited = verified.then(() => {
    if (isDenied) throw forbidden();
    return { demand };
  });
  limited.catch(() => {});
  return { ...check, verified: limited, isDenied };
}
