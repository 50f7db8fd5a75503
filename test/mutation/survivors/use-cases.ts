/** Mutants of lib/use-cases that no test can kill. */
import { because } from './because.ts';

export const USE_CASES = [
  ...because('the compiler needs the condition: what it checks is always so here', {
    'lib/use-cases/run-follow-up.ts#3831c8c4':
      'change && (await ports.saveStatus(run.ref, change)).saved → (await ports.saveStatus(run.ref, change)).saved',
    'lib/use-cases/run-follow-up.ts#b708e244': ', decision → (nothing)',
    'lib/use-cases/run-follow-up.ts#f9d016de':
      'nextRunAt !== undefined && nextRunAt <= now.toISOString() → nextRunAt <= now.toISOString()',
    'lib/use-cases/send-by-first-channel.ts#e5f7db14':
      "outcome.kind === 'refused' && outcome.optedOut → outcome.optedOut",
  }),
  ...because(
    'after the overdue mark there is nothing left but the expiry, so the next run of the decision is the expiry',
    {
      'lib/use-cases/run-follow-up.ts#1e5a87f1': 'decision.nextRunAt ?? collection.expiresAt → collection.expiresAt',
      'lib/use-cases/run-follow-up.ts#4ba11966': 'decision.nextRunAt ?? collection.expiresAt → decision.nextRunAt',
    },
  ),
  ...because('a payment that was applied before is left alone by applyPayment too: the condition only saves the work', {
    'lib/use-cases/apply-payments.ts#d7a30cdc': '.filter(({ event }) => event === undefined) → (nothing)',
    'lib/use-cases/apply-payments.ts#f928baae': 'event === undefined → true',
    'lib/use-cases/run-follow-up.ts#e97d265e': 'asks || hasWaiting(loaded) → true',
    'lib/use-cases/run-follow-up.ts#d7b614d5': 'event === undefined → true',
  }),
  ...because(
    'where no provider is asked, the decision that is made anew is the same: the condition only saves the work',
    {
      'lib/use-cases/run-follow-up.ts#7b24b2fb':
        "!asked && context.decision.kind !== 'nothing' && loaded.collection.sessions.length > 0 → !asked && context.decision.kind !== 'nothing'",
      'lib/use-cases/run-follow-up.ts#f8c2a7c5':
        'loaded.collection.sessions.length > 0 → loaded.collection.sessions.length >= 0',
      'lib/use-cases/run-follow-up.ts#ceb9d727': '0 → -1',
      'lib/use-cases/run-follow-up.ts#1562b24e': 'asks → true',
    },
  ),
];
