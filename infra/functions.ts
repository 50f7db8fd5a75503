/** The functions that answer requests: what each may do, and what callers notice if it fails. */
import { type Operation, OUTER_ROUTES, type OuterOperation, ROUTES } from '#lib/contract/routes.ts';
import type { TableAction } from './constructs/collections-table.ts';

type FunctionSpec = {
  /** All that it may do to the table. */
  tableActions: readonly TableAction[];
  /** It is told which channels have a sender, because plans depend on it. */
  plansFollowUps?: true;
  /** It may query the indexes by contact and by status. */
  findsCollections?: true;
  /** It may read the credentials of payment providers, and gets the time to call them. */
  callsProviders?: true;
  /** Inside `functions/`; `api` by default. */
  folder?: string;
  /** The text of its alarms. */
  impact: string;
};

export type FunctionName = Operation | OuterOperation | 'not-found';

export const FUNCTIONS: Record<FunctionName, FunctionSpec> = {
  'create-collection': {
    tableActions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    plansFollowUps: true,
    callsProviders: true,
    impact: 'Callers cannot create collections.',
  },
  'get-collection': {
    tableActions: ['GetItem', 'Query'],
    impact: 'Callers cannot get a collection.',
  },
  'list-collections': {
    tableActions: ['GetItem', 'Query', 'BatchGetItem'],
    findsCollections: true,
    impact: 'Callers cannot list collections.',
  },
  'update-collection': {
    tableActions: ['GetItem', 'Query', 'BatchGetItem', 'UpdateItem'],
    plansFollowUps: true,
    impact: 'Callers cannot correct the terms of a collection.',
  },
  'update-collection-status': {
    tableActions: ['GetItem', 'UpdateItem'],
    impact: 'Callers cannot change the status of a collection.',
  },
  'list-payments': {
    tableActions: ['GetItem', 'Query'],
    impact: 'Callers cannot see the payments of a collection.',
  },
  'record-payment': {
    tableActions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    impact: 'Callers cannot record money that reached them elsewhere.',
  },
  'get-follow-ups': {
    tableActions: ['GetItem', 'Query', 'BatchGetItem'],
    plansFollowUps: true,
    impact: 'Callers cannot see the follow-up plan of a collection.',
  },
  'pause-follow-ups': {
    tableActions: ['GetItem', 'Query', 'BatchGetItem', 'UpdateItem'],
    plansFollowUps: true,
    impact: 'Callers cannot pause the follow-ups of a collection.',
  },
  'resume-follow-ups': {
    tableActions: ['GetItem', 'Query', 'BatchGetItem', 'UpdateItem'],
    plansFollowUps: true,
    impact: 'Callers cannot resume the follow-ups of a collection.',
  },
  'send-follow-up': {
    tableActions: ['GetItem', 'Query', 'BatchGetItem', 'UpdateItem'],
    plansFollowUps: true,
    impact: 'Callers cannot ask for a reminder.',
  },
  'promise-payment': {
    tableActions: ['GetItem', 'Query', 'BatchGetItem', 'UpdateItem'],
    plansFollowUps: true,
    impact: 'Callers cannot record a promise to pay.',
  },
  'preview-follow-ups': {
    tableActions: ['GetItem', 'BatchGetItem'],
    plansFollowUps: true,
    impact: 'Callers cannot preview a follow-up plan.',
  },
  'create-provider': {
    tableActions: ['GetItem', 'UpdateItem'],
    impact: 'Callers cannot add a provider.',
  },
  'update-provider': {
    tableActions: ['GetItem', 'UpdateItem'],
    impact: 'Callers cannot rename, enable or disable a provider.',
  },
  'get-provider': {
    tableActions: ['GetItem'],
    impact: 'Callers cannot get a provider.',
  },
  'list-providers': {
    tableActions: ['GetItem'],
    impact: 'Callers cannot list providers.',
  },
  'get-openapi': {
    tableActions: [],
    impact: 'Developers cannot load the description of the API.',
  },
  'not-found': {
    tableActions: [],
    impact: 'Calls to unknown routes get a 5xx error instead of 404 or 405.',
  },
  'payment-page': {
    tableActions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    callsProviders: true,
    folder: 'payment',
    impact: 'Customers who open a payment link cannot pay.',
  },
  'receive-payment': {
    tableActions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    callsProviders: true,
    folder: 'payment',
    impact:
      'Webhooks of payment providers fail: a paid collection stays open until its next follow-up asks the provider.',
  },
  unsubscribe: {
    tableActions: ['GetItem', 'PutItem'],
    folder: 'messaging',
    impact: 'Customers cannot unsubscribe by the link in their messages.',
  },
};

/** Each function with its routes: it may answer several methods of a path. */
export function functionsWithRoutes(): {
  name: FunctionName;
  routes: (typeof ROUTES | typeof OUTER_ROUTES)[number][];
}[] {
  const routes = [...ROUTES, ...OUTER_ROUTES];
  const names = new Set(routes.map(({ operation }) => operation));
  return [...names].map((name) => ({ name, routes: routes.filter(({ operation }) => operation === name) }));
}
