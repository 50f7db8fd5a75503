/** Calls a provider: each request with limits on time and size, JSON APIs with a bearer token, and what their refusals mean. */
import { type Call, ProviderFailure } from './port.ts';

/** In bytes; every answer that we read is far smaller. */
const MAX_BYTES = 1_000_000;

/** All calls share the limit, which starts now. @throws ProviderFailure on 3xx, 429 and 5xx, and without an answer */
export function callProvider(limitMs: number): Call {
  const signal = AbortSignal.timeout(Math.max(0, limitMs));
  return async ({ method, url, headers, body }) => {
    const response = await inTime(signal, () =>
      fetch(url, {
        method,
        // No keep-alive: a kept connection may die while the function is frozen, and that looks like a lost answer.
        headers: { accept: 'application/json', connection: 'close', ...headers },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal,
      }),
    );
    const failure = failureOf(response.status);
    if (failure !== undefined) {
      await response.body?.cancel().catch(() => {});
      throw new ProviderFailure(failure, readRetryAfter(response.headers.get('retry-after')));
    }
    const text = await inTime(signal, () => readText(response));
    return { status: response.status, json: parse(text, response.ok) };
  };
}

async function inTime<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    // The message of a fetch error may quote the address or the headers, so we keep only the kind of failure.
    throw new ProviderFailure(signal.aborted ? 'timeout' : 'unreachable');
  }
}

/** Seconds only: by a date, a clock that is wrong would have us wait for days. */
const readRetryAfter = (value: string | null): number | undefined =>
  value !== null && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;

function failureOf(status: number): string | undefined {
  if (status === 429) return 'busy';
  if (status >= 500) return 'provider_error';
  return status >= 300 && status < 400 ? 'malformed_answer' : undefined;
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ProviderFailure('malformed_answer');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The body of a 2xx answer must be JSON; the body of a refusal may be anything. */
function parse(text: string, isYes: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (isYes) throw new ProviderFailure('malformed_answer');
    return undefined;
  }
}

type Explanation = { message?: string | undefined; code?: string | undefined };

const TAKEN = /duplicate|already (?:exists?|used|been used|taken)/i;
const NOT_FOUND = /not found|no transaction|could ?n[o']t find/i;
/** Of a session that the provider has ended already. The wordings are unconfirmed. */
const ENDED = /inactive|no longer active|already (?:been )?(?:paid|expired|cancell?ed|completed|disabled)/i;
const CODE = /^[a-z][a-z_]{2,39}$/;

/** `taken`: the reference has been used. `already_ended`: what we wanted to close has ended. The provider's message is dropped: it may quote a person. */
export function refusal(status: number, { message = '', code = '' }: Explanation): ProviderFailure {
  if (status === 401 || status === 403) return new ProviderFailure('unauthorized');
  if (TAKEN.test(message)) return new ProviderFailure('taken');
  if (status === 404 || NOT_FOUND.test(message)) return new ProviderFailure('not_found');
  if (ENDED.test(message)) return new ProviderFailure('already_ended');
  return new ProviderFailure(CODE.test(code) ? code : 'refused');
}

/** @throws every failure but `not_found` */
export async function orIfUnknown<T, Else>(answer: Promise<T>, fallback: Else): Promise<T | Else> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === 'not_found') return fallback;
    throw error;
  }
}

/** Whether what we wanted to close is payable no more: it has ended, or the provider does not know it. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.reason === 'already_ended' || error.reason === 'not_found');

type Api = {
  token: string;
  call: Call;
  /** Whether the body reports success: a refusal may have status 200. */
  isYes: (json: unknown) => boolean;
  explain: (json: unknown) => Explanation;
};

export type Ask = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) => Promise<unknown>;

export const jsonApi =
  ({ token, call, isYes, explain }: Api): Ask =>
  async (method, url, body) => {
    const { status, json } = await call({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (status >= 300 || !isYes(json)) throw refusal(status, explain(json));
    return json;
  };

/** Writes an id or a reference as one part of a path. `.` and `..` would lead to another path, so nothing has that name. */
export function pathPart(name: string): string {
  if (/^\.{1,2}$/.test(name)) throw new ProviderFailure('not_found');
  return encodeURIComponent(name);
}

export const query = (parameters: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
