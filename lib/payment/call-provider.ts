/** Sends HTTP requests to payment providers. It limits their time and size and follows no redirect. */
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
