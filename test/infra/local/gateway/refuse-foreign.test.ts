/** Which requests the local run refuses because another web page, or another name, sent them. */
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { refuseForeign } from '#infra/local/gateway/refuse-foreign.ts';

const judge = (headers: Record<string, string>, method = 'POST') => {
  const refused = refuseForeign(
    { method, headers: { host: '127.0.0.1:3000', ...headers } } as never as IncomingMessage,
    'r1',
  );
  return refused?.statusCode ?? 'passes';
};

it.each(['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:80', '[::1]:3000'])(
  'a request to the loopback name %s passes',
  (host) => {
    expect(judge({ host })).toBe('passes');
  },
);

it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0:3000', ''])(
  'a request to the name "%s" is refused, even if it leads to this machine',
  (host) => {
    expect(judge({ host })).toBe(403);
    expect(judge({ host, 'sec-fetch-site': 'same-origin' })).toBe(403);
  },
);

it('a program that is no browser passes, with a Host and without', () => {
  expect(judge({})).toBe('passes');
  expect(judge({ 'sec-fetch-mode': 'cors' })).toBe('passes');
  expect(refuseForeign({ method: 'POST', headers: {} } as never as IncomingMessage, 'r1')).toBeUndefined();
});

it.each(['same-origin', 'none'])('a request of its own pages passes (Sec-Fetch-Site: %s)', (site) => {
  expect(judge({ 'sec-fetch-site': site, origin: 'null' })).toBe('passes');
});

it.each(['cross-site', 'same-site', 'anything'])(
  'a request of another page is refused (Sec-Fetch-Site: %s), whatever its method and origin',
  (site) => {
    const headers = { 'sec-fetch-site': site, origin: 'http://127.0.0.1:3000', 'sec-fetch-mode': 'no-cors' };
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) expect(judge(headers, method)).toBe(403);
  },
);

it('a link from another page opens a page, and a form or a frame of another page does not', () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect(judge(link, 'GET')).toBe('passes');
  expect(judge(link, 'POST')).toBe(403);
  expect(judge({ ...link, 'sec-fetch-dest': 'iframe' }, 'GET')).toBe(403);
});

it('without Sec-Fetch-Site the origin decides', () => {
  expect(judge({ origin: 'http://127.0.0.1:3000' })).toBe('passes');
  expect(judge({ origin: 'http://localhost:3000' })).toBe(403);
  expect(judge({ origin: 'https://evil.example' })).toBe(403);
  expect(judge({ origin: 'null' })).toBe(403);
});

it('the refusal is an envelope that says why', () => {
  const request = { method: 'POST', headers: { host: 'evil.example' } } as never as IncomingMessage;
  const { headers, body } = refuseForeign(request, 'r1') ?? {};
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'r1' });
  expect(JSON.parse(body ?? '')).toEqual({
    status: 'error',
    message: expect.stringContaining('localhost'),
    code: 'request_refused',
  });
});
