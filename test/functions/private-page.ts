/** What must be true of the headers of every page that a customer gets a link to. */
import { expect } from 'vitest';

type Page = { headers: Record<string, unknown> };

/** The page loads and runs nothing, is not cached, and passes no address on. Returns the content security policy. */
export function expectPrivatePage({ headers }: Page): string {
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'x-request-id': 'r-9',
  });
  const policy = String(headers['content-security-policy']);
  for (const part of ["default-src 'none'", "img-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe|script-src|\*/);
  return policy;
}
