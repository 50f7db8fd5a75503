/**
 * Plays one life on a test account with functions of a release before anybody else calls them: a create, a refusal, the page, a payment,
 * its webhook. Each function is invoked as AWS does it, and the first answer that is not as it must be stops the release
 * (docs/decisions/0061-a-rehearsal-before-traffic.md).
 */
import { createHmac } from 'node:crypto';
import type { Account } from '#lib/domain/account.ts';
import { type ApiKey, hashToken, hintOfApiKey, newApiKey } from '#lib/domain/checked-token.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { toAmount } from '#lib/domain/money.ts';
import { paidTransaction, REHEARSAL_KEY, REHEARSED_AMOUNT } from '#lib/domain/payment/rehearsed-payment.ts';
import { rehearsalProvider } from '#lib/domain/rehearsal.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import type { Store } from '#lib/store/store.ts';
import {
  type AccountPorts,
  accountOfRehearsals,
  type Invoked,
  type Rehearsal,
  rehearsalOf,
  Unfit,
} from './rehearsal.ts';

/** Those whose calls are answered. */
export const REHEARSED = ['create-collection', 'payment-page', 'receive-payment'] as const;
export type Rehearsed = (typeof REHEARSED)[number];

export type RehearsePorts = AccountPorts &
  Pick<Store, 'closeRehearsal' | 'saveApiKey' | 'saveSealedCredentials' | 'getCollection'> & {
    invoke: (name: Rehearsed, event: object) => Promise<Invoked>;
    seal: (provider: string, text: string) => Promise<Uint8Array>;
    checksumKey: string;
  };

/** What was made for one rehearsal. */
type Stage = { account: Account; apiKey: string; secret: string; nonce: string };

export async function rehearse(ports: RehearsePorts): Promise<Rehearsal> {
  const stage = await open(ports);
  try {
    return await rehearsalOf(() => play(ports, stage));
  } finally {
    const { account, apiKey } = stage;
    const provider = rehearsalProvider(account).id;
    await ports.closeRehearsal({ account: account.id, keyHash: hashToken(apiKey), provider });
  }
}

async function open(ports: RehearsePorts): Promise<Stage> {
  const { clock, random, checksumKey } = ports;
  const now = clock.now();
  const account = await accountOfRehearsals(ports);
  const apiKey = newApiKey({ id: account.id, mode: account.mode }, checksumKey, random.bytes);
  const stored: ApiKey = {
    ...{ hash: hashToken(apiKey), mode: account.mode, hint: hintOfApiKey(apiKey), createdAt: now.toISOString() },
    // Should this process die: the key ends by itself.
    expiresAt: new Date(now.getTime() + DAY_MS).toISOString(),
  };
  await ports.saveApiKey(account.id, stored);
  const provider = rehearsalProvider(account).id;
  const secret = `${REHEARSAL_KEY}${Buffer.from(random.bytes(24)).toString('hex')}`;
  const ciphertext = await ports.seal(provider, JSON.stringify({ secretKey: secret }));
  await ports.saveSealedCredentials({ provider, ciphertext, now });
  return { account, apiKey, secret, nonce: random.nonce() };
}

/** The life, in its order. */
async function play(ports: RehearsePorts, stage: Stage): Promise<void> {
  const { id, token } = await create(ports, stage);
  await refuse(ports, stage);
  const { method } = await openPage(ports, token);
  const reference = await pay(ports, { token, method });
  await report(ports, stage, reference);
  const ref = parseCollectionId(id);
  const collection = ref && (await ports.getCollection(ref));
  if (collection?.status !== 'completed')
    throw new Unfit(`receive-payment took the webhook, and the collection is ${collection?.status ?? 'gone'}.`);
  await see(ports, token);
}

async function create(ports: RehearsePorts, { apiKey, nonce }: Stage): Promise<{ id: string; token: string }> {
  const body = {
    reference: `rehearsal-${nonce}`,
    amount: toAmount(REHEARSED_AMOUNT),
    contact: {
      firstName: 'Rehearsal',
      lastName: 'Rehearsal',
      phone: '+447700900123',
      email: 'success@simulator.amazonses.com',
    },
    expiresIn: 60,
    payable: { enabled: true, methods: ['payment_link', 'virtual_account'] },
    followUp: { enabled: false },
  };
  const { status, json } = await call(ports, 'create-collection', createEvent(apiKey, body));
  expectStatus('create-collection', { status, json }, 201);
  const options: { method: string; link?: string }[] = json?.data?.payable?.options ?? [];
  const link = options.find((option) => option.method === 'payment_link')?.link;
  if (link === undefined) throw new Unfit('create-collection answered 201, and no link to pay.');
  if (!options.some((option) => option.method === 'virtual_account'))
    throw new Unfit('create-collection answered 201 without the account that the provider opens.');
  return { id: json.data.id, token: link.slice(link.lastIndexOf('/') + 1) };
}

