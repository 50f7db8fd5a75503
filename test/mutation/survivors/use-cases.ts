/** Mutants of lib/use-cases that no test can kill. */
import { because } from './because.ts';

export const USE_CASES = [
  ...because('the compiler needs the condition: what it checks is always so here', {
    'lib/use-cases/run-follow-up.ts#3831c8c4':
      'change && (await ports.saveStatus(run.ref, change)).saved → (await ports.saveStatus(run.ref, change)).saved',
    'lib/use-cases/run-follow-up.ts#b708e244': ', decision → (nothing)',
  }),
  ...because(
    'after the overdue mark there is nothing left but the expiry, so the next run of the decision is the expiry',
    {
      'lib/use-cases/run-follow-up.ts#1e5a87f1': 'decision.nextRunAt ?? collection.expiresAt → collection.expiresAt',
      'lib/use-cases/run-follow-up.ts#4ba11966': 'decision.nextRunAt ?? collection.expiresAt → decision.nextRunAt',
    },
  ),
];
