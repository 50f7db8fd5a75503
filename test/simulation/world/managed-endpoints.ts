/** In some worlds a business of its own does all that can be done with webhook endpoints and providers, up to their limits: every field of each answer is what a model says. */
import { tellsEvents } from '#test/simulation/aws/stream.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { fill, lookAt, STEPS_OF_ALL, untilSure } from './managed-endpoints/endpoints.ts';
import { fillProviders } from './managed-endpoints/providers.ts';
import { HOUR, MINUTE, SECOND, type State } from './managed-endpoints/state.ts';
import { tellAndRefuse } from './managed-endpoints/told.ts';
import { USUAL_RECEIVERS } from './odd-receivers.ts';
import { openBusiness } from './own-business.ts';
import type { World } from './world.ts';

export const MANAGED_ENDPOINTS = { name: 'managed-endpoints', share: 0.15 };

const STEPS = { min: 12, max: 30 };

/** After all else, when nothing is broken any more; not where an operator or a retention period comes after it. */
export async function manageEndpoints(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, MANAGED_ENDPOINTS.name);
  if (without.has(MANAGED_ENDPOINTS.name) || !random.bool(MANAGED_ENDPOINTS.share)) return;
  // Each field of what a ping says is judged here.
  world.oddReceivers = USUAL_RECEIVERS;
  const key = await openBusiness('Managed Endpoints');
  const state: State = { world, random, key, known: [], names: 0, secrets: new Map() };
  for (let left = random.between(STEPS.min, STEPS.max); left > 0 && !world.kernel.isStopped(); left -= 1) {
    await untilSure(state);
    await random.pick(STEPS_OF_ALL)(state);
    await untilSure(state);
    await lookAt(state);
    await world.kernel.runUntil(world.kernel.now() + random.pick([SECOND, MINUTE, 2 * HOUR]));
  }
  if (random.bool(0.3)) await fill(state);
  if (random.bool(0.2)) await fillProviders(state);
  if (tellsEvents(world)) await tellAndRefuse(state);
  world.note('endpoints managed');
}
