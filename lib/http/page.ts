/** Pages for people: HTML that may load and run nothing, is kept nowhere, and passes its address on to nobody. */
import { createHash } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { type HttpEvent, requestIdOf } from './request.ts';
import { logFault } from './responses.ts';

/** `style` is the text of the page's one style element. */
export function respondPage(status: number, html: string, style: string, requestId: string): APIGatewayProxyResult {
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    statusCode: status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'x-request-id': requestId,
    },
    body: html,
  };
}

/** What went wrong on our side, for a person. */
export const pageErrors = (): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const requestId = requestIdOf(request.event);
    logFault(request.error, requestId);
    const html =
      '<!doctype html><html lang="en"><title>Please try again</title><p>Please try again in a moment.</p></html>';
    request.response = respondPage(503, html, '', requestId);
  },
});
