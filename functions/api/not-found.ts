/** Answers requests that match no route: 204 for OPTIONS, 405 for another method of a known path, else 404. */
import { allowedMethods } from '#lib/contract/routes.ts';
import { methodNotAllowed, routeNotFound } from '#lib/domain/errors.ts';
import { openEndpoint } from '#lib/http/open-endpoint.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { refuse } from '#lib/http/responses.ts';
import { type Service, service } from '#lib/service.ts';

export const notFound = ({ log }: Service) =>
  openEndpoint(log, async (event) => {
    const { httpMethod, resource } = event;
    const headers = { 'x-request-id': requestIdOf(event) };
    const methods = allowedMethods(resource);
    if (methods.length === 0) return refuse(routeNotFound(), headers);
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (httpMethod === 'OPTIONS') return { statusCode: 204, headers: { ...headers, allow }, body: '' };
    return refuse(methodNotAllowed(httpMethod), { ...headers, allow });
  });

export const handler = notFound(service);
