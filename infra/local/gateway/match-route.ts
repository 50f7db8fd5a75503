/** Loads the functions of the routes, and finds the one that API Gateway would call: the route's, or `not-found` for any other method or path. */

import { makeFunction, type WholeService } from '#infra/local/whole-service.ts';
import {
  CONSOLE_ROUTES,
  type ConsoleOperation,
  methodsOf,
  OUTER_ROUTES,
  type OuterOperation,
  ROUTES,
} from '#lib/contract/routes.ts';
import type { ApiHandler } from './invoke.ts';

export type Match = {
  operation: (typeof routes)[number]['operation'] | 'not-found';
  /** The path of the gateway's resource; `/{proxy+}` when no resource has this path. */
  resource: string;
  pathParameters: Record<string, string> | null;
};

const routes = [...ROUTES, ...OUTER_ROUTES, ...CONSOLE_ROUTES];
const resources = [...new Set(routes.map((route) => route.path))]
  .map((path) => ({ path, segments: path.split('/') }))
  // A fixed segment wins over a parameter.
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

export function matchRoute(method: string, path: string): Match {
  // API Gateway, too, ignores one slash at the end.
  const segments = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  for (const { path: resource, segments: wanted } of resources) {
    const pathParameters = parametersOf(segments, wanted);
    if (!pathParameters) continue;
    const route = routes.find((candidate) => candidate.path === resource && methodsOf(candidate).includes(method));
    const operation = route?.operation ?? 'not-found';
    return { operation, resource, pathParameters: orNull(pathParameters) };
  }
  if (path === '/') return { operation: 'not-found', resource: '/', pathParameters: null };
  return { operation: 'not-found', resource: '/{proxy+}', pathParameters: { proxy: decode(path.slice(1)) } };
}

function parametersOf(segments: readonly string[], wanted: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== wanted.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const segment = segments[index] ?? '';
    if (want.startsWith('{') && segment !== '') parameters[want.slice(1, -1)] = decode(segment);
    else if (want !== segment) return undefined;
  }
  return parameters;
}

const orNull = (parameters: Record<string, string>) => (Object.keys(parameters).length === 0 ? null : parameters);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export type Handlers = ReadonlyMap<Match['operation'], ApiHandler>;

/** The functions outside of the public API: pages for people, the webhooks of payment providers, and the console. */
const OUTER_MODULES: Readonly<Record<OuterOperation | ConsoleOperation, string>> = {
  'console-session': '#functions/console/console-session.ts',
  'console-sign-in': '#functions/console/console-sign-in.ts',
  'console-members': '#functions/console/console-members.ts',
  'console-member': '#functions/console/console-member.ts',
  'console-keys': '#functions/console/console-keys.ts',
  'console-audit': '#functions/console/console-audit.ts',
  'console-passkeys': '#functions/console/console-passkeys.ts',
  'console-directory': '#functions/console/console-directory.ts',
  'console-trial': '#functions/console/console-trial.ts',
  'console-page': '#functions/console/console-page.ts',
  'payment-page': '#functions/payment/payment-page.ts',
  'show-logo': '#functions/payment/show-logo.ts',
  'receive-payment': '#functions/payment/receive-payment.ts',
  'notify-address': '#functions/webhooks/notify-address.ts',
  unsubscribe: '#functions/messaging/unsubscribe.ts',
};

export async function loadHandlers(service: WholeService): Promise<Handlers> {
  const operations = [...ROUTES.map((route) => route.operation), 'not-found'];
  const modules = [
    ...operations.map((operation) => [operation, `#functions/api/${operation}.ts`]),
    ...Object.entries(OUTER_MODULES),
  ] as [Match['operation'], string][];
  const loaded = modules.map(async ([operation, module]) => {
    return [operation, makeFunction<ApiHandler>(operation, await import(module), service)] as const;
  });
  return new Map(await Promise.all(loaded));
}
