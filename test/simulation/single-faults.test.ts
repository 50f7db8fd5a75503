/** Injects every kind of fault at each request of every function, one at a time and without randomness. */
import { describe, expect, it } from 'vitest';
import { CALL_FAULTS, FAULTS } from './kernel/faults.ts';
import { runSeed } from './run-seed.ts';
import type { Functions } from './world/functions.ts';

/**
 * A small world without faults for each function that asks anybody. Where a change of the workload empties one of them, look
 * for another seed among the first hundreds: the counts of a run have `invoked <function>`. Nobody wants a weekly summary there.
 */
const SEEDS: Readonly<Record<Exclude<keyof Functions, 'mail-summaries'>, number>> = {
  'create-collection': 259,
  'get-collection': 259,
  'list-collections': 111,
  'update-collection': 286,
  'update-collection-status': 111,
  'list-payments': 227,
  'record-payment': 162,
  'credit-collection': 162,
  'move-payment': 181,
  'get-follow-ups': 227,
  'pause-follow-ups': 537,
  'resume-follow-ups': 286,
  'send-follow-up': 567,
  'promise-payment': 286,
  'withdraw-promise': 84,
  'reopen-collection': 106,
  'preview-follow-ups': 354,
  'preview-reminder': 359,
  'create-provider': 537,
  'get-provider': 111,
  'list-providers': 259,
  'update-provider': 227,
  'payment-page': 374,
  'receive-payment': 263,
  unsubscribe: 569,
  'receive-reply': 582,
  'record-receipt': 78,
  'follow-up': 227,
  'reconcile-provider': 66,
  sweep: 10,
  'count-insights': 56,
  relay: 263,
  'publish-events': 308,
  'list-events': 308,
  'list-deliveries': 56,
  'create-webhook-endpoint': 232,
  'get-webhook-endpoint': 232,
  'delete-webhook-endpoint': 472,
  'rotate-webhook-secret': 232,
  'list-webhook-endpoints': 56,
  'update-webhook-endpoint': 56,
  'ping-webhook-endpoint': 56,
  'replay-deliveries': 56,
  deliver: 56,
  'sweep-webhooks': 128,
};

const QUIET = new Set<string>(FAULTS);
/** The maximum number of requests of a function in one invocation. */
const MAX_CALLS = 60;

/** From the first request on. */
const EVERY = 4;

/** Every eighth fault of a function, so that each function meets one and each fault meets an eighth of them. */
const faultsOf = (index: number) => CALL_FAULTS.filter((_, at) => (at + index) % 8 === 0);

describe.each(Object.entries(SEEDS).map(([name, seed], index) => [name, seed, index] as const))(
  '%s',
  (functionName, seed, index) => {
    it.each(faultsOf(index))(
      `${functionName} violates no invariant when any one of its requests has the fault: %s`,
      async (fault) => {
        let met = 0;
        for (let call = 1; call <= MAX_CALLS; call += EVERY) {
          const { violations, struck } = await runSeed({ seed, without: QUIET, script: { functionName, call, fault } });
          expect(violations, `seed ${seed}, request ${call}`).toEqual([]);
          if (!struck) break;
          met += 1;
        }
        expect(met, 'it makes requests').toBeGreaterThan(0);
      },
    );
  },
);
