/** The routes that are asked in odd ways, and a request of each that is right but names what does not exist. */
import { ROUTES } from '#lib/contract/routes.ts';
import { storedCollections } from '#test/simulation/invariants/stored.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { aCreate } from '#test/simulation/world/bodies.ts';
import { endpointsOf } from '#test/simulation/world/merchants.ts';
import type { Tenant } from '#test/simulation/world/tenants.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Call } from '#test/support/api-event.ts';

export type Route = (typeof ROUTES)[number];

/** The description of the API needs no key. */
export const ODD_ROUTES: readonly Route[] = ROUTES.filter(({ operation }) => operation !== 'get-openapi');

export const FAR = '2030-01-01T00:00:00.000Z';

/** A body of each operation that has one, of a request that changes nothing that exists. */
function bodyOf(operation: string, by: Tenant, random: Random): object | undefined {
  const create = () => aCreate(by, `${by.mark} odd`, random);
  const bodies: Readonly<Record<string, () => object>> = {
    'create-collection': create,
    'preview-follow-ups': create,
    'update-collection': () => ({ expiresIn: 60 }),
    'update-collection-status': () => ({ status: 'cancelled' }),
    'record-payment': () => ({ amount: { value: 1, currency: 'NGN' }, method: 'cash', transaction: 'odd' }),
    'pause-follow-ups': () => ({}),
    'send-follow-up': () => ({}),
    'preview-reminder': () => ({}),
    'promise-payment': () => ({ payBy: FAR }),
    'create-provider': () => ({ name: `${by.mark} odd`, slug: 'odd' }),
    'update-provider': () => ({ enabled: true }),
    'create-webhook-endpoint': () => ({ url: 'https://odd.example/', events: ['*'] }),
    'update-webhook-endpoint': () => ({ status: 'paused' }),
    'rotate-webhook-secret': () => ({}),
    'replay-deliveries': () => ({ since: FAR }),
  };
  return bodies[operation]?.();
}

export const hasId = ({ path }: Pick<Route, 'path'>): boolean => path.includes('{id}');

export const takesQuery = ({ operation }: Route): boolean =>
  ['list-collections', 'list-events', 'list-deliveries'].includes(operation);

/** Of what the path names: the word of its codes, the beginning of its ids, and those that exist. */
export function kindOf({ path }: Pick<Route, 'path'>) {
  if (path.includes('/webhook-endpoints'))
    return {
      word: 'webhook_endpoint',
      prefix: 'whe_',
      known: (w: World, by: Tenant) => endpointsOf(w, by).map(({ id }) => id),
    };
  if (path.includes('/providers'))
    return { word: 'provider', prefix: 'prv_', known: (_: World, by: Tenant) => [by.sandboxId] };
  const known = (world: World, by: Tenant) =>
    storedCollections(world).flatMap(({ id, ref }) => (ref.account === by.account.id ? id : []));
  return { word: 'collection', prefix: 'pay_', known };
}

export const HASH = 25;
export const unknownId = ({ path }: Pick<Route, 'path'>, by: Tenant, random: Random): string =>
  `${kindOf({ path }).prefix}${by.account.id}${String(random.between(0, 1e15)).padStart(HASH, '0')}`;

/** The request before it is odd: it names what does not exist. */
export function usualCall(route: Route, by: Tenant, random: Random): Call {
  const body = bodyOf(route.operation, by, random);
  return {
    method: route.method,
    resource: route.path,
    key: by.apiKey,
    ...(hasId(route) && { id: unknownId(route, by, random) }),
    ...(body !== undefined && { body }),
  };
}
