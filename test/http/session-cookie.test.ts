/** The cookie of a session in the console: its name and rules by where the service runs, and how it is read. */
import { describe, expect, it } from 'vitest';
import type { HttpEvent } from '#lib/http/request.ts';
import { noSessionCookie, sessionCookie, sessionIn } from '#lib/http/session-cookie.ts';

const DEPLOYED = 'https://pay.example.com';
const LOCAL = 'http://127.0.0.1:3000';
const now = new Date('2026-03-02T09:00:00.000Z');
const expiring = (expiresAt: string) => ({ token: 'a-token', expiresAt, now });

const sent = (...cookies: string[]) =>
  ({ headers: {}, multiValueHeaders: { cookie: cookies } }) as unknown as HttpEvent;

describe('the cookie of a session', () => {
  it('goes over HTTPS and to its own host only; in the local run there is no HTTPS', () => {
    expect(sessionCookie(DEPLOYED, expiring('2026-03-02T10:00:00.000Z'))).toEqual({
      'set-cookie': '__Host-session=a-token; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict; Secure',
    });
    expect(sessionCookie(LOCAL, expiring('2026-03-02T10:00:00.000Z'))).toEqual({
      'set-cookie': 'session=a-token; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict',
    });
  });

  it.each(['http://localhost.example.com', 'https://localhost:3000', 'http://pay.example.com'])(
    'is no weaker at %s',
    (baseUrl) => expect(noSessionCookie(baseUrl)['set-cookie']).toMatch(/^__Host-session=;.*; Secure$/),
  );

  it.each([
    ['2026-03-02T09:00:01.999Z', 1],
    ['2026-03-02T09:00:00.000Z', 0],
  ])('that ends at %s ends in the browser before', (expiresAt, seconds) => {
    expect(sessionCookie(DEPLOYED, expiring(expiresAt))['set-cookie']).toContain(`; Max-Age=${seconds};`);
  });

  it('is taken away', () => {
    expect(noSessionCookie(LOCAL)).toEqual({ 'set-cookie': 'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict' });
  });

  it.each([
    [DEPLOYED, ['theme=dark; __Host-session=a-token'], 'a-token'],
    [DEPLOYED, ['theme=dark', '__Host-session=a-token'], 'a-token'],
    [DEPLOYED, ['session=a-token'], undefined],
    [LOCAL, ['session=a-token'], 'a-token'],
    [LOCAL, ['__Host-session=a-token'], undefined],
    [LOCAL, ['x-session=a-token'], undefined],
  ])('at %s is read from %j', (baseUrl, cookies, token) => {
    expect(sessionIn(sent(...cookies), baseUrl)).toBe(token);
  });
});
