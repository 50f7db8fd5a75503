/** Mutants that nobody outside the deployment can notice, so that no world can kill them; the unit tests do. */
import { because } from './because.ts';

export const UNSEEN = [
  ...because('only the log and the counts of operators show it, and no caller, customer or merchant sees them', {
    'functions/payment/receive-payment.ts#7b1a4c4e':
      "logCounted('WARN', 'payment_unconfirmed', { ...about, reason: received.reason }); → ;",
    'functions/payment/receive-payment.ts#3c19ae8c': "'WARN' → ''",
    'lib/channels/send.ts#f845b9a4': "'channel_fault' → ''",
    'lib/use-cases/reconcile-provider.ts#bd83b74c': 'done.failed += booked.failed; → ;',
    'functions/api/resume-follow-ups.ts#2afd844d':
      "logCounted('INFO', 'followups_resumed', { requestId, account, collection }); → ;",
    'functions/payment/payment-page.ts#72a2a89d':
      "logCounted('WARN', 'payment_session_failed', { ...fields, reason }); → ;",
    'functions/webhooks/deliver.ts#74d7fc3a': '{ endpoint: endpoint.id, outcome } → {}',
    'functions/scheduled/reconcile-provider.ts#9fcbdb5c': "'WARN' → ''",
    'lib/store/attempt/receipts.ts#4d36e56c': "'kept' → ''",
    'lib/store/list/list-log.ts#cf238562': "'appended' → ''",
    'functions/scheduled/sweep.ts#160c5808': 'refused + left.refused + unread + left.unread > 0 → false',
    'functions/scheduled/sweep.ts#b50131f9': 'refused + left.refused → refused - left.refused',
  }),
  ...because('it is how long a function waits after a lost race, which nobody can tell from a slow network', {
    'lib/use-cases/publish-events.ts#f16686a0': 'tries > 1 → tries >= 1',
    'lib/use-cases/run-follow-up.ts#3a14295f': 'races > 0 → false',
    'lib/use-cases/run-follow-up.ts#ed50504b': 'races > 0 → races <= 0',
    'lib/store/person/people.ts#3ba82c4c': 'races > 0 → false',
  }),
  ...because('both sides lead to the same', {
    // The collection itself is one of those that are to be erased by now.
    'lib/use-cases/erase-ended.ts#161177c2': 'hash !== own → true',
    'lib/channels/sms.ts#59b0db19': '!senders.sms → false',
    'lib/use-cases/publish-events.ts#94b9347e': 'now.toISOString() > toldAt → now.toISOString() >= toldAt',
    'lib/store/key-families.ts#e2fb3426': "'directory' → ''",
    'lib/store/keys.ts#a749ac8b': "kind === 'COLLECTION' && account !== undefined → kind === 'COLLECTION'",
    'lib/store/collection/stored-terms.ts#4811908b': 'replaced.length > 0 → replaced.length >= 0',
    'functions/stream/publish-events.ts#4bc1dc49': 'push → unshift',
    'lib/store/key-families.ts#e9f9525a': '/^$/ → /^/',
    'lib/store/key-families.ts#6966a5d3': '/^UNREACHABLE#/ → /UNREACHABLE#/',
    'lib/store/restore/write-unchanged.ts#1ae95df1': 'indexOf → lastIndexOf',
    'lib/store/collection/collection-checks.ts#43469f3d': 'true → false',
    'lib/store/webhook/deliveries.ts#42c61bb5': "delivery.status === 'held' || nextRunAt === undefined → false",
    'lib/store/attempt/claim-slots.ts#bd34c8e4': '?. → .',
    'lib/store/contact/contacts.ts#c24bd9c8': '!(error instanceof TransactionCanceledException) → false',
    'lib/store/webhook/find-deliveries.ts#e95b775b': 'Items.length === 0 → false',
    'lib/store/attempt/retries.ts#86f87cc5': 'error.CancellationReasons ?? [] → error.CancellationReasons',
    'functions/payment/payment-page.ts#5849a67c': 'provider === undefined → false',
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
  ...because('no two items of one answer have the same key', {
    'lib/store/webhook/deliveries.ts#a04fa581': 'find → findLast',
  }),
  ...because('nothing was delivered in the first millisecond of 1970', {
    'functions/api/list-deliveries.ts#ed506948': '0 → 1',
  }),
  ...because('the queue knows only about how many wait in it', {
    'functions/scheduled/sweep.ts#9e3bd9a1': '1_000 → 999',
  }),
  ...because('an append that begins at the first segment passes the full ones, and ends in the same place', {
    'lib/store/list/list-log.ts#b5cd83d8': 'newest === undefined → true',
  }),
  ...because('the next run needs a number that is new, whichever it is', {
    'lib/store/collection/collection-state.ts#432679df': '1 → 2',
  }),
  ...because('a page with entries has a newest segment', {
    'lib/store/list/list-pages.ts#a96b5632': '0 → 1',
  }),
  ...because('it only saves a read of what is not there, or not needed', {
    'lib/store/list/list-log.ts#15e96a51': '{ Limit: max } → {}',
    'lib/store/event/told-bodies.ts#081fe99a': 'toldAt >= since → true',
  }),
  ...because('it bounds the memory of a process, and only costs a read', {
    'lib/store/account/accounts.ts#9ecff273': '10_000 → 9999',
  }),
  ...because('no caller leaves out the list of members where an administrator may be taken away', {
    'lib/store/member/change-members.ts#1482a832':
      '(await listMembers?.(ref.account)) ?? [] → (await listMembers?.(ref.account))',
  }),
  ...because('the session was found to be valid at the same instant', {
    'functions/console/console-session.ts#474db53c':
      'account === undefined || session === undefined → account === undefined',
  }),
];
