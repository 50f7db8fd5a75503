/** GET /console and GET /console/{file}: the merchant console's page, and the files that it loads. Nobody is asked for a key. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { routeNotFound } from '#lib/domain/errors.ts';
import { openEndpoint } from '#lib/http/open-endpoint.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { service } from '#lib/service.ts';
import { type ConsoleFile, readConsoleAssets } from '#lib/web/console/assets.ts';

/** Nothing from elsewhere, and no script or style in the page itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const SAFE_HEADERS = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

const needs = { ...service, readConsoleAssets };

export const consolePage = ({ log, readConsoleAssets: read }: Pick<typeof needs, 'log' | 'readConsoleAssets'>) =>
  openEndpoint(log, async (event) => {
    const requestId = requestIdOf(event);
    const { page, files } = await read();
    const name = event.pathParameters?.['file'];
    // The page's addresses are relative, and would lead elsewhere from `/console/`.
    if (name === undefined && event.path.endsWith('/')) return toPage(requestId);
    if (name === undefined) return showPage(page, requestId);
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (file === undefined) throw routeNotFound();
    return showFile(file, requestId);
  });

const toPage = (requestId: string): APIGatewayProxyResult => ({
  statusCode: 303,
  headers: { ...SAFE_HEADERS, location: '../console', 'cache-control': 'no-store', 'x-request-id': requestId },
  body: '',
});

const showPage = (body: string, requestId: string): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: {
    ...SAFE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'x-request-id': requestId,
  },
  body,
});

const showFile = ({ type, body }: ConsoleFile, requestId: string): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: {
    ...SAFE_HEADERS,
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-request-id': requestId,
  },
  body,
});

export const handler = consolePage(needs);
