/** After the storm: what nobody knows the end of is asked again, nothing fails any more, and time passes until all is over. */
import type { Ask } from './ask.ts';
import { violate } from './books.ts';
import { create, pay, type Stormer } from './calls.ts';
import type { Supervisor } from './supervisor.ts';

const TRIES = 20;
const MAX_MINUTES = 1440 + 60;
/** Thousands of collections may be due in an hour; a call that waits too long is given up. */
const STEP_MINUTES = 60;

export async function waitUntilIdle(stormer: Stormer, supervisor: Supervisor): Promise<void> {
  const { ask, books } = stormer;
  await insist(ask, { method: 'DELETE', path: '/_local/faults' });
  // Webhooks that nobody took are sent again when the sandbox starts.
  await supervisor.restart();
  // Only these: to repeat what was acknowledged could repair what was lost.
  const unknown = books.orders.filter(({ id }) => id === undefined);
  await inOrder(unknown, async (order) => {
    const told = await create(stormer, order);
    if (told?.status !== 201)
      violate(books, `a create that is repeated with its key: ${told?.status} ${told?.text.slice(0, 300)}`);
  });
  const untold = books.payments.filter(({ acknowledged }) => !acknowledged);
  await inOrder(untold, async (payment) => {
    await pay(stormer, payment);
    if (!payment.acknowledged) violate(books, `the payment ${payment.transaction} is refused`);
  });
  for (let passed = 0; passed < MAX_MINUTES; passed += STEP_MINUTES) {
    await insist(ask, { method: 'POST', path: '/_local/clock', body: { advanceMinutes: STEP_MINUTES } });
  }
}

async function insist(ask: Ask, call: Parameters<Ask>[0]): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) if ((await ask(call))?.status === 200) return;
  throw new Error(`${call.method} ${call.path} fails`);
}

/** Eight at a time. */
export async function inOrder<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const left = things.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const thing of left) await work(thing);
    }),
  );
}
