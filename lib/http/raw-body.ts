/** A body as it was sent, for whoever has to check a signature over it before reading it. */
import { payloadTooLarge } from '#lib/domain/errors.ts';
import type { HttpEvent } from './request.ts';

/** Far more than any provider's webhook has. */
const MAX_BYTES = 256 * 1024;

export function rawBody({ body, isBase64Encoded }: HttpEvent): string {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BYTES) throw payloadTooLarge(MAX_BYTES);
  return bytes.toString('utf8');
}

/** The headers by their lower-case names. */
export const headersOf = ({ headers }: HttpEvent): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
