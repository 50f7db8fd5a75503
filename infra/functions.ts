/** The functions that answer requests, read like a menu: what each may do, and who notices if it fails. */
import { type Operation, OUTER_ROUTES, type OuterOperation, ROUTES } from '#lib/contract/routes.ts';
import type { TableAction } from './constructs/collections-table.ts';

/** What a function may do to the table, what else it needs, and what people notice while it fails. */
type FunctionSpec = {
  may: readonly TableAction[];
  plans?: true;
  asksProviders?: true;
  folder?: string;
  impact: string;
};
export type Operations = Record<Operation | OuterOperation | 'not-found', FunctionSpec>;

export const FUNCTIONS: Operations = {
  'create-collection': {
    may: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    plans: true,
    asksProviders: true,
    impact: 'No collection can be recorded.',
  },
  'get-collection': { may: ['GetItem', 'Query'], impact: 'Nobody can look up a collection.' },
  'list-collections': { may: ['GetItem', 'Query', 'BatchGetItem'], impact: 'Nobody can list collections.' },
  'update-collection-status': { may: ['GetItem', 'UpdateItem'], impact: 'No collection can be closed by hand.' },
  'get-follow-ups': { may: ['GetItem', 'Query', 'BatchGetItem'], plans: true, impact: 'Nobody can see a plan.' },
  'preview-follow-ups': { may: ['GetItem', 'BatchGetItem'], plans: true, impact: 'Nobody can preview a plan.' },
  'create-provider': { may: ['GetItem', 'UpdateItem'], impact: 'No provider can be added.' },
  'update-provider': { may: ['GetItem', 'UpdateItem'], impact: 'No provider can be renamed or switched off.' },
  'get-provider': { may: ['GetItem'], impact: 'Nobody can look up a provider.' },
  'list-providers': { may: ['GetItem'], impact: 'Nobody can list providers.' },
  'get-openapi': { may: [], impact: 'Developers cannot load the description of the API.' },
  'not-found': { may: [], impact: 'Calls to unknown routes get a bare error in place of 404 or 405.' },
  'payment-page': {
    may: ['GetItem', 'Query', 'UpdateItem'],
    asksProviders: true,
    folder: 'payment',
    impact: 'Customers who follow a payment link cannot pay.',
  },
  'receive-payment': {
    may: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    asksProviders: true,
    folder: 'payment',
    impact: 'Payments are not heard of: what has been paid is chased until the next follow-up asks.',
  },
  unsubscribe: { may: ['GetItem', 'PutItem'], folder: 'messaging', impact: 'The way out in each message is blocked.' },
};

/** A function may answer several methods of its path. */
export function routesByOperation() {
  const routes = [...ROUTES, ...OUTER_ROUTES];
  const names = new Set(routes.map(({ operation }) => operation));
  return [...names].map((name) => ({ name, routes: routes.filter(({ operation }) => operation === name) }));
}
