/** Injects every kind of fault at each request of every function, one at a time and without randomness. */
import { describe, expect, it } from 'vitest';
import { REPETITIONS, sized } from '#test/support/repetitions.ts';
import { CALL_FAULTS, FAULTS } from './kernel/faults.ts';
import { runSeed } from './run-seed.ts';
import { addedAfter } from './world/added.ts';
import { CLOSINGS } from './world/closings.ts';
import { ENDPOINT_LIVES } from './world/endpoint-lives.ts';
import { REAL_FUNCTIONS } from './world/functions.ts';
import { MEMBERS } from './world/members.ts';
import { RECONCILED } from './world/reconciliation.ts';
import { REMINDER_PREVIEWS } from './world/revisions.ts';
import { VARIETY } from './world/variety.ts';

/** Each function has work in at least one of these worlds, most in the first three, which are small; found by a search from seed 600 on. */
const SEEDS = [855, 781, 784, 628, 613, 621, 622, 616, 1664];
/** Without what came after those seeds had been found, their worlds are what they were. */
const ADDED = [CLOSINGS.name, VARIETY.name, ...addedAfter(2)];
const QUIET = new Set<string>([...FAULTS, ...ADDED]);
const quietBut = (...added: readonly string[]) => new Set([...QUIET].filter((name) => !added.includes(name)));
/** In this world the first reconciliation books what a webhook has lost. */
const RECONCILIATION = { seeds: [2875], without: quietBut(RECONCILED.name) };
/** In this one merchants add, change and delete an endpoint. */
const LIFE = { seeds: [2120], without: quietBut(ENDPOINT_LIVES.name) };
/** In this one members do everything that they can. */
const CONSOLE = { seeds: [2229], without: quietBut(MEMBERS.name) };
const WORLDS: Readonly<Record<string, typeof LIFE>> = {
  'reconcile-provider': RECONCILIATION,
  'create-webhook-endpoint': LIFE,
  'get-webhook-endpoint': LIFE,
  'rotate-webhook-secret': LIFE,
  'delete-webhook-endpoint': LIFE,
  'console-session': CONSOLE,
  'console-members': CONSOLE,
  'console-member': CONSOLE,
  'console-audit': CONSOLE,
  'preview-reminder': { seeds: SEEDS, without: quietBut(...REMINDER_PREVIEWS) },
};

/** These ask nobody. */
const ALONE = ['not-found', 'get-openapi', 'console-page'];
const ASKING = Object.keys(REAL_FUNCTIONS).filter((name) => !ALONE.includes(name));
/** The maximum number of requests of a function in one invocation. */
const MAX_CALLS = 60;

/** From the first on. The long run injects the fault at each of them. */
const EVERY = sized(4, 1);

/** Every eighth fault of a function in the short run, so that each function meets one and each fault meets an eighth of them. */
const faultsOf = (index: number) => CALL_FAULTS.filter((_, at) => REPETITIONS > 1 || (at + index) % 8 === 0);

describe.each(ASKING.map((name, index) => [name, index] as const))('%s', (functionName, index) => {
  it.each(faultsOf(index))(
    `${functionName} violates no invariant when any one of its requests has the fault: %s`,
    async (fault) => {
      const { seeds, without } = WORLDS[functionName] ?? { seeds: SEEDS, without: QUIET };
      let met = 0;
      for (const seed of seeds) {
        if (met > 0 && REPETITIONS === 1) break;
        for (let call = 1; call <= MAX_CALLS; call += EVERY) {
          const { violations, struck } = await runSeed({ seed, without, script: { functionName, call, fault } });
          expect(violations, `seed ${seed}, request ${call}`).toEqual([]);
          if (!struck) break;
          met += 1;
        }
      }
      expect(met, 'it makes requests').toBeGreaterThan(0);
    },
  );
});
