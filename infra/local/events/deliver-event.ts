/** Delivers an event to a function as Lambda's asynchronous invocation does, with two retries. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Delivered = { delivered: boolean; status: 200 | 500 };

/** Lambda waits one minute and then two; here a caller waits for the answer. */
const PAUSES_MS = [100, 400];

/** Resolves when the function has returned, or has failed for the last time. */
export async function deliverEvent(consume: () => Promise<unknown>): Promise<Delivered> {
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      await consume();
      return { delivered: true, status: 200 };
    } catch (error) {
      if (pause === undefined) console.error('An event was not consumed:', error);
      else await sleep(pause);
    }
  }
  return { delivered: false, status: 500 };
}
