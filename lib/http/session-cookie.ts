/** The cookie of a session in the merchant console. */
import { type HttpEvent, header } from './request.ts';

const LOCAL_RUN = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const isLocal = (baseUrl: string): boolean => LOCAL_RUN.test(baseUrl);

/** Browsers take the prefix only from HTTPS, and then from no other host; the local run has plain HTTP. */
const nameAt = (baseUrl: string): string => (isLocal(baseUrl) ? 'session' : '__Host-session');

/** The token in the cookie; undefined if there is none. */
export function sessionIn(event: HttpEvent, baseUrl: string): string | undefined {
  const lines = Object.entries(event.multiValueHeaders ?? {}).find(([name]) => name.toLowerCase() === 'cookie')?.[1];
  // HTTP/2 may send each cookie in a header of its own.
  const sent = lines?.join(';') ?? header(event, 'cookie');
  // A caller with an API key sends none.
  if (sent === undefined) return undefined;
  const start = `${nameAt(baseUrl)}=`;
  const found = sent
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length) || undefined;
}

function cookie(baseUrl: string, value: string, maxAgeSeconds: number): Record<string, string> {
  const parts = [`${nameAt(baseUrl)}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  return { 'set-cookie': (isLocal(baseUrl) ? parts : [...parts, 'Secure']).join('; ') };
}

/** The header that gives a browser the token until `expiresAt`. */
export const sessionCookie = (
  baseUrl: string,
  { token, expiresAt, now }: { token: string; expiresAt: string; now: Date },
) => cookie(baseUrl, token, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000));

/** The header after which a browser has no token any more. */
export const noSessionCookie = (baseUrl: string): Record<string, string> => cookie(baseUrl, '', 0);
