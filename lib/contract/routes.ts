/** The routes. Roles, the stack, the local server, 404 and 405 answers and OpenAPI are made from this one table. */

import type { Role } from '#lib/domain/member.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Route = {
  /** The operation's name, and the name of its file in `functions/`. */
  operation: string;
  method: Method;
  /** An API Gateway resource path; `{name}` stands for one path segment. */
  path: string;
};

type GuardedRoute = Route & {
  /** The least that a member, or a key, must be. */
  role: Role;
};

export const ROUTES = [
  { operation: 'create-collection', role: 'agent', method: 'POST', path: '/public/collections' },
  { operation: 'list-collections', role: 'viewer', method: 'GET', path: '/public/collections' },
  { operation: 'get-collection', role: 'viewer', method: 'GET', path: '/public/collections/{id}' },
  { operation: 'update-collection', role: 'agent', method: 'PATCH', path: '/public/collections/{id}' },
  { operation: 'update-collection-status', role: 'agent', method: 'PATCH', path: '/public/collections/{id}/status' },
  { operation: 'reopen-collection', role: 'agent', method: 'POST', path: '/public/collections/{id}/reopen' },
  { operation: 'list-payments', role: 'viewer', method: 'GET', path: '/public/collections/{id}/payments' },
  { operation: 'record-payment', role: 'agent', method: 'POST', path: '/public/collections/{id}/payments' },
  {
    operation: 'move-payment',
    role: 'agent',
    method: 'POST',
    path: '/public/collections/{id}/payments/{paymentId}/move',
  },
  { operation: 'credit-collection', role: 'admin', method: 'POST', path: '/public/collections/{id}/credits' },
  { operation: 'get-follow-ups', role: 'viewer', method: 'GET', path: '/public/collections/{id}/follow-ups' },
  { operation: 'pause-follow-ups', role: 'agent', method: 'POST', path: '/public/collections/{id}/follow-ups/pause' },
  { operation: 'resume-follow-ups', role: 'agent', method: 'POST', path: '/public/collections/{id}/follow-ups/resume' },
  { operation: 'send-follow-up', role: 'agent', method: 'POST', path: '/public/collections/{id}/follow-ups/send' },
  {
    operation: 'preview-reminder',
    role: 'viewer',
    method: 'POST',
    path: '/public/collections/{id}/follow-ups/send/preview',
  },
  { operation: 'promise-payment', role: 'agent', method: 'POST', path: '/public/collections/{id}/promise' },
  { operation: 'withdraw-promise', role: 'agent', method: 'DELETE', path: '/public/collections/{id}/promise' },
  { operation: 'send-message', role: 'agent', method: 'POST', path: '/public/collections/{id}/messages' },
  { operation: 'decide-claim', role: 'agent', method: 'POST', path: '/public/collections/{id}/claims/{claimId}' },
  {
    operation: 'resolve-dispute',
    role: 'agent',
    method: 'POST',
    path: '/public/collections/{id}/disputes/{disputeId}',
  },
  { operation: 'list-attention', role: 'viewer', method: 'GET', path: '/public/attention' },
  { operation: 'update-attention', role: 'agent', method: 'PATCH', path: '/public/attention/{id}' },
  { operation: 'preview-follow-ups', role: 'viewer', method: 'POST', path: '/public/follow-ups/preview' },
  { operation: 'list-customers', role: 'viewer', method: 'GET', path: '/public/customers' },
  { operation: 'get-customer', role: 'viewer', method: 'GET', path: '/public/customers/{id}' },
  { operation: 'get-statement', role: 'viewer', method: 'GET', path: '/public/customers/{id}/statement' },
  { operation: 'update-customer', role: 'agent', method: 'PATCH', path: '/public/customers/{id}' },
  { operation: 'pause-customer', role: 'agent', method: 'POST', path: '/public/customers/{id}/follow-ups/pause' },
  { operation: 'resume-customer', role: 'agent', method: 'POST', path: '/public/customers/{id}/follow-ups/resume' },
  { operation: 'create-provider', role: 'admin', method: 'POST', path: '/public/providers' },
  { operation: 'list-providers', role: 'viewer', method: 'GET', path: '/public/providers' },
  { operation: 'get-provider', role: 'viewer', method: 'GET', path: '/public/providers/{id}' },
  { operation: 'update-provider', role: 'admin', method: 'PATCH', path: '/public/providers/{id}' },
  { operation: 'create-webhook-endpoint', role: 'admin', method: 'POST', path: '/public/webhook-endpoints' },
  { operation: 'list-webhook-endpoints', role: 'viewer', method: 'GET', path: '/public/webhook-endpoints' },
  { operation: 'get-webhook-endpoint', role: 'viewer', method: 'GET', path: '/public/webhook-endpoints/{id}' },
  { operation: 'update-webhook-endpoint', role: 'admin', method: 'PATCH', path: '/public/webhook-endpoints/{id}' },
  { operation: 'delete-webhook-endpoint', role: 'admin', method: 'DELETE', path: '/public/webhook-endpoints/{id}' },
  {
    operation: 'rotate-webhook-secret',
    role: 'admin',
    method: 'POST',
    path: '/public/webhook-endpoints/{id}/rotate-secret',
  },
  { operation: 'ping-webhook-endpoint', role: 'admin', method: 'POST', path: '/public/webhook-endpoints/{id}/ping' },
  { operation: 'replay-deliveries', role: 'admin', method: 'POST', path: '/public/webhook-endpoints/{id}/replay' },
  { operation: 'list-deliveries', role: 'viewer', method: 'GET', path: '/public/webhook-endpoints/{id}/deliveries' },
  { operation: 'list-events', role: 'viewer', method: 'GET', path: '/public/events' },
  { operation: 'list-journal', role: 'viewer', method: 'GET', path: '/public/journal' },
  { operation: 'list-account-payments', role: 'viewer', method: 'GET', path: '/public/payments' },
  { operation: 'get-book', role: 'viewer', method: 'GET', path: '/public/insights/book' },
  { operation: 'get-flow', role: 'viewer', method: 'GET', path: '/public/insights/flow' },
  { operation: 'get-recovery', role: 'viewer', method: 'GET', path: '/public/insights/recovery' },
  { operation: 'get-experiment', role: 'viewer', method: 'GET', path: '/public/insights/experiment' },
  { operation: 'set-experiment', role: 'admin', method: 'PUT', path: '/public/insights/experiment' },
  { operation: 'get-account', role: 'viewer', method: 'GET', path: '/public/account' },
  { operation: 'update-account', role: 'admin', method: 'PATCH', path: '/public/account' },
  { operation: 'get-follow-up-policy', role: 'viewer', method: 'GET', path: '/public/follow-up-policy' },
  { operation: 'set-follow-up-policy', role: 'admin', method: 'PUT', path: '/public/follow-up-policy' },
  { operation: 'rehearse-policy', role: 'admin', method: 'POST', path: '/public/follow-up-policy/rehearsal' },
  { operation: 'get-rehearsal', role: 'viewer', method: 'GET', path: '/public/follow-up-policy/rehearsal' },
  { operation: 'list-reminders', role: 'viewer', method: 'GET', path: '/public/follow-ups' },
  { operation: 'get-agenda', role: 'viewer', method: 'GET', path: '/public/follow-ups/agenda' },
  { operation: 'set-logo', role: 'admin', method: 'PUT', path: '/public/account/logo' },
  { operation: 'list-texts', role: 'viewer', method: 'GET', path: '/public/texts' },
  { operation: 'get-text', role: 'viewer', method: 'GET', path: '/public/texts/{language}/{channel}/{kind}' },
  { operation: 'set-text', role: 'admin', method: 'PUT', path: '/public/texts/{language}/{channel}/{kind}' },
  { operation: 'delete-text', role: 'admin', method: 'DELETE', path: '/public/texts/{language}/{channel}/{kind}' },
  {
    operation: 'preview-text',
    role: 'viewer',
    method: 'POST',
    path: '/public/texts/{language}/{channel}/{kind}/preview',
  },
  { operation: 'get-openapi', role: 'viewer', method: 'GET', path: '/openapi.json' },
] as const satisfies readonly GuardedRoute[];

