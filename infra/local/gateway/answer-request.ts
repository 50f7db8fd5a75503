/** Answers a request by a function of the service, or by one of the local run's own calls and pages; calls that change one collection take turns. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ApiFault } from '#infra/local/fakes/fake.ts';
import { clock } from '#lib/clock.ts';
import { type InFlight, invoke } from './invoke.ts';
import { type Handlers, matchRoute } from './match-route.ts';
import { proxyEvent } from './proxy-event.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { type Answer, edgeAnswer } from './server.ts';

type Waiting = { thing: string | undefined; start: () => void };

/** One that lasts longer than `longMs` waits for somebody else: it gives its place away. */
export function takingTurns({ max, longMs }: { max: number; longMs: number }) {
  const waiting: Waiting[] = [];
  const changing = new Set<string | undefined>();
  let free = max;

  function startNext(): void {
    const index = waiting.findIndex(({ thing }) => thing === undefined || !changing.has(thing));
    const [next] = free > 0 && index >= 0 ? waiting.splice(index, 1) : [];
    if (next === undefined) return;
    free -= 1;
    changing.add(next.thing);
    next.start();
    startNext();
  }

  /** `thing`: what the work changes, if it is known. */
  return async <Result>(thing: string | undefined, work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((start) => {
      waiting.push({ thing, start });
      startNext();
    });
    const giveBack = () => {
      free += 1;
      changing.delete(thing);
      startNext();
    };
    const working = work();
    const { promise: isLong, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, longMs);
    void Promise.race([isLong, working.catch(() => {})]).then(giveBack);
    return working.finally(() => clearTimeout(timer));
  };
}

type Request = { method: string; path: string; query: string; headers: IncomingHttpHeaders; body: string };
export type LocalCall = (request: Request) => Promise<APIGatewayProxyResult | 'no answer'>;

type GatewayNeeds = {
  handlers: Handlers;
  localCall: LocalCall;
  inFlight: InFlight;
  /** How the call of the API that has just come must fail; undefined when it must not. */
  takeFault?(): ApiFault | undefined;
  /** Called after every request that may have written to the table. */
  afterWrite(): void;
};

/** Only the local run has these: no gateway knows them. */
const LOCAL_CALLS = /^\/_local(?:\/|$)/;
const LOCAL_PAGES = /^\/(?:docs(?:\/.*)?)?$/;

const API_CALLS = /^\/public\//;

/** Before the work; the other faults come after it. */
const REFUSED_AS: { [Fault in ApiFault]?: 'throttled' | 'failed' | 'busy' } = {
  throttle: 'throttled',
  error: 'failed',
  unavailable: 'busy',
};

const TURNS = { max: 6, longMs: 3_000 };

export const answerRequest = ({ handlers, localCall, inFlight, takeFault, afterWrite }: GatewayNeeds): Answer => {
  const takeTurn = takingTurns(TURNS);
  return async (request) => {
    const requestId = randomUUID();
    const refused = refuseForeign(request, requestId);
    if (refused !== undefined) return refused;
    const { path, query } = targetOf(request);
    const body = await readBody(request);
    if (body === 'too large') return edgeAnswer('tooLarge', requestId);
    const method = request.method ?? 'GET';
    if (LOCAL_CALLS.test(path) || (method === 'GET' && LOCAL_PAGES.test(path))) {
      return localCall({ method, path, query, headers: request.headers, body: body.toString() });
    }
    // Of calls with a key: the pages of a browser are no integration that is tried.
    const fault = API_CALLS.test(path) && request.headers['x-api-key'] !== undefined ? takeFault?.() : undefined;
    const refusal = fault && REFUSED_AS[fault];
    if (refusal !== undefined) return edgeAnswer(refusal, requestId);
    const match = matchRoute(method, path);
    const handler = handlers.get(match.operation);
    if (!handler) throw new Error(`No function is loaded for ${match.operation}`);
    const event = proxyEvent({ request, path, query, body, match, requestId });
    const changed = method === 'GET' ? undefined : match.pathParameters?.['id'];
    const call = () => invoke({ name: match.operation, handler, event });
    const answer = await inFlight.track(takeTurn(changed, call));
    if (method !== 'GET') afterWrite();
    if (fault !== undefined) return fault === 'timeout' ? edgeAnswer('timedOut', requestId) : 'no answer';
    // As the service's own clock shows it: the console reads the time from it.
    return { ...answer, headers: { ...answer.headers, date: clock.now().toUTCString() } };
  };
};

/** Path and query as sent, without the scheme and host that a client sends to a proxy. */
function targetOf(request: IncomingMessage): { path: string; query: string } {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return { path: path.startsWith('/') ? path : `/${path}`, query: mark === -1 ? '' : target.slice(mark + 1) };
}

/** The largest payload of a synchronous Lambda call. */
const MAX_BODY_BYTES = 6 * 1024 * 1024;

/** A larger body is read up to here and thrown away: a client that is still sending would not read the refusal. */
const MAX_READ_BYTES = 10 * MAX_BODY_BYTES;

/** Rejects when the client goes away first. */
async function readBody(request: IncomingMessage): Promise<Buffer | 'too large'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (size > MAX_READ_BYTES) break;
  }
  return size > MAX_BODY_BYTES ? 'too large' : Buffer.concat(chunks);
}
