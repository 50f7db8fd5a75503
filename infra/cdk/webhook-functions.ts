/** The functions of webhook endpoints: what each may do besides reading and writing the table, and what callers notice if it fails. */
import type { Operation } from '#lib/contract/routes.ts';
import type { FunctionSpec } from './functions.ts';

export const WEBHOOK_FUNCTIONS = {
  'create-webhook-endpoint': {
    signsWebhooks: true,
    impact: 'Callers cannot add a webhook endpoint.',
  },
  'list-webhook-endpoints': {
    impact: 'Callers cannot list webhook endpoints.',
  },
  'get-webhook-endpoint': {
    impact: 'Callers cannot get a webhook endpoint.',
  },
  'update-webhook-endpoint': {
    queuesWebhooks: true,
    impact: 'Callers cannot change, pause or enable a webhook endpoint.',
  },
  'delete-webhook-endpoint': {
    impact: 'Callers cannot delete a webhook endpoint.',
  },
  'rotate-webhook-secret': {
    signsWebhooks: true,
    impact: 'Callers cannot rotate the secret of a webhook endpoint.',
  },
  'ping-webhook-endpoint': {
    signsWebhooks: true,
    impact: 'Callers cannot try out a webhook endpoint, or enable a disabled one.',
  },
  'replay-deliveries': {
    queuesWebhooks: true,
    impact: 'Callers cannot have webhooks sent again.',
  },
  'list-deliveries': {
    impact: 'Callers cannot see what became of their webhooks.',
  },
} as const satisfies Partial<Record<Operation, FunctionSpec>>;
