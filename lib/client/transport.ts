/** Sends one call until it is answered, and no more often than is safe. */
import type { ApiError } from './description.ts';
import { type CollectionsError, ConnectionError, errorOf } from './errors.ts';

export type Options = {
  apiKey: string;
  /** The address of the service, without `/public`. */
  baseUrl: string;
  /** Attempts after the first one; 4 by default. */
  maxRetries?: number;
  /** Of one attempt; 35 seconds by default, more than the service takes. */
  timeoutMs?: number;
  /** In place of the global one. */
  fetch?: typeof fetch;
};

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

export async function send<Answer>(options: Options, call: Call): Promise<Answer> {
  const { maxRetries = 4 } = options;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce<Answer>(options, call);
    if ('answer' in outcome) return outcome.answer;
    if (attempt >= maxRetries || !isWorthIt(outcome.error, call)) throw outcome.error;
    await new Promise((resolve) => setTimeout(resolve, waitOf(attempt, outcome.retryAfter)));
  }
}

type Outcome<Answer> = { answer: Answer } | { error: CollectionsError; retryAfter?: string | null };

async function attemptOnce<Answer>(
  { apiKey, baseUrl, timeoutMs = 35_000, fetch: ask = fetch }: Options,
  { method, url, body, idempotencyKey }: Call,
): Promise<Outcome<Answer>> {
  try {
    const response = await ask(`${baseUrl.replace(/\/$/, '')}${url}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return { answer: (await response.json()) as Answer };
    // What stands between may answer something else than the service does.
    const refusal = (await response.json().catch(() => undefined)) as Partial<ApiError> | undefined;
    const error = errorOf(response.status, refusal ?? {}, response.headers.get('x-request-id') ?? undefined);
    return { error, retryAfter: response.headers.get('retry-after') };
  } catch (cause) {
    const message = `No answer from the service: ${(cause as Error).message}`;
    return { error: Object.assign(new ConnectionError({ status: 0, code: 'no_answer', message }), { cause }) };
  }
}

const isWorthIt = ({ code, status }: CollectionsError, { mayRepeat }: Call): boolean =>
  status === 429 || NOTHING_DONE.includes(code) || (mayRepeat && (status === 0 || MAY_BE_DONE.includes(status)));

/** What the service asks for, and up to a quarter more; else it doubles, and any part of it is as likely, so that callers do not come together. */
function waitOf(attempt: number, retryAfter: string | null | undefined): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (seconds >= 0) return seconds * 1000 * (1 + Math.random() / 4);
  return Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
}
