/** The sandbox: our own provider for trials, whose page pays with a click (docs/sandbox-provider.md). */
import type { ProviderPayment } from '#lib/domain/payment/payment.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { hosts } from '#lib/payment/hosts.ts';
import { type Asked, openBy } from '#lib/payment/open-by.ts';
import { type Call, type Order, type PaymentAdapter, ProviderFailure, type Webhook } from '#lib/payment/port.ts';
import { readUnits } from '#lib/payment/provider-money.ts';
import { readInstant } from '#lib/payment/provider-time.ts';
import { idAt, malformed, maybeTextAt, readObject, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { refusal, unlessUnknown } from '#lib/payment/refusal.ts';
import { isSignedBy } from '#lib/payment/signature.ts';

const TOLERANCE_MS = 5 * 60_000;

export const sandbox: PaymentAdapter = {
  secrets: ['secretKey'],

  checkoutHosts: () => (hosts.sandbox === '' ? [] : [new URL(hosts.sandbox).origin]),

  open: openBy({
    checkout: async (order, by) => opened(linkOf(await openSession('checkout', order, by))),
    card: async (order, by) => opened(linkOf(await openSession('card', order, by))),
    virtual_account: async (order, by) => opened(accountOf(await openSession('virtual_account', order, by))),
    bank_transfer: async (order, by) => opened(accountOf(await openSession('bank_transfer', order, by))),
    mobile_money: async (order, by) => opened(mobileMoneyOf(await openSession('mobile_money', order, by))),
  }),

  findPayments: ({ reference, transaction }, by) => {
    if (transaction !== undefined) return unlessUnknown(findPayment(reference, transaction, by));
    return findByReference(reference, by);
  },

  readWebhookEvent: (webhook, { secretKey }, now) => {
    if (!isSigned(webhook, secretKey, now)) return { kind: 'unsigned' };
    const webhookEvent = readObject(webhook.body);
    if (webhookEvent === undefined) return { kind: 'malformed' };
    if (valueAt(webhookEvent, 'event') !== 'payment.succeeded') return { kind: 'other' };
    const transaction = maybeTextAt(webhookEvent, 'data', 'transaction');
    const reference = maybeTextAt(webhookEvent, 'data', 'reference');
    if (transaction === undefined || reference === undefined) return { kind: 'malformed' };
    return { kind: 'payment', lookup: { transaction, reference } };
  },
};

/** Returns the earlier session when the reference was used for the same method and amount. */
async function openSession(method: keyof OpenedBy, order: Order, by: Asked): Promise<unknown> {
  const { reference, amount, customer, merchant: business, description, expiresAt, returnUrl } = order;
  const wanted = { reference, method, amount, customer, business, description, expiresAt, returnUrl };
  const opened = await ask('/v1/sessions', by, wanted);
  if (opened.status === 201) return opened.json;
  if (opened.status !== 409) throw refused(opened);
  const session = await read(`/v1/sessions/${encodeURIComponent(reference)}`, by);
  const { minor, currency } = moneyOf(session);
  const isSame = valueAt(session, 'method') === method && minor === amount.minor && currency === amount.currency;
  if (!isSame) throw new ProviderFailure('taken');
  return session;
}

async function findByReference(reference: string, by: Asked): Promise<ProviderPayment[]> {
  const payments = valueAt(await read(`/v1/payments?reference=${encodeURIComponent(reference)}`, by), 'payments');
  if (!Array.isArray(payments)) throw malformed();
  return payments.map(paymentOf);
}

async function findPayment(reference: string, transaction: string, by: Asked): Promise<ProviderPayment[]> {
  const payment = paymentOf(await read(`/v1/payments/${encodeURIComponent(transaction)}`, by));
  return payment.reference === reference ? [payment] : [];
}

async function read(path: string, by: Asked): Promise<unknown> {
  const answer = await ask(path, by);
  if (answer.status !== 200) throw refused(answer);
  return answer.json;
}

async function ask(path: string, { credentials, call }: Asked, body?: object): ReturnType<Call> {
  if (hosts.sandbox === '') throw new ProviderFailure('not_configured');
  const url = `${hosts.sandbox}${path}`;
  const authorization = `Bearer ${credentials['secretKey']}`;
  if (body === undefined) return call({ method: 'GET', url, headers: { authorization } });
  const headers = { authorization, 'content-type': 'application/json' };
  return call({ method: 'POST', url, headers, body: JSON.stringify(body) });
}

const refused = ({ status, json }: Awaited<ReturnType<Call>>): ProviderFailure =>
  refusal(status, { message: maybeTextAt(json, 'error', 'message'), code: maybeTextAt(json, 'error', 'code') });

const moneyOf = (json: unknown) => readUnits(valueAt(json, 'amount', 'minor'), valueAt(json, 'amount', 'currency'));

const paymentOf = (json: unknown): ProviderPayment => ({
  transaction: idAt(json, 'transaction'),
  reference: textAt(json, 'reference'),
  amount: moneyOf(json),
  paidAt: readInstant(valueAt(json, 'paidAt')),
});

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

/** The signature covers the time and the body. A time far from ours is refused, because the webhook may be a replay. */
function isSigned({ body, headers }: Webhook, secret: string | undefined, now: Date): boolean {
  const [, time = '', signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers['x-sandbox-signature'] ?? '') ?? [];
  const signed = { algorithm: 'sha256', secret, encoding: 'hex', body: `${time}.${body}` } as const;
  return isSignedBy(signature, signed) && Math.abs(now.getTime() - Number(time) * 1000) <= TOLERANCE_MS;
}
