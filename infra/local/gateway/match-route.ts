/** Finds the function that API Gateway would call: the route's, or `not-found` for any other method or path. */
import { CONSOLE_ROUTES, OUTER_ROUTES, ROUTES } from '#lib/contract/routes.ts';

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
    const route = routes.find((candidate) => candidate.path === resource && candidate.method === method);
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
