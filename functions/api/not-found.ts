/** Answers requests that match no route: 204 for OPTIONS, 405 for another method of a known path, else 404. */
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { allowedMethods } from '#lib/contract/routes.ts';
import { methodNotAllowed, routeNotFound } from '#lib/domain/errors.ts';
import { errorEnvelope } from '#lib/http/error-envelope.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import { refuse } from '#lib/http/responses.ts';

const answer = async (event: HttpEvent): Promise<APIGatewayProxyResult> => {
  const headers = { 'x-request-id': requestIdOf(event) };
  const methods = allowedMethods(event.resource);
  if (methods.length === 0) return refuse(routeNotFound(), headers);
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (event.httpMethod === 'OPTIONS') return { statusCode: 204, headers: { ...headers, allow }, body: '' };
  return refuse(methodNotAllowed(event.httpMethod), { ...headers, allow });
};

export const handler = middy<HttpEvent, APIGatewayProxyResult>().use(errorEnvelope()).handler(answer);
