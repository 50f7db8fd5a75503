/** Ends a soak: stops all faults, repeats the calls without an answer, and advances the clock until nothing is due. */
import type { Ask } from './ask.ts';
import { create, pay, type Stormer } from './calls.ts';
import { violate } from './journal.ts';
import type { Supervisor } from './supervisor.ts';

const TRIES = 20;
/** The longest collection, and the last check after its end. */
const MAX_MINUTES = 1440 + 72 * 60 + 60;
/** Small steps, because thousands of collections may be due in an hour and a call has a time limit. */
const STEP_MINUTES = 60;

export async function waitUntilIdle(stormer: Stormer, supervisor: Supervisor): Promise<void> {
  const { ask, journal } = stormer;
  await insist(ask, { method: 'DELETE', path: '/_local/faults' });
  // The sandbox sends unaccepted webhooks again when it starts.
  await supervisor.restart();
  // Only calls without an answer are repeated, because repeating an acknowledged create could hide its loss.
  const unknown = journal.orders.filter(({ id }) => id === undefined);
  await inOrder(unknown, async (order) => {
    const answer = await create(stormer, order);
    if (answer?.status !== 201)
      violate(journal, `a create that is repeated with its key: ${answer?.status} ${answer?.text.slice(0, 300)}`);
  });
  const unacknowledged = journal.payments.filter(({ acknowledged }) => !acknowledged);
  await inOrder(unacknowledged, async (payment) => {
    await pay(stormer, payment);
    if (!payment.acknowledged) violate(journal, `the payment ${payment.transaction} is refused`);
  });
  for (let passed = 0; passed < MAX_MINUTES; passed += STEP_MINUTES) {
    await insist(ask, { method: 'POST', path: '/_local/clock', body: { advanceMinutes: STEP_MINUTES } });
  }
}

async function insist(ask: Ask, call: Parameters<Ask>[0]): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) if ((await ask(call))?.status === 200) return;
  throw new Error(`${call.method} ${call.path} fails`);
}

/** Works on eight things at a time. */
export async function inOrder<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const left = things.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const thing of left) await work(thing);
    }),
  );
}
