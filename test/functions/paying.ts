/** A tenant with a payment provider, whose answers and webhooks a test sets; everything else is real. */

import { receivePayment } from '#functions/payment/receive-payment.ts';
import { clock } from '#lib/clock.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { Lookup, ProviderFindings } from '#lib/domain/payment/exchange.ts';
import type { Movement, Progress } from '#lib/domain/payment/movement.ts';
import { providerReference, type Session } from '#lib/domain/payment/session.ts';
import type { Webhook, WebhookEvent } from '#lib/payment/port.ts';
import { aService } from '#test/support/a-service.ts';
import type { Tenant } from '#test/support/accounts.ts';
import { type Answer, invoke } from '#test/support/invoke.ts';
import { aCreatedProvider } from './created.ts';

/** What the provider confirms, by the reference or the transaction it is asked about, and how it reads a webhook. */
export const provider = {
  confirmed: new Map<string, Movement[]>(),
  progress: 'ended' as Progress,
  isDown: false,
  asked: 0,
  read: ({ body }: Webhook): WebhookEvent | { kind: 'no_credentials' } => {
    if (!body.startsWith('signed ')) return { kind: 'unsigned' };
    const reference = body.slice('signed '.length);
    return reference === '' ? { kind: 'malformed' } : { kind: 'movement', lookup: { reference } };
  },
};

export async function findMovements(_target: object, { reference, transaction }: Lookup): Promise<ProviderFindings> {
  provider.asked += 1;
  if (provider.isDown) return { kind: 'unavailable', reason: 'timeout' };
  const movements = provider.confirmed.get(reference ?? transaction ?? '') ?? [];
  return { kind: 'found', movements, progress: provider.progress };
}

/** The function under test on the real table. */
const handler = receivePayment({
  ...aService(),
  prepareCredentials: async () => {},
  readWebhookEvent: async (_target, webhook) => provider.read(webhook),
  findMovements,
});

export type Shop = Tenant & { providerId: string };

/** The tenant with its own sandbox provider. */
export async function aShop(tenant: Tenant): Promise<Shop> {
  return { ...tenant, providerId: (await aCreatedProvider(tenant, { slug: 'sandbox' })).id };
}

/** A webhook as the provider sends it. */
export const webhook = (providerId: string, body: unknown, more: object = {}): Promise<Answer> =>
  invoke(
    (event, context) =>
      handler({ ...event, pathParameters: { providerId } }, context) as ReturnType<Parameters<typeof invoke>[0]>,
    { method: 'POST', resource: '/webhooks/{providerId}', body, ...more },
  );

/** Our reference at the provider, for a session of the collection with this id. */
export function referenceOf(id: string, method: Session['method'] = 'checkout', number = 1): string {
  const ref = parseCollectionId(id);
  if (ref === undefined) throw new Error('not the id of a collection');
  return providerReference(ref, method, number);
}

let transactions = 0;

/** The customer pays: from now on the provider confirms the payment under this reference. */
export function pay(reference: string, given: Partial<Movement> = {}): Movement {
  transactions += 1;
  const transaction = given.transaction ?? `trx-${transactions}`;
  const payment: Movement = {
    kind: 'payment',
    transaction,
    object: transaction,
    references: [reference],
    amount: { minor: 4_500_000, currency: 'NGN' },
    at: clock.now().toISOString(),
    ...given,
  };
  provider.confirmed.set(reference, [...(provider.confirmed.get(reference) ?? []), payment]);
  return payment;
}

/** The customer pays, and the provider sends a webhook. */
export async function paid(shop: Shop, reference: string, given: Partial<Movement> = {}): Promise<Answer> {
  pay(reference, given);
  return webhook(shop.providerId, `signed ${reference}`);
}
