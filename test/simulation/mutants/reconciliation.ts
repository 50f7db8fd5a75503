/** Mutants of the reconciliation with the provider's lists, and of the answers to strangers. */
import type { Provider, ProviderRequest, Reply } from '#test/simulation/aws/provider-http.ts';
import type { REAL_FUNCTIONS } from '#test/simulation/world/functions.ts';
import type { Mutant } from './mutant.ts';

type Functions = typeof REAL_FUNCTIONS;
type Reconcile = Functions['reconcile-provider'];

const reconciledBy = (change: (real: Reconcile) => Reconcile) => (real: Functions) => ({
  ...real,
  'reconcile-provider': change(real['reconcile-provider']),
});

/** Changes the lists that the provider shows. */
const listing =
  (change: (json: { movements: object[]; next?: string }, path: string) => object) =>
  (request: ProviderRequest, serve: Provider): Reply => {
    const { status, json } = serve(request);
    const isList = status === 200 && request.path.startsWith('/v1/movements');
    return { status, json: isList ? change(json as { movements: object[] }, request.path) : json };
  };

export const RECONCILIATION: readonly Mutant[] = [
  {
    name: 'never reconciled',
    mistake: 'The lists of the provider are never read.',
    breaks: [5, 12],
    within: 300,
    seams: { functions: reconciledBy(() => async () => {}) },
  },
  {
    name: 'reconciled by the day only',
    mistake: 'What a webhook has lost waits for the run of the day.',
    breaks: [5],
    within: 2000,
    from: 601,
    seams: {
      functions: reconciledBy((real) => async (event, context) => {
        if (event.window === 'days') await real(event, context);
      }),
    },
  },
  {
    name: 'first page only',
    mistake: 'Of a long list only the first page is read.',
    breaks: [5, 12],
    within: 2000,
    seams: { provider: listing(({ movements }) => ({ movements })) },
  },
  {
    name: 'no list of what went back',
    mistake: 'The lists of refunds and disputes are not read.',
    breaks: [12],
    within: 1000,
    seams: { provider: listing((json, path) => (path.includes('what=payments') ? json : { movements: [] })) },
  },
  {
    name: 'every method unknown',
    mistake: 'Another method of a known path is answered as an unknown path.',
    breaks: [14],
    within: 100,
    seams: {
      functions: (real) => {
        const handler = real['not-found'] as (event: object, context: never) => Promise<unknown>;
        return {
          ...real,
          'not-found': (event: object, context: never) => handler({ ...event, resource: '/unknown' }, context),
        };
      },
    },
  },
];
