/**
 * The functions that answer requests: what each may do besides reading and writing the table, and what callers notice if
 * it fails. `table-access.ts` has what they, and all other functions, may do to the table.
 */
import {
  CONSOLE_ROUTES,
  type ConsoleOperation,
  type Operation,
  OUTER_ROUTES,
  type OuterOperation,
  ROUTES,
} from '#lib/contract/routes.ts';
import { CONSOLE_FUNCTIONS } from './console-functions.ts';
import type { FunctionSpec } from './function-spec.ts';

export type FunctionName = Operation | OuterOperation | ConsoleOperation | 'not-found';

export const FUNCTIONS: Record<FunctionName, FunctionSpec> = {
  'create-collection': {
    plansFollowUps: true,
    callsProviders: true,
    impact: 'Callers cannot create collections.',
  },
  'get-collection': { impact: 'Callers cannot get a collection.' },
  'list-collections': { impact: 'Callers cannot list collections.' },
  'update-collection': {
    plansFollowUps: true,
    impact: 'Callers cannot correct the terms of a collection.',
  },
  'update-collection-status': { impact: 'Callers cannot change the status of a collection.' },
  'list-payments': { impact: 'Callers cannot see the payments of a collection.' },
  'record-payment': { impact: 'Callers cannot record money that reached them elsewhere.' },
  'credit-collection': { impact: 'Callers cannot ask for less by a credit.' },
  'move-payment': { impact: 'Callers cannot move money to another debt.' },
  'get-follow-ups': {
    plansFollowUps: true,
    impact: 'Callers cannot see the follow-up plan of a collection.',
  },
  'list-reminders': {
    stack: 'desk',
    plansFollowUps: true,
    impact: 'Callers cannot see the last and the next reminders of a list.',
  },
  'pause-follow-ups': {
    plansFollowUps: true,
    impact: 'Callers cannot pause the follow-ups of a collection.',
  },
  'resume-follow-ups': {
    plansFollowUps: true,
    impact: 'Callers cannot resume the follow-ups of a collection.',
  },
  'send-follow-up': {
    plansFollowUps: true,
    impact: 'Callers cannot ask for a reminder.',
  },
  'preview-reminder': {
    plansFollowUps: true,
    impact: 'Callers cannot see a reminder before they ask for it.',
  },
  'withdraw-promise': {
    stack: 'desk',
    plansFollowUps: true,
    impact: 'Callers cannot take back a promise: reminders wait for its day.',
  },
  'promise-payment': {
    plansFollowUps: true,
    impact: 'Callers cannot record a promise to pay.',
  },
  'reopen-collection': {
    plansFollowUps: true,
    impact: 'Callers cannot reopen a collection that has ended.',
  },
  'send-message': {
    plansFollowUps: true,
    writesToCustomers: true,
    impact: 'Callers cannot write to customers.',
  },
  'decide-claim': { plansFollowUps: true, impact: 'Callers cannot decide on what a customer says was paid.' },
  'resolve-dispute': { plansFollowUps: true, impact: 'Callers cannot resolve what a customer says is wrong.' },
  'list-attention': { impact: 'Merchants cannot see what needs a person.' },
  'update-attention': { impact: 'Merchants cannot take, put off or end what needs a person.' },
  'preview-follow-ups': {
    plansFollowUps: true,
    impact: 'Callers cannot preview a follow-up plan.',
  },
  'list-customers': { plansFollowUps: true, impact: 'Callers cannot list or find customers.' },
  'get-statement': { impact: 'Merchants cannot get the statement of a customer.' },
  'get-customer': { plansFollowUps: true, impact: 'Callers cannot get a customer.' },
  'update-customer': { plansFollowUps: true, impact: 'Callers cannot correct a customer.' },
  'pause-customer': { plansFollowUps: true, impact: 'Callers cannot pause the reminders to a customer.' },
  'resume-customer': { plansFollowUps: true, impact: 'Callers cannot resume the reminders to a customer.' },
  'create-provider': { impact: 'Callers cannot add a provider.' },
  'update-provider': { impact: 'Callers cannot rename, enable or disable a provider.' },
  'get-provider': { impact: 'Callers cannot get a provider.' },
  'list-providers': { impact: 'Callers cannot list providers.' },
  'create-webhook-endpoint': {
    signsWebhooks: true,
    queuesWebhooks: true,
    impact: 'Callers cannot add a webhook endpoint.',
  },
  'list-webhook-endpoints': { impact: 'Callers cannot list webhook endpoints.' },
  'get-webhook-endpoint': { impact: 'Callers cannot get a webhook endpoint.' },
  'update-webhook-endpoint': {
    queuesWebhooks: true,
    impact: 'Callers cannot change, pause or enable a webhook endpoint.',
  },
  'delete-webhook-endpoint': { impact: 'Callers cannot delete a webhook endpoint.' },
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
  'list-deliveries': { impact: 'Callers cannot see what became of their webhooks.' },
  'list-journal': { impact: 'Merchants cannot read their journal.' },
  'list-account-payments': { impact: 'Callers cannot list the payments of all collections.' },
  'get-book': { impact: 'Merchants cannot see what is owed.' },
  'get-flow': { impact: 'Merchants cannot see how money came and went.' },
  'get-recovery': { impact: 'Merchants cannot see what followed their reminders.' },
  'get-experiment': { impact: 'Merchants cannot see what reminders bring.' },
  'set-experiment': { impact: 'Merchants cannot start or end their experiment.' },
  'get-account': { stack: 'desk', impact: 'Merchants cannot see their settings.' },
  'update-account': { stack: 'desk', impact: 'Merchants cannot change their settings.' },
  'get-follow-up-policy': { stack: 'desk', impact: 'Merchants cannot see their rules for follow-ups.' },
  'set-follow-up-policy': { stack: 'desk', impact: 'Merchants cannot change their rules for follow-ups.' },
  'rehearse-policy': {
    stack: 'desk',
    plansFollowUps: true,
    queuesRuns: true,
    impact: 'Merchants cannot try rules before they set them.',
  },
  'get-rehearsal': { stack: 'desk', impact: 'Merchants cannot see what became of rules that they try.' },
  'get-agenda': {
    stack: 'desk',
    plansFollowUps: true,
    queuesRuns: true,
    impact: 'Merchants cannot see what goes out on the next days.',
  },
  'set-logo': { stack: 'desk', impact: 'Merchants cannot set their logo.' },
  'list-texts': { stack: 'desk', impact: 'Merchants cannot see their own texts.' },
  'get-text': { stack: 'desk', plansFollowUps: true, impact: 'Merchants cannot see a text and its versions.' },
  'set-text': { stack: 'desk', plansFollowUps: true, impact: 'Merchants cannot save their own texts.' },
  'delete-text': { stack: 'desk', plansFollowUps: true, impact: 'Merchants cannot take a text of their own back.' },
  'preview-text': { stack: 'desk', plansFollowUps: true, impact: 'Merchants cannot try a text before they save it.' },
  'list-events': { impact: 'Callers cannot read the feed of events.' },
  'get-openapi': { impact: 'Developers cannot load the description of the API.' },
  'not-found': { impact: 'Calls to unknown routes get a 5xx error instead of 404 or 405.' },
  'payment-page': {
    plansFollowUps: true,
    callsProviders: true,
    folder: 'payment',
    impact: 'Customers who open a payment link cannot pay.',
  },
  'show-logo': { stack: 'desk', folder: 'payment', impact: 'Pages and emails miss the logos of merchants.' },
  'receive-payment': {
    callsProviders: true,
    folder: 'payment',
    impact:
      'Webhooks of payment providers fail: a paid collection stays open until its next follow-up asks the provider.',
  },
  'console-page': {
    folder: 'console',
    impact: 'Members cannot open the console.',
  },
  unsubscribe: {
    folder: 'messaging',
    impact: 'Customers cannot unsubscribe by the link in their messages.',
  },
  'notify-address': {
    folder: 'webhooks',
    impact: 'People cannot confirm or refuse to be told by email when a webhook endpoint fails.',
  },
  ...CONSOLE_FUNCTIONS,
};

/** Each function with its routes: it may answer several methods of a path. */
export function functionsWithRoutes(): {
  name: FunctionName;
  routes: (typeof ROUTES | typeof OUTER_ROUTES | typeof CONSOLE_ROUTES)[number][];
}[] {
  const routes = [...ROUTES, ...OUTER_ROUTES, ...CONSOLE_ROUTES];
  const names = new Set(routes.map(({ operation }) => operation));
  return [...names].map((name) => ({ name, routes: routes.filter(({ operation }) => operation === name) }));
}
