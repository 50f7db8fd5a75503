/** Exchanges with a provider over HTTP: bounded in time and size, and never led elsewhere by a redirect. */
import { type Call, ProviderFailure } from './port.ts';

/** No answer we read is near as large. */
const MAX_BYTES = 1_000_000;

/** All calls together end within the limit, which runs from now. */
export function callProvider(limitMs: number): Call {
  const signal = AbortSignal.timeout(Math.max(0, limitMs));
  return async ({ method, url, headers, body }) => {
    const response = await inTime(signal, () =>
      fetch(url, {
        method,
        // A connection that died while the function slept cannot be told from a lost answer: none is kept.
        headers: { accept: 'application/json', connection: 'close', ...headers },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal,
      }),
    );
    const failure = failureOf(response.status);
    if (failure !== undefined) {
      await response.body?.cancel().catch(() => {});
      throw new ProviderFailure(failure);
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
    // What fetch says may quote the address or the headers: only the kind of failure is told.
    throw new ProviderFailure(signal.aborted ? 'timeout' : 'unreachable');
  }
}

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

/** What accompanies a refusal need not be JSON; what accompanies a yes must. */
function parse(text: string, isYes: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (isYes) throw new ProviderFailure('malformed_answer');
    return undefined;
  }
}
