/** The sandbox: our own provider for trials, whose page pays with a click (docs/reference/sandbox-provider.md). */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { OFFLINE_URL } from '#lib/domain/payment/rehearsed-payment.ts';
import { orIfUnknown, refusal } from '#lib/payment/call-provider.ts';
import { openBy } from '#lib/payment/open-by.ts';
import {
  type Call,
  type Connection,
  type Credentials,
  type ListPage,
  type Lookup,
  type Movement,
  type Order,
  type PaymentAdapter,
  ProviderFailure,
  type Report,
  type Webhook,
  type WebhookEvent,
} from '#lib/payment/port.ts';
import { readInstant } from '#lib/payment/provider-values.ts';
import { malformed, maybeTextAt, readObject, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { isReference, listAt, moneyOf, reportOf } from './movements.ts';
import { answerOffline } from './offline.ts';

const TOLERANCE_MS = 5 * 60_000;

/** What else to read, by event. */
const EVENTS: ReadonlyMap<string, Lookup['about']> = new Map([
  ['payment.succeeded', undefined],
  ['refund.done', 'refunds'],
  ['refund.failed', 'refunds'],
  ['dispute.opened', 'disputes'],
  ['dispute.lost', 'disputes'],
  ['dispute.won', 'disputes'],
]);

function readWebhookEvent(webhook: Webhook, { secretKey }: Credentials, now: Date): WebhookEvent {
  if (!isSigned(webhook, secretKey, now)) return { kind: 'unsigned' };
  const webhookEvent = readObject(webhook.body);
  if (webhookEvent === undefined) return { kind: 'malformed' };
  const event = valueAt(webhookEvent, 'event');
  if (typeof event !== 'string' || !EVENTS.has(event)) return { kind: 'other' };
  const transaction = maybeTextAt(webhookEvent, 'data', 'transaction');
  const reference = valueAt(webhookEvent, 'data', 'reference');
  if (transaction === undefined || !isReference(reference)) return { kind: 'malformed' };
  const about = EVENTS.get(event);
  if (about === undefined) return { kind: 'movement', lookup: { transaction, reference } };
  const object = maybeTextAt(webhookEvent, 'data', 'object');
  if (object === undefined) return { kind: 'malformed' };
  return { kind: 'movement', lookup: { transaction, reference, about, object } };
}

/** The signature covers the time and the body. A time far from ours is refused, because the webhook may be a replay. */
function isSigned({ body, headers }: Webhook, secret: string | undefined, now: Date): boolean {
  const [, time = '', signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers['x-sandbox-signature'] ?? '') ?? [];
  const signed = { algorithm: 'sha256', secret, encoding: 'hex', body: `${time}.${body}` } as const;
  return isSignedBy(signature, signed) && Math.abs(now.getTime() - Number(time) * 1000) <= TOLERANCE_MS;
}

type Answer = Awaited<ReturnType<Call>>;

type Request = { method: 'GET' | 'POST'; path: string; body?: object };

async function ask({ method, path, body }: Request, { credentials, call, hosts }: Connection): Promise<Answer> {
  if (hosts.live === '') throw new ProviderFailure('not_configured');
  if (hosts.live === OFFLINE_URL)
    return answerOffline({ method, path, ...(body && { body }) }, credentials['secretKey'] ?? '');
  return call({
    method,
    url: `${hosts.live}/v1${path}`,
    headers: {
      authorization: `Bearer ${credentials['secretKey']}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** @throws ProviderFailure unless the status is 200 */
async function read(path: string, connection: Connection, query?: Record<string, string>): Promise<unknown> {
  const answer = await ask({ method: 'GET', path: query ? `${path}?${new URLSearchParams(query)}` : path }, connection);
  if (answer.status !== 200) throw refused(answer);
  return answer.json;
}

const refused = ({ status, json }: Answer): ProviderFailure =>
  refusal(status, { message: maybeTextAt(json, 'error', 'message'), code: maybeTextAt(json, 'error', 'code') });

export const adapter: PaymentAdapter = {
  open: openBy({
    checkout: async (order, connection) => opened(linkOf(await openSession('checkout', order, connection))),
    card: async (order, connection) => opened(linkOf(await openSession('card', order, connection))),
    virtual_account: async (order, connection) =>
      opened(accountOf(await openSession('virtual_account', order, connection))),
    bank_transfer: async (order, connection) =>
      opened(accountOf(await openSession('bank_transfer', order, connection))),
    mobile_money: async (order, connection) =>
      opened(mobileMoneyOf(await openSession('mobile_money', order, connection))),
  }),

  findMovements,
  listMovements,

  close: async ({ reference }, connection) => {
    const answer = await ask({ method: 'POST', path: `/sessions/${encodeURIComponent(reference)}/close` }, connection);
    // A session that the sandbox does not know was never opened, so nobody can pay it.
    if (answer.status !== 200 && refused(answer).reason !== 'not_found') throw refused(answer);
    return 'closed';
  },

  check: async (connection) =>
    void (await read('/movements', connection, { what: 'payments', from: NEVER, to: NEVER })),

  modeOf: () => undefined,

  readWebhookEvent,
};

/** Returns the earlier session when the reference was used for the same method and amount and can still be paid. */
async function openSession(method: keyof OpenedBy, order: Order, connection: Connection): Promise<unknown> {
  const { reference, amount, customer, merchant: business, description, expiresAt, returnUrl, cancelUrl } = order;
  const wanted = { reference, method, amount, customer, business, description, expiresAt, returnUrl, cancelUrl };
  const answer = await ask({ method: 'POST', path: '/sessions', body: wanted }, connection);
  if (answer.status === 201) return answer.json;
  if (answer.status !== 409) throw refused(answer);
  // A merchant's own transaction may have the reference, too.
  const session = await orIfUnknown(read(`/sessions/${encodeURIComponent(reference)}`, connection), undefined);
  if (session === undefined || !isSameSession(session, method, order)) throw new ProviderFailure('taken');
  return session;
}

function isSameSession(session: unknown, method: keyof OpenedBy, { amount }: Order): boolean {
  const { minor, currency } = moneyOf(session);
  const hasEnded = ['closed', 'expired'].includes(textAt(session, 'status'));
  const isSameAmount = minor === amount.minor && currency === amount.currency;
  return !hasEnded && isSameAmount && valueAt(session, 'method') === method;
}

/** One request answers all that moved under a reference. */
async function findMovements({ reference, transaction }: Lookup, connection: Connection): Promise<Report> {
  const query = reference === undefined ? transaction !== undefined && { transaction } : { reference };
  const found = query ? await orIfUnknown(read('/transactions', connection, query), undefined) : undefined;
  if (found === undefined) return { movements: [], progress: 'unknown' };
  if (reference !== undefined && valueAt(found, 'reference') !== reference) throw malformed();
  const report = reportOf(found);
  if (transaction === undefined) return report;
  return { ...report, movements: report.movements.filter((movement) => movement.transaction === transaction) };
}

async function listMovements(
  { what, from, to, next: cursor }: ListPage,
  connection: Connection,
): Promise<{ movements: Movement[]; next?: string }> {
  const page = await read('/movements', connection, { what, from, to, ...(cursor !== undefined && { cursor }) });
  const next = maybeTextAt(page, 'next');
  return { movements: listAt(page, 'movements', what), ...(next !== undefined && { next }) };
}

/** An instant at which nothing was paid. */
const NEVER = '1970-01-01T00:00:00.000Z';

const opened = <Option>(option: Option) => ({ kind: 'opened' as const, option });

const expiryOf = (session: unknown): string => readInstant(valueAt(session, 'expiresAt'));
const linkOf = (session: unknown) => ({ link: textAt(session, 'link'), expiresAt: expiryOf(session) });

const accountOf = (session: unknown) => ({
  ...textsAt(session, 'bankAccount', ['bankName', 'accountNumber', 'accountName']),
  expiresAt: expiryOf(session),
});

function mobileMoneyOf(session: unknown) {
  const { network, ...rest } = textsAt(session, 'mobileMoney', ['network', 'phone', 'instructions']);
  return { provider: network, ...rest, expiresAt: expiryOf(session) };
}

const textsAt = <Name extends string>(json: unknown, path: string, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textAt(json, path, name)])) as Record<Name, string>;
