/** GET /openapi.json: the description of this API, made from the schemas that validate it. It needs no key. */
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import openapi from '#docs/openapi.json' with { type: 'json' };
import { errorEnvelope } from '#lib/http/error-envelope.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import { respond } from '#lib/http/responses.ts';
import { site } from '#lib/site.ts';

const answer = async (event: HttpEvent): Promise<APIGatewayProxyResult> =>
  respond(
    200,
    { ...openapi, servers: [{ url: site.baseUrl }] },
    { 'x-request-id': requestIdOf(event), 'cache-control': 'public, max-age=300' },
  );

export const handler = middy<HttpEvent, APIGatewayProxyResult>().use(errorEnvelope()).handler(answer);
