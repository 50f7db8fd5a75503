/** A merchant that uses the sandbox provider directly with its own key, also under references of another account. */
import { expect } from 'vitest';

type Merchant = { baseUrl: string; secretKey: string };

/** Opens a session and pays it; the sandbox then sends the webhook to the provider that has the key. */
export async function payAsMerchant(
  { baseUrl, secretKey }: Merchant,
  reference: string,
  transaction: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
  const session = {
    reference,
    method: 'checkout',
    amount: { minor: 4_500_000, currency: 'NGN' },
    customer: { firstName: 'A', lastName: 'B', email: 'a@b.example' },
    business: 'Business',
    description: 'Anything',
    expiresAt: '2099-01-01T00:00:00.000Z',
    returnUrl: baseUrl,
    cancelUrl: baseUrl,
  };
  const opened = await fetch(`${baseUrl}/_local/sandbox/v1/sessions`, {
    method: 'POST',
    headers,
    body: JSON.stringify(session),
  });
  const { link } = (await opened.json()) as { link: string };
  const form = new URLSearchParams({ amount: '45000', transaction });
  expect((await fetch(link, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
}

/** The reference that the service gives to a session of the collection. */
export const sessionReference = (collection: string, number: number): string =>
  `${collection.replace('_', '-')}-checkout-${number}`;
