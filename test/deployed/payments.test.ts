/** Payments in a deployment: options and secret of a provider over HTTP, the payment page, a webhook, and an early payment. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  PublishVersionCommand,
  UpdateAliasCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueApiKey, openAccount, saveCredentials } from '#infra/cli/manage-accounts.ts';
import { sandboxUrl } from '#infra/local/aws-environment.ts';
import { localCall } from '#infra/local/control-api/local-call.ts';
import { openDatabase } from '#infra/local/data-dir.ts';
import { type LocalServer, startServer } from '#infra/local/gateway/server.ts';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import { openSandbox, type Sandbox } from '#infra/sandbox/open-sandbox.ts';
import type { Account } from '#lib/domain/account.ts';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { keyOf } from '#lib/domain/payment/book-movement.ts';
import type { PaymentMethod } from '#lib/domain/payment/payment-methods.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { newProvider } from '#lib/domain/providers/provider.ts';
import { setDefaultProvider } from '#lib/store/account/accounts.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { waitingKey } from '#lib/store/collection/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { functionsNamed } from './functions.ts';

const BASE_URL = process.env['COLLECTIONS_BASE_URL'] ?? '';
const KEY = 'sk_sandbox_0123456789abcdefghijklmnop';
const METHODS: PaymentMethod[] = ['payment_link', 'virtual_account', 'mobile_money', 'card', 'bank_transfer'];
const AMOUNT = { minor: 4_500_000, currency: 'NGN' };

const folder = mkdtempSync(join(tmpdir(), 'collections-deployed-sandbox-'));
let server: LocalServer;
let sandbox: Sandbox;
let account: Account;
let apiKey: string;
let provider: string;

beforeAll(async () => {
  server = await startServer(0, (request) => answer(request));
  const credentials = JSON.stringify({ secretKey: KEY });
  account = await openAccount({ name: 'Deployed Shop', mode: 'test', country: 'NG' });
  apiKey = (await issueApiKey(account)).apiKey;
  const made = newProvider({ name: 'Sandbox', slug: 'sandbox', enabled: true }, account, new Date());
  provider = made.id;
  await createProvider(table, account.id, made, 'deployed');
  await setDefaultProvider(table, account.id, made.slug);
  await saveCredentials(provider, { secretKey: KEY });
  sandbox = openSandbox({
    url: sandboxUrl(server.baseUrl),
    baseUrl: server.baseUrl,
    database: openDatabase(folder),
    credentials: { get: () => credentials, list: () => [{ provider, credentials }] },
    faults: { take: () => undefined },
    now: () => new Date(),
  });
  await tellFunctions(sandboxUrl(server.baseUrl));
});

afterAll(async () => {
  await sandbox.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Answers the calls to the sandbox; a webhook is passed on unchanged to the deployed function. */
async function answer(request: IncomingMessage) {
  const { method = '', headers, url = '' } = request;
  const [path = '', query = ''] = url.split('?');
  const body = await text(request);
  if (!path.startsWith('/webhooks/')) return localCall(sandbox.calls)({ method, path, query, headers, body });
  const signature = String(headers['x-sandbox-signature']);
  const passed = await fetch(`${BASE_URL}${path}`, { method, headers: { 'x-sandbox-signature': signature }, body });
  return { statusCode: passed.status, headers: {}, body: await passed.text() };
}

/** Deployments have no sandbox, so this test configures these functions with one. */
async function tellFunctions(url: string): Promise<void> {
  const lambda = new LambdaClient({});
  for (const FunctionName of await functionsNamed(lambda, 'CreateCollection', 'PaymentPage', 'ReceivePayment')) {
    const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
    const Variables = { ...Environment?.Variables, SANDBOX_URL: url };
    await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }));
    // The gateway invokes the version that the alias names.
    const { Version } = await lambda.send(new PublishVersionCommand({ FunctionName }));
    await lambda.send(new UpdateAliasCommand({ FunctionName, Name: 'live', FunctionVersion: Version }));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the tests of the contract check the content of an envelope.
type Data = Record<string, any>;

async function call(path: string, json?: object): Promise<Data> {
  const method = json === undefined ? 'GET' : 'POST';
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const init = { method, headers, ...(json && { body: JSON.stringify(json) }) };
  return ((await (await fetch(`${BASE_URL}/public/collections${path}`, init)).json()) as Data)['data'];
}

const create = (reference: string, payable: object = { enabled: true, methods: METHODS }): Promise<Data> => {
  const contact = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' };
  return call('', { reference, amount: { value: 45_000, currency: 'NGN' }, contact, payable });
};

const referenceOf = (id: string, method: 'virtual_account' | 'checkout', number: number): string => {
  const ref = parseCollectionId(id);
  if (ref === undefined) throw new Error(`${id} is not the id of a collection`);
  return providerReference(ref, method, number);
};

async function pay(reference: string, transaction: string): Promise<number> {
  const paidAt = new Date().toISOString();
  sandbox.ledger.pay({ merchant: merchantOf(KEY), transaction, reference, amount: AMOUNT, paidAt }, provider);
  return sandbox.webhooks.send({ provider, transaction, reference });
}

describe('a deployed collection', () => {
  it('a deployed collection gets its options from the provider and is completed by a confirmed webhook', async () => {
    const { id, payable } = await create('deployed-1');
    expect(payable.options.map(({ method }: { method: string }) => method)).toEqual(METHODS);
    expect(await pay(referenceOf(id, 'virtual_account', 1), 'deployed-1')).toBe(200);
    const { status, events } = await call(`/${id}`);
    expect(status).toBe('completed');
    expect(events.map(({ type }: { type: string }) => type)).toContain('payment.received');
  });

  it('the page of a deployed collection sends the payer to the provider, and the payment completes the collection', async () => {
    const { id, payable } = await create('deployed-2', { enabled: true, methods: ['payment_link'] });
    const link: string = payable.options[0].link;
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toMatch(/NGN\s45,000\.00/);
    const sent = await fetch(link, { method: 'POST', redirect: 'manual' });
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`${sandboxUrl(server.baseUrl)}/checkout/`),
    ]);
    expect(await pay(referenceOf(id, 'checkout', 1), 'deployed-2')).toBe(200);
    expect((await call(`/${id}`))['status']).toBe('completed');
  });

  it('the deployed relay applies a payment that came before its collection', async () => {
    const ref = collectionRefOf(account, 'deployed-3');
    const at = new Date().toISOString();
    const references = [providerReference(ref, 'checkout', 1)];
    const moved = { kind: 'payment', transaction: 'early', object: 'early', references, amount: AMOUNT, at } as const;
    const key = keyOf({ ...moved, provider });
    const reported = JSON.stringify({ ...moved, provider });
    const item = { ...waitingKey(ref, key), key, reported, recordedAt: at, ttl: 4_102_444_800 };
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    const { id } = await create('deployed-3');
    await client.send(new PutCommand({ TableName: process.env['TABLE_NAME'], Item: item }));
    const wait = { timeout: 30_000, interval: 500 };
    await vi.waitFor(async () => expect((await call(`/${id}`))['status']).toBe('completed'), wait);
  });
});

describe('a deployed webhook', () => {
  it.each([
    ['without a signature', () => provider, 401, 'invalid_signature'],
    ['of a provider that does not exist', () => 'prv_nobody', 404, 'provider_not_found'],
  ])('a deployed webhook %s is refused', async (_, id, status, code) => {
    const refused = await fetch(`${BASE_URL}/webhooks/${id()}`, { method: 'POST', body: '{}' });
    expect([refused.status, ((await refused.json()) as Data)['code']]).toEqual([status, code]);
  });
});
