/** An account of a local run with data of every kind, in which each text is a canary. */
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect } from 'vitest';
import type { Ready } from '#infra/local/data-dir.ts';
import { localClient } from '#infra/local/dynamodb/local-client.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { ProviderResponse } from '#lib/contract/provider.ts';
import { parseProviderId } from '#lib/domain/ids.ts';
import { encryptionContext } from '#lib/payment/encryption-context.ts';
import { credentialsKey } from '#lib/store/account/keys.ts';
import { createCollection, createProvider, getCollection, listProviders } from '#test/end-to-end/requests.ts';
import { type Client, createClient } from '#test/support/http-client.ts';
import { type Canaries, canaryCollection, newCanaries, spellings } from './canaries.ts';
import { dayOf } from './follow-up-day.ts';

export type CanaryAccount = {
  canaries: Canaries;
  account: string;
  apiKey: string;
  client: Client;
  /** The sandbox provider, which is the account's default; `secretKey` is its key there. */
  sandbox: ProviderResponse;
  secretKey: string;
  provider: ProviderResponse;
  /** Paused, so that nothing changes it. */
  endpoint: { id: string; secret: string };
  collection: CollectionResponse;
  payToken: string;
  optOutToken: string;
};

export const METHODS = ['payment_link', 'virtual_account', 'bank_transfer', 'mobile_money', 'card'];

export type Run = Pick<Ready, 'baseUrl' | 'awsEndpoint' | 'dynamodbEndpoint' | 'tableName'>;

/** Opens the account: its collection is partly paid, and its first reminder was sent by SMS. */
export async function openCanaryAccount(run: Run, tag: string): Promise<CanaryAccount> {
  const { baseUrl } = run;
  const canaries = newCanaries(tag);
  const body = JSON.stringify({ name: canaries.merchant });
  const opened = await fetch(`${baseUrl}/_local/accounts`, { method: 'POST', body });
  const { account, apiKey } = (await opened.json()) as { account: string; apiKey: string };
  const client = createClient(baseUrl, apiKey);
  const [sandbox] = await listProviders(client);
  if (sandbox === undefined) throw new Error('there is no sandbox');
  const provider = await createProvider(client, { name: canaries.text, slug: `slug-${canaries.reference}` });
  const endpoint = await createWebhookEndpoint(client, canaries);
  const followUp = { startAfter: 20, cadence: 'daily', channels: ['sms', 'email', 'whatsapp'] };
  const payable = { enabled: true, methods: METHODS };
  const created = await createCollection(client, canaryCollection(canaries, { payable, followUp, expiresIn: 525_600 }));
  expect(created.payable.options).toHaveLength(METHODS.length);
  const day = dayOf(() => baseUrl);
  await day.toMorning();
  await day.advance(30);
  await pay(run, { collectionId: created.id, amount: { value: 1, currency: 'NGN' } });
  const [message] = await day.messages(created.id);
  const optOutToken = /\/u\/(\w+)/.exec(message?.text ?? '')?.[1] ?? '';
  const payToken = payTokenOf(created);
  expect([payToken, optOutToken]).toEqual([expect.stringMatching(/\w{60}/), expect.stringMatching(/\w{60}/)]);
  const collection = await getCollection(client, created.id);
  const secretKey = await sandboxKey(run, sandbox.id);
  return {
    canaries,
    account,
    apiKey,
    client,
    sandbox,
    secretKey,
    provider,
    endpoint,
    collection,
    payToken,
    optOutToken,
  };
}

async function createWebhookEndpoint(client: Client, { text, email }: Canaries): Promise<CanaryAccount['endpoint']> {
  const json = { url: 'http://127.0.0.1:9/', events: ['*'], description: text, notifyEmail: email };
  const { data } = await client.send('POST', '/public/webhook-endpoints', { json });
  const endpoint = data as CanaryAccount['endpoint'];
  await client.send('PATCH', `/public/webhook-endpoints/${endpoint.id}`, { json: { status: 'paused' } });
  return endpoint;
}

function payTokenOf({ payable: { options } }: CollectionResponse): string {
  const link = options.flatMap((option) => (option.method === 'payment_link' ? [option.link] : []))[0];
  return link?.split('/pay/')[1] ?? '';
}

export type Paid = { delivered: boolean; status: number; transaction: string };

export async function pay({ baseUrl }: Pick<Run, 'baseUrl'>, payment: object): Promise<Paid> {
  const answer = await fetch(`${baseUrl}/_local/sandbox/payments`, { method: 'POST', body: JSON.stringify(payment) });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text) as Paid;
}

/** As a function reads it: the table has the ciphertext, and KMS decrypts it for this provider. */
async function sandboxKey({ awsEndpoint, dynamodbEndpoint, tableName }: Run, provider: string): Promise<string> {
  const Key = marshall(credentialsKey(parseProviderId(provider)?.account ?? '', provider));
  const { Item } = await localClient(dynamodbEndpoint).send(new GetItemCommand({ TableName: tableName, Key }));
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const kms = new KMSClient({ endpoint: awsEndpoint, region: 'us-east-1', credentials });
  const EncryptionContext = encryptionContext(provider);
  const command = new DecryptCommand({ CiphertextBlob: Item?.['ciphertext']?.B, EncryptionContext });
  const { Plaintext = new Uint8Array() } = await kms.send(command);
  kms.destroy();
  return (JSON.parse(Buffer.from(Plaintext).toString()) as { secretKey: string }).secretKey;
}

/** Data that only the account itself may read. */
export const secretsOf = ({
  canaries,
  apiKey,
  secretKey,
  collection,
  provider,
  endpoint,
  sandbox,
  payToken,
  optOutToken,
}: CanaryAccount): string[] => [
  ...spellings(canaries),
  ...[apiKey, secretKey, payToken, optOutToken, collection.id, collection.contact.id, provider.id, sandbox.id],
  ...[endpoint.id, endpoint.secret],
  ...collection.events.map(({ id }) => id),
];
