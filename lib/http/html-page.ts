/** Pages for people: HTML that loads and runs nothing, is not cached, and does not pass on its address; and their forms. */
import { createHash } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Log } from '#lib/log.ts';
import { type HttpEvent, requestIdOf } from './request.ts';
import { logFault } from './responses.ts';

type HtmlPage = {
  html: string;
  style: string;
  /** Other places where the form's answer may lead, as sources of a content security policy. */
  formTargets?: readonly string[];
};

const headersFor = (requestId: string): Record<string, string> => ({
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  // Their links are in messages, and the first visit must not be by a form of the address without its s.
  'strict-transport-security': 'max-age=31536000',
  'x-request-id': requestId,
});

export function htmlResponse(
  status: number,
  { html, style, formTargets = [] }: HtmlPage,
  requestId: string,
): APIGatewayProxyResult {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    statusCode: status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      ...headersFor(requestId),
    },
    body: html,
  };
}

export const redirectTo = (location: string, requestId: string): APIGatewayProxyResult => ({
  statusCode: 303,
  headers: { location, ...headersFor(requestId) },
  body: '',
});

export const htmlErrors = (log: Log): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const requestId = requestIdOf(request.event);
    logFault(log, request.error, requestId);
    const html =
      '<!doctype html><html lang="en"><title>Please try again</title><p>Please try again in a moment.</p></html>';
    request.response = htmlResponse(503, { html, style: '' }, requestId);
  },
});

/** Our forms have a few short fields: the longest has 500 characters, of up to 12 bytes each in a form. */
const MAX_LENGTH = 8_192;

/** Empty when there is no body, or one that no form of ours sends. */
export function formOf({ body, isBase64Encoded }: HttpEvent): URLSearchParams {
  const form = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '');
  return new URLSearchParams(form.length > MAX_LENGTH ? '' : form);
}
