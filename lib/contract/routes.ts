/** The routes. The stack, the local server, 404 and 405 answers and OpenAPI are made from this one table. */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type Route = {
  /** The operation's name, and the name of its file in `functions/`. */
  operation: string;
  method: Method;
  /** An API Gateway resource path; `{name}` stands for one path segment. */
  path: string;
};

export const ROUTES = [
  { operation: 'create-collection', method: 'POST', path: '/public/collections' },
  { operation: 'list-collections', method: 'GET', path: '/public/collections' },
  { operation: 'get-collection', method: 'GET', path: '/public/collections/{id}' },
  { operation: 'update-collection', method: 'PATCH', path: '/public/collections/{id}' },
  { operation: 'update-collection-status', method: 'PATCH', path: '/public/collections/{id}/status' },
  { operation: 'list-payments', method: 'GET', path: '/public/collections/{id}/payments' },
  { operation: 'record-payment', method: 'POST', path: '/public/collections/{id}/payments' },
  { operation: 'get-follow-ups', method: 'GET', path: '/public/collections/{id}/follow-ups' },
  { operation: 'pause-follow-ups', method: 'POST', path: '/public/collections/{id}/follow-ups/pause' },
  { operation: 'resume-follow-ups', method: 'POST', path: '/public/collections/{id}/follow-ups/resume' },
  { operation: 'send-follow-up', method: 'POST', path: '/public/collections/{id}/follow-ups/send' },
  { operation: 'promise-payment', method: 'POST', path: '/public/collections/{id}/promise' },
  { operation: 'preview-follow-ups', method: 'POST', path: '/public/follow-ups/preview' },
  { operation: 'create-provider', method: 'POST', path: '/public/providers' },
  { operation: 'list-providers', method: 'GET', path: '/public/providers' },
  { operation: 'get-provider', method: 'GET', path: '/public/providers/{id}' },
  { operation: 'update-provider', method: 'PATCH', path: '/public/providers/{id}' },
  { operation: 'create-webhook-endpoint', method: 'POST', path: '/public/webhook-endpoints' },
  { operation: 'list-webhook-endpoints', method: 'GET', path: '/public/webhook-endpoints' },
  { operation: 'get-webhook-endpoint', method: 'GET', path: '/public/webhook-endpoints/{id}' },
  { operation: 'update-webhook-endpoint', method: 'PATCH', path: '/public/webhook-endpoints/{id}' },
  { operation: 'delete-webhook-endpoint', method: 'DELETE', path: '/public/webhook-endpoints/{id}' },
  { operation: 'rotate-webhook-secret', method: 'POST', path: '/public/webhook-endpoints/{id}/rotate-secret' },
  { operation: 'ping-webhook-endpoint', method: 'POST', path: '/public/webhook-endpoints/{id}/ping' },
  { operation: 'replay-deliveries', method: 'POST', path: '/public/webhook-endpoints/{id}/replay' },
  { operation: 'list-deliveries', method: 'GET', path: '/public/webhook-endpoints/{id}/deliveries' },
  { operation: 'list-events', method: 'GET', path: '/public/events' },
  { operation: 'get-openapi', method: 'GET', path: '/openapi.json' },
] as const satisfies readonly Route[];

/** Outside the API and its keys: pages for people, and the webhooks of payment providers. */
export const OUTER_ROUTES = [
  { operation: 'unsubscribe', method: 'GET', path: '/u/{token}' },
  { operation: 'unsubscribe', method: 'POST', path: '/u/{token}' },
  { operation: 'payment-page', method: 'GET', path: '/pay/{token}' },
  { operation: 'payment-page', method: 'POST', path: '/pay/{token}' },
  { operation: 'receive-payment', method: 'POST', path: '/webhooks/{providerId}' },
  { operation: 'console-page', method: 'GET', path: '/console' },
  { operation: 'console-page', method: 'GET', path: '/console/{file}' },
] as const satisfies readonly Route[];

export type OuterOperation = (typeof OUTER_ROUTES)[number]['operation'];

export type Operation = (typeof ROUTES)[number]['operation'];

/** Empty if no route has this path. */
export const allowedMethods = (resource: string): Method[] =>
  [...ROUTES, ...OUTER_ROUTES].filter(({ path }) => path === resource).map(({ method }) => method);
