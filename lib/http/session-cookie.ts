/** The cookie of a session in the console: read from a request, given by an answer, and taken away. */
import { isLoopback } from '#lib/domain/loopback.ts';
import { cookieIn, type HttpEvent } from './request.ts';
import { setCookie } from './responses.ts';

const isLocal = (baseUrl: string): boolean => isLoopback(new URL(baseUrl));

/** Browsers take the prefix only from HTTPS, and then from no other host; the local run has plain HTTP. */
const nameAt = (baseUrl: string): string => (isLocal(baseUrl) ? 'session' : '__Host-session');

/** The token in the cookie; undefined if there is none. */
export const sessionIn = (event: HttpEvent, baseUrl: string): string | undefined => cookieIn(event, nameAt(baseUrl));

const cookie = (baseUrl: string, value: string, maxAgeSeconds: number): Record<string, string> =>
  setCookie(nameAt(baseUrl), value, { maxAgeSeconds, sameSite: 'Strict', isSecure: !isLocal(baseUrl) });

/** The header that gives a browser the token until `expiresAt`. */
export const sessionCookie = (
  baseUrl: string,
  { token, expiresAt, now }: { token: string; expiresAt: string; now: Date },
) => cookie(baseUrl, token, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000));

/** The header after which a browser has no token any more. */
export const noSessionCookie = (baseUrl: string): Record<string, string> => cookie(baseUrl, '', 0);
