/** Makes a Stripe session unpayable: it expires a page, or cancels a transfer for which nothing has come. */
import type { Connection } from '#lib/payment/port.ts';
import { malformed, textAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { type AskStripe, isStripeId, stripeApi } from './api.ts';
import { progressOf, receivedBy } from './intent.ts';

type Result = 'closed' | 'unclosable';

/** A session without a key was seen by no customer. */
export async function close({ key }: { key?: string }, connection: Connection): Promise<Result> {
  if (key === undefined) return 'unclosable';
  const ask = stripeApi(connection);
  if (isStripeId(key, 'cs')) return orIfUnknown(expire(`/checkout/sessions/${key}`, ask), 'closed');
  if (isStripeId(key, 'pi')) return orIfUnknown(cancel(`/payment_intents/${key}`, ask), 'closed');
  throw malformed();
}

async function expire(path: string, ask: AskStripe): Promise<Result> {
  if (textAt(await ask(path), 'status') === 'open') await ask(`${path}/expire`, { fields: {} });
  return 'closed';
}

/**
 * Cancelling would free the money that has come for another transfer of the same customer, and it would count twice.
 * So a transfer that has begun stays open.
 */
async function cancel(path: string, ask: AskStripe): Promise<Result> {
  const intent = await ask(path);
  const progress = progressOf(intent);
  if (progress === 'ended') return 'closed';
  if (progress === 'pending' || receivedBy(intent) !== undefined) return 'unclosable';
  await ask(`${path}/cancel`, { fields: {} });
  return 'closed';
}