/** Outside the API and its keys: pages for people, and the webhooks of payment providers. */
export const OUTER_ROUTES = [
  { operation: 'unsubscribe', method: 'GET', path: '/u/{token}' },
  { operation: 'unsubscribe', method: 'POST', path: '/u/{token}' },
  { operation: 'notify-address', method: 'GET', path: '/notify/{token}' },
  { operation: 'notify-address', method: 'POST', path: '/notify/{token}' },
  { operation: 'payment-page', method: 'GET', path: '/pay/{token}' },
  { operation: 'payment-page', method: 'POST', path: '/pay/{token}' },
  { operation: 'payment-page', method: 'GET', path: '/me/{token}' },
  { operation: 'payment-page', method: 'POST', path: '/me/{token}' },
  { operation: 'show-logo', method: 'GET', path: '/logo/{file}' },
  { operation: 'receive-payment', method: 'POST', path: '/webhooks/{providerId}' },
  { operation: 'console-page', method: 'GET', path: '/console' },
  { operation: 'console-page', method: 'GET', path: '/console/{file}' },
] as const satisfies readonly Route[];

/** What the merchant console calls besides the API. A call without a role needs no session. */
export const CONSOLE_ROUTES = [
  { operation: 'console-session', method: 'POST', path: '/console/session' },
  { operation: 'console-session', method: 'DELETE', path: '/console/session' },
  { operation: 'console-session', role: 'viewer', method: 'PUT', path: '/console/session' },
  { operation: 'console-passkeys', method: 'POST', path: '/console/passkeys/challenge' },
  { operation: 'console-passkeys', method: 'POST', path: '/console/passkeys/session' },
  { operation: 'console-passkeys', role: 'viewer', method: 'POST', path: '/console/passkeys/options' },
  { operation: 'console-passkeys', role: 'viewer', method: 'POST', path: '/console/passkeys' },
  { operation: 'console-passkeys', role: 'viewer', method: 'DELETE', path: '/console/passkeys/{id}' },
  { operation: 'console-directory', method: 'POST', path: '/console/directory' },
  { operation: 'console-directory', method: 'PUT', path: '/console/directory' },
  { operation: 'console-sign-in', method: 'POST', path: '/console/sign-in-links' },
  { operation: 'console-members', role: 'viewer', method: 'GET', path: '/console/members' },
  { operation: 'console-members', role: 'admin', method: 'POST', path: '/console/members' },
  { operation: 'console-member', role: 'admin', method: 'PATCH', path: '/console/members/{id}' },
  { operation: 'console-member', role: 'admin', method: 'DELETE', path: '/console/members/{id}' },
  { operation: 'console-member', role: 'admin', method: 'POST', path: '/console/members/{id}/link' },
  { operation: 'console-member', role: 'viewer', method: 'DELETE', path: '/console/members/{id}/sessions' },
  { operation: 'console-keys', role: 'admin', method: 'GET', path: '/console/keys' },
  { operation: 'console-keys', role: 'admin', method: 'POST', path: '/console/keys' },
  { operation: 'console-keys', role: 'admin', method: 'DELETE', path: '/console/keys/{id}' },
  {
    operation: 'console-trial',
    role: 'admin',
    method: 'POST',
    path: '/console/texts/{language}/{channel}/{kind}/trial',
  },
  { operation: 'console-audit', role: 'admin', method: 'GET', path: '/console/audit' },
] as const satisfies readonly (Route & Partial<GuardedRoute>)[];

export type ConsoleOperation = (typeof CONSOLE_ROUTES)[number]['operation'];

export type OuterOperation = (typeof OUTER_ROUTES)[number]['operation'];

export type Operation = (typeof ROUTES)[number]['operation'];

/** What a route is asked by: what can be read can also be asked for its head (RFC 9110, 9.1). Our own console asks for none. */
export const methodsOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string[] =>
  method === 'GET' && !CONSOLE_ROUTES.some((each) => each.path === path) ? [method, 'HEAD'] : [method];

/** Empty if no route has this path. */
export const allowedMethods = (resource: string): string[] =>
  [...ROUTES, ...OUTER_ROUTES, ...CONSOLE_ROUTES].filter(({ path }) => path === resource).flatMap(methodsOf);

/** The role that a member or a key needs for a request; that of an administrator for what no route names. */
export function roleFor(method: string, resource: string): Role {
  const guarded: readonly (Route & Partial<GuardedRoute>)[] = [...ROUTES, ...CONSOLE_ROUTES];
  return guarded.find((route) => route.method === method && route.path === resource)?.role ?? 'admin';
}
