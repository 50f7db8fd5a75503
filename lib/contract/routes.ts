/** The routes of the API: the one table that the stack, the local server, 404/405 answers and OpenAPI are made from. */

export type Method = 'GET' | 'POST' | 'PATCH';

export type Route = {
  /** The operation's name, and the name of its file in `functions/api/`. */
  operation: string;
  method: Method;
  /** An API Gateway resource path; `{name}` stands for one path segment. */
  path: string;
};

export const ROUTES = [
  { operation: 'create-collection', method: 'POST', path: '/public/collections' },
  { operation: 'list-collections', method: 'GET', path: '/public/collections' },
  { operation: 'get-collection', method: 'GET', path: '/public/collections/{id}' },
  { operation: 'update-collection-status', method: 'PATCH', path: '/public/collections/{id}/status' },
  { operation: 'get-follow-ups', method: 'GET', path: '/public/collections/{id}/follow-ups' },
  { operation: 'preview-follow-ups', method: 'POST', path: '/public/follow-ups/preview' },
  { operation: 'create-provider', method: 'POST', path: '/public/providers' },
  { operation: 'list-providers', method: 'GET', path: '/public/providers' },
  { operation: 'get-provider', method: 'GET', path: '/public/providers/{id}' },
  { operation: 'update-provider', method: 'PATCH', path: '/public/providers/{id}' },
  { operation: 'get-openapi', method: 'GET', path: '/openapi.json' },
] as const satisfies readonly Route[];

export type Operation = (typeof ROUTES)[number]['operation'];

/** The methods of a resource path; none when no route has it. */
export const allowedMethods = (resource: string): Method[] =>
  ROUTES.filter(({ path }) => path === resource).map(({ method }) => method);
