/** GET /openapi.json: the description of this API, made from the schemas that validate it. It needs no key. */
import openapi from '#docs/openapi.json' with { type: 'json' };
import { openEndpoint } from '#lib/http/open-endpoint.ts';
import { refuseInput, requestIdOf } from '#lib/http/request.ts';
import { respond } from '#lib/http/responses.ts';
import { type Service, service } from '#lib/service.ts';

export const getOpenapi = ({ settings, log }: Service) =>
  openEndpoint(log, async (event) => {
    refuseInput(event);
    return respond(
      200,
      { ...openapi, servers: [{ url: settings.baseUrl }] },
      { 'x-request-id': requestIdOf(event), 'cache-control': 'public, max-age=300' },
    );
  });

export const handler = getOpenapi(service);
