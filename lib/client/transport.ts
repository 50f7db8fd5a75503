/** Sends one call until it is answered, and no more often than is safe. */
import type { ApiError } from './description.ts';
import { type CollectionsError, ConnectionError, errorOf } from './errors.ts';

export type Options = {
  /** Undefined is refused with a sentence, so that it can come from the environment. */
  apiKey: string | undefined;
  /** The address of the service, without `/public`. */
  baseUrl: string | undefined;
  /** Attempts after the first one; 4 by default. */
  maxRetries?: number;
  /** Of one attempt; 35 seconds by default, more than the service takes. */
  timeoutMs?: number;
  /** Of a call with all its attempts and waits; 2 minutes by default. */
  deadlineMs?: number;
  /** Ends calls, and their waits: they are rejected with its reason. What was asked for may have been done. */
  signal?: AbortSignal;
  /** In place of the global one. */
  fetch?: typeof fetch;
};

export type Settings = Options & { apiKey: string; baseUrl: string };

/** @throws {TypeError} */
export function checked(options: Options): Settings {
  const { apiKey, baseUrl } = options;
  if (!apiKey) throw new TypeError('`apiKey` is missing: give an API key of your account, such as process.env.API_KEY');
  if (!baseUrl || !/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(
      '`baseUrl` is missing or no address: give that of the service, such as https://pay.example.com',
    );
  return { ...options, apiKey, baseUrl };
}

export type Call = {
  method: string;
  url: string;
  body?: unknown;
  idempotencyKey?: string | undefined;
  mayRepeat: boolean;
};

/** After these nothing was done, whatever the call was. */
const NOTHING_DONE = ['too_many_requests', 'concurrent_change'];
/** After these it may have been done: only what is safe is sent again. */
const MAY_BE_DONE = [500, 502, 503, 504];

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** Who is asked to wait for longer is told so, because a caller has better to do than to hang. */
const LONGEST_RETRY_AFTER_S = 60;

export async function send<Answer>(settings: Settings, call: Call): Promise<Answer> {
  const { maxRetries = 4, deadlineMs = 120_000, signal } = settings;
  const endsAt = Date.now() + deadlineMs;
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await attemptOnce<Answer>(settings, call, endsAt - Date.now());
    if ('answer' in outcome) return outcome.answer;
    const { error } = outcome;
    error.attempts = attempt + 1;
    const wait = waitOf(attempt, error.retryAfter);
    if (attempt >= maxRetries || !isWorthIt(error, call) || Date.now() + wait >= endsAt) throw error;
    await waited(wait, signal);
  }
}

type Outcome<Answer> = { answer: Answer } | { error: CollectionsError };

async function attemptOnce<Answer>(
  { apiKey, baseUrl, timeoutMs = 35_000, signal, fetch: ask = fetch }: Settings,
  { method, url, body, idempotencyKey }: Call,
  leftMs: number,
): Promise<Outcome<Answer>> {
  const ends = AbortSignal.timeout(Math.max(1, Math.min(timeoutMs, leftMs)));
  try {
    const response = await ask(`${baseUrl.replace(/\/$/, '')}${url}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, ends]) : ends,
    });
    if (response.ok) return { answer: (await response.json()) as Answer };
    return { error: await refusalOf(response) };
  } catch (cause) {
    signal?.throwIfAborted();
    const message = `No answer from the service: ${(cause as Error).message}`;
    return { error: Object.assign(new ConnectionError({ status: 0, code: 'no_answer', message }), { cause }) };
  }
}

async function refusalOf(response: Response): Promise<CollectionsError> {
  // What stands between may answer something else than the service does.
  const body = (await response.json().catch(() => undefined)) as Partial<ApiError> | null | undefined;
  return errorOf({
    status: response.status,
    body: body ?? {},
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: secondsIn(response.headers.get('retry-after')),
  });
}

/** A number of seconds, or a moment (RFC 9110, 10.2.3). */
function secondsIn(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

const isWorthIt = ({ code, status, retryAfter = 0 }: CollectionsError, { mayRepeat }: Call): boolean =>
  retryAfter <= LONGEST_RETRY_AFTER_S &&
  (status === 429 || NOTHING_DONE.includes(code) || (mayRepeat && (status === 0 || MAY_BE_DONE.includes(status))));

/** What the service asks for, and up to a quarter more; else it doubles, and any part of it is as likely, so that callers do not come together. */
function waitOf(attempt: number, retryAfter: number | undefined): number {
  if (retryAfter !== undefined) return retryAfter * 1000 * (1 + Math.random() / 4);
  return Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
}

async function waited(ms: number, signal: AbortSignal | undefined): Promise<void> {
  // It can have ended while the last answer was read.
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