/** What is wrong is still refused. */
async function refuse(ports: RehearsePorts, { apiKey }: Stage): Promise<void> {
  const answer = await call(ports, 'create-collection', createEvent(apiKey, {}));
  expectStatus('create-collection', answer, 400);
}

/** What the page offers to say beside paying. */
const ANSWERS = ['promise', 'claim', 'dispute'];

async function openPage(ports: RehearsePorts, token: string): Promise<{ method: string }> {
  const { status, text } = await call(ports, 'payment-page', pageEvent('GET', token));
  expectStatus('payment-page', { status }, 200);
  const offered = [...text.matchAll(/<input type="hidden" name="method" value="([^"]+)"/g)];
  const method = offered.map(([, name = '']) => name).find((name) => !ANSWERS.includes(name));
  if (method === undefined) throw new Unfit('payment-page answered 200, and no way to pay.');
  return { method };
}

/** The reference of the session at the provider. */
async function pay(ports: RehearsePorts, { token, method }: { token: string; method: string }): Promise<string> {
  const { status, headers } = await call(ports, 'payment-page', pageEvent('POST', token, `method=${method}`));
  const location: string | undefined = headers?.['location'];
  if (status !== 303 || location === undefined)
    throw new Unfit(`payment-page did not lead to the provider: it answered ${status}.`);
  return decodeURIComponent(location.slice(location.lastIndexOf('/') + 1));
}

/** A webhook that is not signed is refused, and the signed one is taken. */
async function report(ports: RehearsePorts, { account, secret }: Stage, reference: string): Promise<void> {
  const providerId = rehearsalProvider(account).id;
  const body = JSON.stringify({
    event: 'payment.succeeded',
    data: { transaction: paidTransaction(reference), reference },
  });
  const time = Math.floor(ports.clock.now().getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const unsigned = await call(
    ports,
    'receive-payment',
    webhookEvent(providerId, body, `t=${time},v1=${'0'.repeat(64)}`),
  );
  expectStatus('receive-payment', unsigned, 401);
  const taken = await call(ports, 'receive-payment', webhookEvent(providerId, body, `t=${time},v1=${signature}`));
  expectStatus('receive-payment', taken, 200);
  if (taken.json?.message !== 'Webhook received')
    throw new Unfit('receive-payment ignored the signed webhook of a payment.');
}

/** Who has paid sees it. */
async function see(ports: RehearsePorts, token: string): Promise<void> {
  const { status, text } = await call(ports, 'payment-page', pageEvent('GET', token));
  expectStatus('payment-page', { status }, 200);
  if (text.includes('<form method="post"')) throw new Unfit('payment-page asks for money that was paid.');
}

// biome-ignore lint/suspicious/noExplicitAny: each answer has its own shape, and a rehearsal reads few of its fields.
type Answer = { status: number; text: string; json: any; headers: Record<string, string> | undefined };

async function call({ invoke }: RehearsePorts, name: Rehearsed, event: object): Promise<Answer> {
  const invoked = await invoke(name, event);
  if ('failed' in invoked) throw new Unfit(`${name} failed: ${invoked.failed}.`);
  const {
    statusCode = 0,
    body = '',
    headers,
  } = (invoked.answer ?? {}) as {
    statusCode?: number;
    body?: string;
    headers?: Record<string, string>;
  };
  return { status: statusCode, text: body, json: parsed(body), headers };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function expectStatus(
  name: Rehearsed,
  { status, json }: Pick<Answer, 'status'> & Partial<Answer>,
  expected: number,
): void {
  if (status === expected) return;
  const code = typeof json?.code === 'string' ? ` (${json.code})` : '';
  throw new Unfit(`${name} answered ${status}${code} in place of ${expected}.`);
}

type EventParts = {
  method: string;
  resource: string;
  pathParameters?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
};

/** As API Gateway invokes a function. */
const event = ({ method, resource, pathParameters, headers = {}, body }: EventParts) => ({
  ...{ httpMethod: method, resource, path: resource, pathParameters: pathParameters ?? null, headers },
  multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  ...{ queryStringParameters: null, multiValueQueryStringParameters: null, stageVariables: null },
  requestContext: { requestId: 'rehearsal', stage: 'live', path: resource },
  ...{ body: body ?? null, isBase64Encoded: false },
});

const createEvent = (apiKey: string, body: object) =>
  event({
    ...{ method: 'POST', resource: '/public/collections' },
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const pageEvent = (method: string, token: string, form?: string) =>
  event({
    ...{ method, resource: '/pay/{token}', pathParameters: { token } },
    ...(form !== undefined && { body: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });

const webhookEvent = (providerId: string, body: string, signature: string) =>
  event({
    ...{ method: 'POST', resource: '/webhooks/{providerId}', pathParameters: { providerId }, body },
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': signature },
  });
