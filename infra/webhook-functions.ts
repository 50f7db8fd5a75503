/** The functions of webhook endpoints: what each may do, and what callers notice if it fails. */
import type { Operation } from '#lib/contract/routes.ts';
import type { FunctionSpec } from './functions.ts';

export const WEBHOOK_FUNCTIONS = {
  'create-webhook-endpoint': {
    tableActions: ['GetItem', 'PutItem'],
    signsWebhooks: true,
    impact: 'Callers cannot add a webhook endpoint.',
  },
  'list-webhook-endpoints': {
    tableActions: ['GetItem'],
    impact: 'Callers cannot list webhook endpoints.',
  },
  'get-webhook-endpoint': {
    tableActions: ['GetItem'],
    impact: 'Callers cannot get a webhook endpoint.',
  },
  'update-webhook-endpoint': {
    tableActions: ['GetItem', 'PutItem', 'UpdateItem'],
    queuesWebhooks: true,
    impact: 'Callers cannot change, pause or enable a webhook endpoint.',
  },
  'delete-webhook-endpoint': {
    tableActions: ['GetItem', 'PutItem', 'DeleteItem'],
    impact: 'Callers cannot delete a webhook endpoint.',
  },
  'rotate-webhook-secret': {
    tableActions: ['GetItem', 'PutItem'],
    signsWebhooks: true,
    impact: 'Callers cannot rotate the secret of a webhook endpoint.',
  },
  'ping-webhook-endpoint': {
    tableActions: ['GetItem', 'PutItem'],
    signsWebhooks: true,
    impact: 'Callers cannot try out a webhook endpoint, or enable a disabled one.',
  },
  'replay-deliveries': {
    tableActions: ['GetItem', 'Query', 'UpdateItem'],
    queuesWebhooks: true,
    impact: 'Callers cannot have webhooks sent again.',
  },
  'list-deliveries': {
    tableActions: ['GetItem', 'Query'],
    impact: 'Callers cannot see what became of their webhooks.',
  },
} as const satisfies Partial<Record<Operation, FunctionSpec>>;
