/** A request decides and writes on the condition that nobody was faster; if somebody was, it decides again, after a wait. */
import { concurrentChange, MAX_TRIES, waitAfter } from '#lib/domain/errors.ts';
import type { Service } from '#lib/service.ts';

/** The last try must end within the ten seconds of a function, so that the refusal is ours and says what happened. */
const GIVE_UP_MS = 7_000;

/** `attempt` answers undefined when it lost. @throws concurrent_change, and what `attempt` throws */
export async function untilWon<Won>(
  { clock, random }: Pick<Service, 'clock' | 'random'>,
  attempt: (lost: number) => Promise<Won | undefined>,
): Promise<Won> {
  // Not the service's clock: a local run can move it.
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let lost = 0; lost < MAX_TRIES && performance.now() < giveUpAt; lost += 1) {
    if (lost > 0) await clock.sleep(waitAfter(lost, random.fraction()));
    const won = await attempt(lost);
    if (won !== undefined) return won;
  }
  throw concurrentChange();
}
