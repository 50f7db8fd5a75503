/** The middleware of every API request: finds out who calls by a key or a session, reads the input, runs the endpoint, builds the envelope. */
import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Clock } from '#lib/clock.ts';
import { malformedJson } from '#lib/domain/errors.ts';
import type { Log } from '#lib/log.ts';
import { parsesJson, type WithJson } from './body.ts';
import type { Callers, Demand, SignedIn } from './callers.ts';
import { type FromCaller, identifiesCaller, tellsTurns } from './identify-caller.ts';
import { type HttpEvent, type Reader, type Request, readRequest } from './request.ts';
import { errorEnvelope, judgesAnswers, respond } from './responses.ts';

type Outcome = { data: unknown; meta?: object; headers?: Record<string, string> };

type Success = { status: 200 | 201 | 202; message: string };

export type Endpoint<Body, Query, Loaded> = {
  success: Success;
  /** False for what only the console asks for, with a session. */
  acceptsKeys?: boolean;
  /** A release is judged by what becomes of its calls. */
  isJudged?: boolean;
  query?: Reader<Query>;
  /** Of a body, where it may have more than 64 KB. */
  maxBytes?: number;
  /** Loads the reader. The first request with a body asks for it while its key is being checked: docs/decisions/0008-bundles.md. */
  body?: () => Promise<Reader<Body>>;
  /** Reads what the request names while its key is being checked. It must not write: the caller is not verified yet. */
  load: (request: Request<Body, Query>) => Promise<Loaded>;
  run: (
    request: Request<Body, Query> & { signedIn?: SignedIn | undefined; demand?: Demand | undefined },
    loaded: Loaded,
  ) => Promise<Outcome> | Outcome;
};

/** The Lambda handler: its steps, in their order. It refuses in the documented one: 401, 429, 403, 413, 415, 400, then the endpoint's own refusals. */
export const endpoint = <Body, Query, Loaded>(
  service: Callers & { clock: Clock; log: Log },
  { acceptsKeys = true, isJudged = false, maxBytes, ...asked }: Endpoint<Body, Query, Loaded>,
) =>
  middy<HttpEvent, APIGatewayProxyResult>()
    .use(isJudged ? judgesAnswers(service.log) : [])
    .use(tellsTurns(service.settings.accountRequests))
    .use(service.recordFailed ? keepsFailedCalls(service) : [])
    .use(errorEnvelope(service.log))
    .use(identifiesCaller(service, acceptsKeys))
    .use(parsesJson(asked.body !== undefined, maxBytes))
    .handler(answers(asked));

/** Before the envelope, so that it sees the status of a refusal. What it needs is loaded with the first one. */
const keepsFailedCalls = (service: Callers & { log: Log }): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  onError: async ({ event, error, response }) => {
    const isKnown = (event as Partial<FromCaller>).caller !== undefined;
    if (!isKnown || !response) return;
    const { keepFailedCall } = await import('./keep-failed-call.ts');
    await keepFailedCall(service, { event: event as FromCaller, error, response });
  },
});

/** Reads the request and what it names while the caller is being checked, and runs the endpoint once that is done. */
function answers<Body, Query, Loaded>({
  success,
  query,
  body,
  load,
  run,
}: Omit<Endpoint<Body, Query, Loaded>, 'acceptsKeys' | 'isJudged' | 'maxBytes'>) {
  let readBody: Reader<Body> | undefined;
  return async (event: HttpEvent) => {
    const { caller, now, json } = event as FromCaller & WithJson;
    readBody ??= await body?.();
    const isWithout = json === undefined;
    if (isWithout) requireNothing(readBody);
    const given = { body: isWithout ? {} : json, account: caller.account, now };
    const request = readRequest({ query, body: readBody }, event, given);
    const loading = load(request);
    loading.catch(() => {});
    const { by, signedIn, demand } = await caller.verified;
    return succeed(success, await run({ ...request, by, signedIn, demand }, await loading), request.requestId);
  };
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
