/** Monnify. Amounts are in naira (major units). An invoice gives a page or an account; a transfer is a transaction. */
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { hosts } from '#lib/payment/hosts.ts';
import { type Ask, jsonApi } from '#lib/payment/json-api.ts';
import { type Asked, openBy } from '#lib/payment/open-by.ts';
import { type Lookup, type Order, type PaymentAdapter, ProviderFailure, type WebhookEvent } from '#lib/payment/port.ts';
import { readDecimal } from '#lib/payment/provider-money.ts';
import { readLagosTime } from '#lib/payment/provider-time.ts';
import { isText, malformed, maybeTextAt, readObject, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { unlessUnknown } from '#lib/payment/refusal.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { invoiceAccount, invoicePage, openInvoice } from './invoice.ts';
import { openTransfer } from './transfer.ts';

/** PARTIALLY_PAID is not here: the rest arrives under the same id, so the payment counts when it is complete. */
const PAID = ['PAID', 'OVERPAID'];

const hostOf = (apiKey: string): string => (apiKey.startsWith('MK_TEST_') ? hosts.monnifyTest : hosts.monnify);

const isYes = (json: unknown): boolean => valueAt(json, 'requestSuccessful') === true;
const explain = (json: unknown) => ({ message: maybeTextAt(json, 'responseMessage') });

/** The returned `Ask` takes paths without a host. */
async function logIn({ credentials, call }: Asked): Promise<Ask> {
  const { apiKey = '', secretKey = '' } = credentials;
  const host = hostOf(apiKey);
  const authorization = `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`;
  const { status, json } = await call({ method: 'POST', url: `${host}/api/v1/auth/login`, headers: { authorization } });
  if (status >= 300 || !isYes(json)) throw new ProviderFailure('unauthorized');
  const ask = jsonApi({ token: textAt(json, 'responseBody', 'accessToken'), call, isYes, explain });
  return async (method, path, body) => valueAt(await ask(method, `${host}${path}`, body), 'responseBody');
}

const contractOf = ({ credentials }: Asked): string => credentials['contractCode'] ?? '';

async function findPayments({ reference, key, transaction }: Lookup, by: Asked) {
  const ask = await logIn(by);
  const name = transaction ?? key ?? (await transactionOf(reference, ask));
  if (name === undefined) return [];
  const found = await ask('GET', `/api/v2/transactions/${encodeURIComponent(name)}`);
  if (!PAID.includes(textAt(found, 'paymentStatus')) || !referencesOf(found).includes(reference)) return [];
  const amount = readDecimal(valueAt(found, 'amountPaid'), valueAt(found, 'currency'));
  const paidAt = readLagosTime(valueAt(found, 'paidOn'));
  return [{ transaction: textAt(found, 'transactionReference'), reference, amount, paidAt }];
}

/** The payment of an invoice has Monnify's own `paymentReference`; our reference is in `product`. */
const referencesOf = (transaction: unknown): unknown[] => [
  valueAt(transaction, 'paymentReference'),
  valueAt(transaction, 'product', 'reference'),
];

/** A paid invoice names its transaction in a field, or only at the end of its page's address. */
async function transactionOf(reference: string, ask: Ask): Promise<string | undefined> {
  const invoice = await ask('GET', `/api/v1/invoice/${encodeURIComponent(reference)}/details`);
  if (textAt(invoice, 'invoiceStatus') !== 'PAID') return undefined;
  const named = maybeTextAt(invoice, 'transactionReference') ?? textAt(invoice, 'checkoutUrl').replaceAll('%7C', '|');
  const [name] = /MNFY\|[\w|]{1,100}$/.exec(named) ?? [];
  if (name === undefined) throw malformed();
  return name;
}

function readWebhookEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const data = valueAt(event, 'eventData');
  const reference = referencesOf(data).find((each) => isText(each) && parseProviderReference(each) !== undefined);
  const transaction = valueAt(data, 'transactionReference');
  const isPaid = valueAt(event, 'eventType') === 'SUCCESSFUL_TRANSACTION';
  if (!isPaid || !isText(reference) || !isText(transaction)) return { kind: 'other' };
  return { kind: 'payment', lookup: { reference, transaction } };
}

const ANY = ['CARD', 'ACCOUNT_TRANSFER', 'USSD'];

const invoiceFor = async (order: Order, by: Asked, methods: string[]): Promise<unknown> =>
  openInvoice(order, await logIn(by), contractOf(by), methods);

export const monnify: PaymentAdapter = {
  secrets: ['apiKey', 'secretKey', 'contractCode'],
  checkoutHosts: () => ['https://*.monnify.com'],
  open: openBy({
    checkout: async (order, by) => invoicePage(await invoiceFor(order, by, ANY), order),
    card: async (order, by) => invoicePage(await invoiceFor(order, by, ['CARD']), order),
    virtual_account: async (order, by) => invoiceAccount(await invoiceFor(order, by, ['ACCOUNT_TRANSFER']), order),
    bank_transfer: async (order, by) => openTransfer(order, await logIn(by), contractOf(by)),
  }),
  findPayments: (of, by) => unlessUnknown(findPayments(of, by)),
  readWebhookEvent: ({ body, headers }, { secretKey }) => {
    const signed = { algorithm: 'sha512', secret: secretKey, encoding: 'hex', body } as const;
    return isSignedBy(headers['monnify-signature'], signed) ? readWebhookEvent(body) : { kind: 'unsigned' };
  },
};
