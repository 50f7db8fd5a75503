/** What a request gets: a function of the API, or under `/_local/` one of the local run's own calls. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { edgeAnswer } from './edge-answer.ts';
import type { InFlight } from './in-flight.ts';
import { invoke } from './invoke.ts';
import type { Handlers } from './load-handlers.ts';
import { matchRoute } from './match-route.ts';
import { proxyEvent } from './proxy-event.ts';
import { readBody } from './read-body.ts';
import type { Answer, NO_ANSWER } from './server.ts';

type Request = { method: string; path: string; query: string; headers: IncomingHttpHeaders; body: string };
export type LocalCall = (request: Request) => Promise<APIGatewayProxyResult | typeof NO_ANSWER>;

type Parts = {
  handlers: Handlers;
  localCall: LocalCall;
  inFlight: InFlight;
  /** Called after every request that may have written. */
  afterWrite(): void;
};

const LOCAL_PREFIX = '/_local';

export const answerRequest =
  ({ handlers, localCall, inFlight, afterWrite }: Parts): Answer =>
  async (request) => {
    const requestId = randomUUID();
    const { path, query } = targetOf(request);
    const body = await readBody(request);
    if (body === 'too large') return edgeAnswer('tooLarge', requestId);
    const method = request.method ?? 'GET';
    if (path === LOCAL_PREFIX || path.startsWith(`${LOCAL_PREFIX}/`)) {
      return localCall({ method, path, query, headers: request.headers, body: body.toString() });
    }
    const match = matchRoute(method, path);
    const handler = handlers.get(match.operation);
    if (!handler) throw new Error(`No function is loaded for ${match.operation}`);
    const event = proxyEvent({ request, path, query, body, match, requestId });
    const answer = await inFlight.track(invoke({ name: match.operation, handler, event }));
    if (method !== 'GET') afterWrite();
    return answer;
  };

/** The path as sent, without scheme and host should the client have sent them as to a proxy. */
function targetOf(request: IncomingMessage): { path: string; query: string } {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return { path: path.startsWith('/') ? path : `/${path}`, query: mark === -1 ? '' : target.slice(mark + 1) };
}
