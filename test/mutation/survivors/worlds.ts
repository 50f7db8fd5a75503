/** Mutants that nobody outside the deployment can notice, so that no world can kill them; the unit tests do. */
import { because } from './because.ts';

export const UNSEEN = [
  ...because('only the log and the counts of operators show it, and no caller, customer or merchant sees them', {
    'functions/payment/receive-payment.ts#7b1a4c4e':
      "logCounted('WARN', 'payment_unconfirmed', { ...about, reason: received.reason }); → ;",
    'functions/payment/receive-payment.ts#3c19ae8c': "'WARN' → ''",
    'lib/message/send.ts#f845b9a4': "'channel_fault' → ''",
    'lib/use-cases/reconcile-provider.ts#bd83b74c': 'done.failed += booked.failed; → ;',
    'functions/api/resume-follow-ups.ts#2afd844d':
      "logCounted('INFO', 'followups_resumed', { requestId, account, collection }); → ;",
    'functions/payment/payment-page.ts#72a2a89d':
      "logCounted('WARN', 'payment_session_failed', { ...fields, reason }); → ;",
    'functions/webhooks/deliver.ts#74d7fc3a': '{ endpoint: endpoint.id, outcome } → {}',
    'functions/scheduled/reconcile-provider.ts#9fcbdb5c': "'WARN' → ''",
  }),
  ...because('it is how long a function waits after a lost race, which nobody can tell from a slow network', {
    'lib/use-cases/publish-events.ts#f16686a0': 'tries > 1 → tries >= 1',
    'lib/use-cases/run-follow-up.ts#3a14295f': 'races > 0 → false',
    'lib/use-cases/run-follow-up.ts#ed50504b': 'races > 0 → races <= 0',
  }),
  ...because('both sides lead to the same', {
    // The collection itself is one of those that are to be erased by now.
    'lib/use-cases/erase-ended.ts#161177c2': 'hash !== own → true',
    'lib/message/sms.ts#59b0db19': '!senders.sms → false',
    'lib/use-cases/publish-events.ts#94b9347e': 'now.toISOString() > toldAt → now.toISOString() >= toldAt',
  }),
  ...because('it spares reads: what is read is filtered once more', {
    'lib/use-cases/find-collections.ts#2565c465': 'createdTo,  → (nothing)',
  }),
  ...because('the checksum of a key only spares reads: the stored hash alone proves it', {
    'lib/domain/checked-token.ts#26c97440': '62 ** CHECKSUM_LENGTH → 62 * CHECKSUM_LENGTH',
  }),
  ...because('an account is never deleted, and no collection is without one', {
    'lib/use-cases/find-by-link.ts#5a71aff0': '!account || !collection → !collection',
  }),
  ...because('a collection is never deleted, so its history is found again', {
    'lib/use-cases/revise-collection.ts#e8264a82': 'races < MAX_RACES && read !== undefined → races < MAX_RACES',
  }),
  ...because('a plan that was revised has its beginning on record', {
    'lib/domain/revise-plan.ts#1f7949fe':
      'plan === undefined || plan.from >= now.toISOString() → plan.from >= now.toISOString()',
  }),
  ...because('every zone of today is off by minutes of two digits, if by any', {
    'lib/domain/follow-up/time-zones.ts#00ecc0ec': ".padStart(2, '0') → (nothing)",
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
