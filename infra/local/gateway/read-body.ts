/** Reads a request's body up to what the edge takes; more is swallowed so that the refusal can still be read. */
import type { IncomingMessage } from 'node:http';

/** Lambda takes no larger payload in a synchronous call. */
const LIMIT_BYTES = 6 * 1024 * 1024;
const PATIENCE_BYTES = 10 * LIMIT_BYTES;

/** The body, or `too large`; rejects when the client goes away first. */
export async function readBody(request: IncomingMessage): Promise<Buffer | 'too large'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LIMIT_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (size > PATIENCE_BYTES) break;
  }
  return size > LIMIT_BYTES ? 'too large' : Buffer.concat(chunks);
}
