/** The middleware of every API request: finds out who calls by a key or a session, reads the input, runs the endpoint, builds the envelope. */
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Clock } from '#lib/clock.ts';
import { hashToken, isLive, readApiKey } from '#lib/domain/checked-token.ts';
import { forbidden, invalidApiKey, invalidSession, keyAndSession, malformedJson } from '#lib/domain/errors.ts';
import { covers, type Role } from '#lib/domain/member.ts';
import type { Log } from '#lib/log.ts';
import { isEmpty, readJsonBody } from './body.ts';
import type { CallerCheck, Callers, Demand, SignedIn, VerifiedCaller } from './callers.ts';
import { cookieIn, type HttpEvent, header, type Reader, type Request, readRequest } from './request.ts';
import { errorEnvelope, respond, setCookie } from './responses.ts';

type Outcome = { data: unknown; meta?: object; headers?: Record<string, string> };

type Success = { status: 200 | 201 | 202; message: string };

export type Endpoint<Body, Query, Loaded> = {
  success: Success;
  /** False for what only the console asks for, with a session. */
  acceptsKeys?: boolean;
  query?: Reader<Query>;
  /** Loads the reader. The first request with a body asks for it while its key is being checked: docs/decisions/0008-bundles.md. */
  body?: () => Promise<Reader<Body>>;
  /** Reads what the request names while its key is being checked. It must not write: the caller is not verified yet. */
  load: (request: Request<Body, Query>) => Promise<Loaded>;
  run: (
    request: Request<Body, Query> & { signedIn?: SignedIn | undefined; demand?: Demand | undefined },
    loaded: Loaded,
  ) => Promise<Outcome> | Outcome;
};

/** The Lambda handler. It checks in the documented order: 401, 429, 403, 413, 415, 400, then the endpoint's own refusals. */
export function endpoint<Body, Query, Loaded>(
  service: Callers & { clock: Clock; log: Log },
  { success, acceptsKeys = true, query, body, load, run }: Endpoint<Body, Query, Loaded>,
) {
  let readBody: Reader<Body> | undefined;
  const answer = async (event: HttpEvent, { account, verified }: CallerCheck, now: Date) => {
    const isWithout = body !== undefined && isEmpty(event);
    const json = isWithout ? {} : body && readJsonBody(event);
    readBody ??= await body?.();
    if (isWithout) requireNothing(readBody);
    const request = readRequest({ query, body: readBody }, event, { body: json, account, now });
    const loading = load(request);
    loading.catch(() => {});
    const { by, signedIn, demand } = await verified;
    return succeed(success, await run({ ...request, by, signedIn, demand }, await loading), request.requestId);
  };
  return middy<HttpEvent, APIGatewayProxyResult>()
    .use(errorEnvelope(service.log))
    .handler(async (event) => {
      const now = service.clock.now();
      const caller = await identifyCaller(service, { event, now, acceptsKeys });
      try {
        return await answer(event, caller, now);
      } catch (error) {
        // A wrong key, or a role that is too low, is answered before any other fault of the request.
        await caller.verified;
        throw error;
      }
    });
}

/** @throws malformed_json when there is a field that a body must have */
function requireNothing(readBody: Reader<unknown> | undefined): void {
  try {
    readBody?.({});
  } catch {
    throw malformedJson();
  }
}

export function succeed({ status, message }: Success, { data, meta, headers }: Outcome, requestId: string) {
  const envelope = { status: 'success', message, data, ...(meta && { meta }) };
  return respond(status, envelope, { 'x-request-id': requestId, ...headers });
}

const LOCAL_RUN = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const isLocal = (baseUrl: string): boolean => LOCAL_RUN.test(baseUrl);

/** Browsers take the prefix only from HTTPS, and then from no other host; the local run has plain HTTP. */
const nameAt = (baseUrl: string): string => (isLocal(baseUrl) ? 'session' : '__Host-session');

/** The token in the cookie; undefined if there is none. */
export const sessionIn = (event: HttpEvent, baseUrl: string): string | undefined => cookieIn(event, nameAt(baseUrl));

const cookie = (baseUrl: string, value: string, maxAgeSeconds: number): Record<string, string> =>
  setCookie(nameAt(baseUrl), value, { maxAgeSeconds, sameSite: 'Strict', isSecure: !isLocal(baseUrl) });

/** The header that gives a browser the token until `expiresAt`. */
export const sessionCookie = (
  baseUrl: string,
  { token, expiresAt, now }: { token: string; expiresAt: string; now: Date },
) => cookie(baseUrl, token, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000));

/** The header after which a browser has no token any more. */
export const noSessionCookie = (baseUrl: string): Record<string, string> => cookie(baseUrl, '', 0);

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
  callerGuard.takeTurn(account, now);
  const verified = getApiKey(account, hash).then((stored): VerifiedCaller => {
    if (stored !== undefined && isLive(stored, now)) return {};
    callerGuard.rememberRefused(hash, now);
    throw invalidApiKey();
  });
  verified.catch(() => {});
  return role === 'admin' ? { account, verified } : limitTo(role, { account, verified }, event);
}

/** A key says its role, so that nothing is read for a request that is refused; the key itself is checked before. @throws forbidden */
async function limitTo(role: Role, { account, verified }: CallerCheck, event: HttpEvent): Promise<CallerCheck> {
  const { roleFor } = await import('#lib/contract/routes.ts');
  const demand = async (needed: Role): Promise<void> => {
    if (!covers(role, needed)) throw forbidden();
  };
  if (!covers(role, roleFor(event.httpMethod, event.resource))) await verified.then(() => demand('admin'));
  const limited = verified.then(() => ({ demand }));
  limited.catch(() => {});
  return { account, verified: limited };
}
