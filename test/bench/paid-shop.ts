/** An account that can be paid: the sandbox provider runs on its own server, and its webhooks call the real function. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { KMSClient } from '@aws-sdk/client-kms';
import { handler as receivePayment } from '#functions/payment/receive-payment.ts';
import { saveCredentials } from '#infra/cli/manage-accounts.ts';
import { sandboxUrl } from '#infra/local/aws-environment.ts';
import { localCall } from '#infra/local/control-api/local-call.ts';
import { openDatabase } from '#infra/local/data-dir.ts';
import { startServer } from '#infra/local/gateway/server.ts';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import { openSandbox, type Sandbox } from '#infra/sandbox/open-sandbox.ts';
import { clock } from '#lib/clock.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { newProvider } from '#lib/domain/providers/provider.ts';
import { paymentParts } from '#lib/live-payments.ts';
import { CLIENT_SETTINGS } from '#lib/payment/credentials.ts';
import { setDefaultProvider } from '#lib/store/account/accounts.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import type { Elsewhere } from './count-calls.ts';

export type PaidShop = BenchAccount & {
  providerId: string;
  /** Watches the requests to the provider. */
  watchProvider: Elsewhere;
  /** And to KMS, of which a process asks once in five minutes. */
  watchKms: Elsewhere;
  /** Pays the whole amount by the first session, of this method; resolves when the webhook has been answered with 200. */
  pay(collection: string, method?: Method): Promise<void>;
  /** Pays the whole amount; the webhook is lost. */
  payUnheard(collection: string): Promise<void>;
  /** Sends the webhook again. */
  payAgain(collection: string, method?: Method): Promise<void>;
  close(): Promise<void>;
};

type Method = Parameters<typeof providerReference>[1];

const KEY = 'sk_sandbox_0123456789abcdefghijklmnop';

export async function openPaidShop(): Promise<PaidShop> {
  const [shop] = await openPaidShops(1);
  if (shop === undefined) throw new Error('no shop was opened');
  return shop;
}

/** They pay at one provider, which ends with any of them. */
export async function openPaidShops(count: number): Promise<PaidShop[]> {
  const shops: { shop: BenchAccount; provider: string }[] = [];
  for (let opened = 0; opened < count; opened += 1) shops.push(await openShop());
  const folder = await mkdtemp(join(tmpdir(), 'collections-bench-sandbox-'));
  const server = await startServer(0, (request) => answer(request));
  const credentials = JSON.stringify({ secretKey: KEY });
  const sandbox = openSandbox({
    url: sandboxUrl(server.baseUrl),
    baseUrl: server.baseUrl,
    database: openDatabase(folder),
    credentials: { get: () => credentials, list: () => shops.map(({ provider }) => ({ provider, credentials })) },
    faults: { take: () => undefined },
    now: () => clock.now(),
  });
  paymentParts.kms = kms;
  paymentParts.hosts = { sandbox: { live: sandboxUrl(server.baseUrl) } };
  const calls = localCall(sandbox.calls);
  const answer = async (request: IncomingMessage) => {
    const { method = '', headers, url = '' } = request;
    const [path = '', query = ''] = url.split('?');
    const body = await text(request);
    if (!path.startsWith(WEBHOOKS)) return calls({ method, path, query, headers, body });
    const event = anApiEvent({ method, resource: '/webhooks/{providerId}', body, headers: headers as never });
    const providerId = path.slice(WEBHOOKS.length);
    return receivePayment({ ...event, pathParameters: { providerId } }, {} as never);
  };
  const close = async () => {
    await sandbox.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
  return shops.map(({ shop, provider }) => ({
    ...shop,
    providerId: provider,
    watchProvider,
    watchKms,
    ...paymentsTo(sandbox, provider),
    close,
  }));
}

const WEBHOOKS = '/webhooks/';

async function openShop() {
  const shop = await openBenchAccount();
  const provider = newProvider({ name: 'Sandbox', slug: 'sandbox', enabled: true }, shop.account, clock.now());
  await createProvider(table, shop.account.id, provider, 'bench');
  await setDefaultProvider(table, shop.account.id, provider.slug);
  await saveCredentials(provider.id, { secretKey: KEY });
  return { shop, provider: provider.id };
}

function paymentsTo(
  { ledger, webhooks }: Sandbox,
  provider: string,
): Pick<PaidShop, 'pay' | 'payUnheard' | 'payAgain'> {
  const send = async (collection: string, method?: Method): Promise<void> => {
    const { reference } = paymentOf(collection, method);
    const status = await webhooks.send({ provider, transaction: collection, reference });
    if (status !== 200) throw new Error(`the webhook was answered ${status}`);
  };
  const pay = (collection: string, reportTo: string | undefined, method?: Method): void => {
    const paidAt = clock.now().toISOString();
    ledger.pay({ merchant: merchantOf(KEY), ...paymentOf(collection, method), paidAt }, reportTo);
  };
  return {
    pay: (collection, method) => {
      pay(collection, provider, method);
      return send(collection, method);
    },
    payUnheard: async (collection) => pay(collection, undefined),
    payAgain: send,
  };
}

/** A payment of the whole amount by the collection's first session. */
function paymentOf(collection: string, method: Method = 'virtual_account') {
  const ref = parseCollectionId(collection);
  if (ref === undefined) throw new Error('not the id of a collection');
  const reference = providerReference(ref, method, 1);
  return { transaction: collection, reference, amount: { minor: 4_500_000, currency: 'NGN' } };
}

const watchProvider: Elsewhere = (begin) => {
  const { fetch: before } = globalThis;
  globalThis.fetch = async (...asked) => {
    if (!String(asked[0]).includes('/v1/')) return before(...asked);
    const end = begin();
    return before(...asked).finally(end);
  };
  return () => {
    globalThis.fetch = before;
  };
};

const kms = new KMSClient(CLIENT_SETTINGS);

const watchKms: Elsewhere = (begin) => {
  const name = 'watchKms';
  kms.middlewareStack.add(
    (next) => async (args) => {
      const end = begin();
      return next(args).finally(end);
    },
    { step: 'initialize', name },
  );
  return () => void kms.middlewareStack.remove(name);
};
