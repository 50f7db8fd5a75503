/** Refuses what another web page, or another name that leads to this machine, sends to the local run. It imports nothing of the service. */
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';

/** A page whose own name leads to this machine (DNS rebinding) would send its own name. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

const REASONS = {
  host: 'The local run answers only to localhost, 127.0.0.1 and [::1]; a tunnel must send one of them as Host',
  page: 'The local run does not answer to other web pages',
} as const;

/** The refusal; undefined when the request may pass. Only browsers send the headers about where a request comes from. */
export function refuseForeign({ method, headers }: IncomingMessage, requestId: string) {
  const { host, origin } = headers;
  if (host !== undefined && !LOOPBACK.test(host)) return refusal(REASONS.host, requestId);
  const site = headers['sec-fetch-site'];
  const isForeign = site === undefined ? isOther(origin, host) : !isOwn(String(site)) && !isLink(method, headers);
  return isForeign ? refusal(REASONS.page, requestId) : undefined;
}

/** `none`: typed, or opened from a bookmark. */
const isOwn = (site: string): boolean => site === 'same-origin' || site === 'none';

/** A link to a page, such as the way back from a payment provider; what it shows cannot be read by the page before. */
const isLink = (method: string | undefined, headers: IncomingMessage['headers']): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

/** For browsers that do not say the site: a form of another page has its origin, or `null`. */
const isOther = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && origin !== `http://${host}`;

const refusal = (message: string, requestId: string): APIGatewayProxyResult => ({
  statusCode: 403,
  headers: { 'content-type': 'application/json', 'x-request-id': requestId },
  body: JSON.stringify({ status: 'error', message, code: 'request_refused' }),
});
