/** What is true of the headers of every page that a customer is sent a link to. */
import { expect } from 'vitest';

type Page = { headers: Record<string, unknown> };

/** It may load and run nothing, is kept nowhere, and tells nobody its address. Returns the content security policy. */
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
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe|script-src|\*/);
  return policy;
}
