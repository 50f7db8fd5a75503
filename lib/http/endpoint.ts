/** The middleware of every API request: reads the caller and the input, runs the endpoint, builds the envelope. */
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import type { Callers } from './callers.ts';
import { errorEnvelope, type Shared, type SignedIn } from './error-envelope.ts';
import { identifyCaller } from './identify-caller.ts';
import { jsonBody } from './json-body.ts';
import { type HttpEvent, type Reader, type Request, readRequest } from './request.ts';
import { respond } from './responses.ts';

type Outcome = { data: unknown; meta?: object; headers?: Record<string, string> };

type Success = { status: 200 | 201 | 202; message: string };

type Endpoint<Body, Query, Loaded> = {
  success: Success;
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

export const defineEndpoint = <Body, Query, Loaded>(of: Endpoint<Body, Query, Loaded>) => of;

/** The Lambda handler. It checks in the documented order: 401, 429, 403, 413, 415, 400, then the endpoint's own refusals. */
export function endpoint<Body, Query, Loaded>(of: Endpoint<Body, Query, Loaded>, callers: Callers) {
  const chain = middy<HttpEvent, APIGatewayProxyResult>().use(errorEnvelope());
  chain.before(async ({ event, internal }) => {
    const now = clock.now();
    Object.assign(internal, { now, caller: await identifyCaller(event, now, callers) });
  });
  if (of.body) chain.use(jsonBody());
  let body: Reader<Body> | undefined;
  // The work is the last `before`, not the handler: middy gives `internal` to middlewares only.
  return chain.before(async ({ event, internal }) => {
    const { caller, now } = internal as Required<Shared>;
    body ??= await of.body?.();
    const request = readRequest({ query: of.query, body }, event, { account: caller.account, now });
    const loading = of.load(request);
    loading.catch(() => {});
    const { by, signedIn } = await caller.verified;
    return succeed(of.success, await of.run({ ...request, by, signedIn }, await loading), request.requestId);
  });
}

export function succeed({ status, message }: Success, { data, meta, headers }: Outcome, requestId: string) {
  const envelope = { status: 'success', message, data, ...(meta && { meta }) };
  return respond(status, envelope, { 'x-request-id': requestId, ...headers });
}
