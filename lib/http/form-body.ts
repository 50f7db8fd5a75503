/** Reads what a form of our pages has posted. */
import type { HttpEvent } from './request.ts';

/** Our forms have a few short fields. */
const MAX_LENGTH = 4_096;

/** Empty when there is no body, or one that no form of ours sends. */
export function formOf({ body, isBase64Encoded }: HttpEvent): URLSearchParams {
  if (body === null || body.length > MAX_LENGTH) return new URLSearchParams();
  return new URLSearchParams(isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body);
}
