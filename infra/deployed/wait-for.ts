/** Looks again and again, until something is there or it is too late. */
import { setTimeout as sleep } from 'node:timers/promises';

const LOOKS_EACH_MS = 200;

/** `what`: the sentence when it is too late. `look` may throw, when looking on is of no use. */
export async function waitFor<Found>(
  look: () => Promise<Found | undefined> | Found | undefined,
  { timeoutMs, what }: { timeoutMs: number; what: string },
): Promise<Found> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(LOOKS_EACH_MS)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(what);
}
