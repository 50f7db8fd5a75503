/** Mutants that nobody outside the deployment can notice, so that no world can kill them; the unit tests do. */
import { because } from './because.ts';

export const UNSEEN = [
  ...because('only the log and the counts of operators show it, and no caller, customer or merchant sees them', {
    'functions/payment/receive-payment.ts#7b1a4c4e':
      "logCounted('WARN', 'payment_unconfirmed', { ...about, reason: received.reason }); → ;",
    'functions/payment/receive-payment.ts#3c19ae8c': "'WARN' → ''",
    'functions/api/resume-follow-ups.ts#2afd844d':
      "logCounted('INFO', 'followups_resumed', { requestId, account, collection }); → ;",
    'functions/payment/payment-page.ts#72a2a89d':
      "logCounted('WARN', 'payment_session_failed', { ...fields, reason }); → ;",
    'functions/webhooks/deliver.ts#74d7fc3a': '{ endpoint: endpoint.id, outcome } → {}',
    'functions/scheduled/reconcile-provider.ts#9fcbdb5c': "'WARN' → ''",
  }),
  ...because('a record of the stream always has its keys and its number, so what stands in for them never does', {
    'functions/stream/publish-events.ts#e4c5f0bf': "'' → 'mutant'",
    'functions/stream/publish-events.ts#6b09b3aa': '?. → .',
  }),
  ...because('it bounds the memory of a process, and only costs a read', {
    'lib/store/accounts.ts#9ecff273': '10_000 → 9999',
  }),
  ...because('no caller leaves out the list of members where an administrator may be taken away', {
    'lib/store/change-members.ts#1482a832':
      '(await listMembers?.(ref.account)) ?? [] → (await listMembers?.(ref.account))',
  }),
  ...because('the session was found to be valid at the same instant', {
    'functions/console/console-session.ts#474db53c':
      'account === undefined || session === undefined → account === undefined',
  }),
];
