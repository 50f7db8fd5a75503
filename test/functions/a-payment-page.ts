/** The payment page on the real table, with a provider that answers as a test sets it. */

import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { paymentPage } from '#functions/payment/payment-page.ts';
import { clock } from '#lib/clock.ts';
import { deriveHash, parseCollectionId } from '#lib/domain/ids.ts';
import { bookMovement } from '#lib/domain/payment/book-movement.ts';
import type { OpenOutcome, Order, ProviderFindings } from '#lib/domain/payment/exchange.ts';
import { payPageUrl } from '#lib/domain/payment/payable.ts';
import { newProvider } from '#lib/domain/providers/provider.ts';
import { setDefaultProvider } from '#lib/store/account/accounts.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { getLedger, recordEntry } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aService } from '#test/support/a-service.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { anApiEvent, type Call } from '#test/support/api-event.ts';
import { aCreatedCollection } from './created.ts';

export const CHECKOUT = 'https://checkout.example/s/1';

const opened = (link = CHECKOUT): OpenOutcome<'checkout'> => ({
  kind: 'opened',
  option: { link, expiresAt: '2099-01-01T00:00:00.000Z' },
});

/** The page, and the fake provider behind it: `answer` is its answer to the next order, `found` to each question. */
const NOTHING: ProviderFindings = { kind: 'found', movements: [], progress: 'open' };

export function aPaymentPage() {
  const provider = {
    answer: opened(),
    hosts: ['https://checkout.example'],
    orders: [] as Order[],
    found: NOTHING,
    asked: [] as string[],
  };
  const page = paymentPage({
    ...aService(),
    checkoutHosts: () => provider.hosts,
    openSession: async (_target, _method, order) => {
      provider.orders.push(order);
      // The real port has a type per method; the page asks for one method only.
      return provider.answer as never;
    },
    findMovements: async (_target, { reference = '' }) => {
      provider.asked.push(reference);
      return provider.found;
    },
    submitCode: async () => ({ kind: 'failed', reason: 'not_called' }),
  });
  return { provider, page, opened };
}

/** A tenant with a provider that has its own payment page. */
export async function aShop(given: { name?: string } = {}): Promise<Tenant> {
  const tenant = await aTenant(given);
  const provider = newProvider({ name: 'Paystack', slug: 'paystack', enabled: true }, tenant.account, clock.now());
  await createProvider(table, tenant.account.id, provider, randomUUID());
  await setDefaultProvider(table, tenant.account.id, 'paystack');
  return tenant;
}

export const collectionRefOf = (id: string) => parseCollectionId(id) ?? { account: '', hash: '' };

/** A collection to be paid on its page, and the page's token. */
export async function aCollectionToPay(shop: Tenant, given: object = {}): Promise<{ id: string; token: string }> {
  const payable = { enabled: true, methods: ['payment_link'] };
  const { id } = await aCreatedCollection(shop, { payable, ...given });
  return {
    id,
    token: payPageUrl('', collectionRefOf(id), deriveHash(shop.account.salt, 'pay', id)).replace('/pay/', ''),
  };
}

/** Records a payment of this amount with its effect. */
export async function pay(id: string, minor: number, currency = 'NGN'): Promise<void> {
  const now = clock.now();
  const { collection, entries } = await getLedger(table, collectionRefOf(id));
  const transaction = randomUUID();
  const reported = {
    kind: 'payment' as const,
    provider: 'prv_1',
    transaction,
    object: transaction,
    references: [],
    amount: { minor, currency },
    at: now.toISOString(),
  };
  const booking = collection && bookMovement(collection, entries, reported, now);
  if (booking) await recordEntry(table, collectionRefOf(id), booking);
}

type Page = (event: ReturnType<typeof anApiEvent>) => Promise<APIGatewayProxyResult>;

export async function openPage(
  page: Page,
  token: string | undefined,
  given: Pick<Call, 'method' | 'query' | 'headers' | 'base64'> & { body?: string } = {},
) {
  const event = anApiEvent({ resource: '/pay/{token}', requestId: 'r-9', ...given });
  const {
    statusCode,
    headers = {},
    body,
  } = await page({ ...event, pathParameters: token === undefined ? null : { token } });
  return { status: statusCode, headers, html: body };
}
