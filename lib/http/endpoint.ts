/** The middleware of every API request: reads the caller and the input, runs the endpoint, builds the envelope. */
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Service } from '#lib/service.ts';
import type { CallerCheck, Callers, SignedIn } from './callers.ts';
import { errorEnvelope } from './error-envelope.ts';
import { identifyCaller } from './identify-caller.ts';
import { readJsonBody } from './json-body.ts';
import { type HttpEvent, type Reader, type Request, readRequest } from './request.ts';
import { respond } from './responses.ts';

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
    request: Request<Body, Query> & { signedIn?: SignedIn | undefined },
    loaded: Loaded,
  ) => Promise<Outcome> | Outcome;
};

/** The Lambda handler. It checks in the documented order: 401, 429, 403, 413, 415, 400, then the endpoint's own refusals. */
export function endpoint<Body, Query, Loaded>(
  service: Callers & Pick<Service, 'clock' | 'log'>,
  { success, acceptsKeys = true, query, body, load, run }: Endpoint<Body, Query, Loaded>,
) {
  let readBody: Reader<Body> | undefined;
  const answer = async (event: HttpEvent, { account, verified }: CallerCheck, now: Date) => {
    const json = body && readJsonBody(event);
    readBody ??= await body?.();
    const request = readRequest({ query, body: readBody }, event, { body: json, account, now });
    const loading = load(request);
    loading.catch(() => {});
    const { by, signedIn } = await verified;
    return succeed(success, await run({ ...request, by, signedIn }, await loading), request.requestId);
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

export function succeed({ status, message }: Success, { data, meta, headers }: Outcome, requestId: string) {
  const envelope = { status: 'success', message, data, ...(meta && { meta }) };
  return respond(status, envelope, { 'x-request-id': requestId, ...headers });
}
