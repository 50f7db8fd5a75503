/** Requests that the browser of a member sends: with the cookie of a session, from the console's own page. */
import { CONSOLE_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { anApiEvent, type Call } from '#test/support/api-event.ts';
import type { Asked } from './callers.ts';

const ALL_ROUTES = [...ROUTES, ...CONSOLE_ROUTES];
export const methodOf = (operation: string): string =>
  ALL_ROUTES.find((each) => each.operation === operation)?.method ?? '';

type InSession = Pick<Required<Asked>, 'operation' | 'session'> & { call: Call; key: string };

/** What the browser of a member sends. */
export function eventInSession({ operation, call, session, key }: InSession) {
  const [, resource = ''] = routeOf({ operation, call }).split(' ');
  const { token, how } = session;
  const own = {
    cookie: `__Host-session=${token}`,
    'x-console': '1',
    'sec-fetch-site': how === 'elsewhere' ? 'cross-site' : 'same-origin',
    ...(how === 'with a key' && { 'x-api-key': key }),
  };
  return anApiEvent({ ...call, resource, headers: { ...call.headers, ...own } });
}

/** As the gateway knows it. */
export function routeOf({ operation, call }: Pick<Asked, 'operation' | 'call'>): string {
  const { method = '', path = '' } =
    ALL_ROUTES.find((each) => each.operation === operation && isCalled(each.method, call)) ?? {};
  return `${method} ${path}`;
}

const isCalled = (method: string, call: Call): boolean => method === (call.method ?? 'GET');
