/** GET /openapi.json: the description of this API, made from the schemas that validate it. It needs no key. */
import { createHash } from 'node:crypto';
import openapi from '#docs/openapi.json' with { type: 'json' };
import { LOCAL_RECEIVER } from '#lib/contract/described.ts';
import { openEndpoint } from '#lib/http/open-endpoint.ts';
import { header, refuseInput, requestIdOf } from '#lib/http/request.ts';
import { respond } from '#lib/http/responses.ts';
import { type Service, service } from '#lib/service.ts';

/** A receiver as a deployed service takes it. */
const PUBLIC_RECEIVER = 'https://example.com/webhooks';

export const getOpenapi = ({ settings, log }: Service) => {
  const { baseUrl } = settings;
  const example = baseUrl.startsWith('https:') ? PUBLIC_RECEIVER : LOCAL_RECEIVER;
  const text = JSON.stringify({ ...openapi, servers: [{ url: baseUrl }] }).replaceAll(LOCAL_RECEIVER, example);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return openEndpoint(log, async (event) => {
    refuseInput(event);
    const answer = respond(
      200,
      {},
      { 'x-request-id': requestIdOf(event), 'cache-control': 'public, max-age=300', etag },
    );
    return isAmong(header(event, 'if-none-match'), etag)
      ? { ...answer, statusCode: 304, body: '' }
      : { ...answer, body: text };
  });
};

/** Compared weakly, as what compresses an answer may mark its tag: RFC 9110, 13.1.2. */
const isAmong = (given: string | undefined, etag: string): boolean =>
  given?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) === true;

export const handler = getOpenapi(service);
