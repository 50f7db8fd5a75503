/** The cookie of a session in the merchant console. */
import { site } from '#lib/site.ts';
import { type HttpEvent, header } from './request.ts';

const LOCAL_RUN = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const isLocal = (): boolean => LOCAL_RUN.test(site.baseUrl);

/** Browsers take the prefix only from HTTPS, and then from no other host; the local run has plain HTTP. */
const nameOf = (): string => (isLocal() ? 'session' : '__Host-session');

/** The token in the cookie; undefined if there is none. */
export function sessionIn(event: HttpEvent): string | undefined {
  const lines = Object.entries(event.multiValueHeaders ?? {}).find(([name]) => name.toLowerCase() === 'cookie')?.[1];
  // HTTP/2 may send each cookie in a header of its own.
  const sent = lines?.join(';') ?? header(event, 'cookie');
  // A caller with an API key sends none.
  if (sent === undefined) return undefined;
  const start = `${nameOf()}=`;
  const found = sent
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length) || undefined;
}

const cookie = (value: string, maxAge: number): Record<string, string> => {
  const parts = [`${nameOf()}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict'];
  return { 'set-cookie': (isLocal() ? parts : [...parts, 'Secure']).join('; ') };
};

/** The header that gives a browser the token until `expiresAt`. */
export const sessionCookie = (token: string, { expiresAt, now }: { expiresAt: string; now: Date }) =>
  cookie(token, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000));

/** The header after which a browser has no token any more. */
export const noSessionCookie = (): Record<string, string> => cookie('', 0);
