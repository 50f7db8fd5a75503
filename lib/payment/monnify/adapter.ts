/** Monnify. Amounts are in naira (major units). An invoice gives a page or an account; a transfer is a transaction. */

import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { DAY_MS } from '#lib/domain/time-units.ts';
import { type Ask, query } from '#lib/payment/json-api.ts';
import { openBy } from '#lib/payment/open-by.ts';
import { nextPage, pageNumber, rowsByTransaction } from '#lib/payment/pages.ts';
import type { Connection, ListPage, Lookup, Movement, Order, PaymentAdapter, WebhookEvent } from '#lib/payment/port.ts';
import { isText, listAt, maybeTextAt, readObject, valueAt } from '#lib/payment/read-answer.ts';
import { orIfUnknown } from '#lib/payment/refusal.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { check, logIn, modeOf } from './api.ts';
import { findMovements, refundOf, refundsPath, transactionOf } from './find.ts';
import { closeInvoice, invoiceAccount, invoicePage, openInvoice, openTransfer } from './invoice.ts';
import { readTransaction, reportOf } from './transaction.ts';

/** Few, because each row costs a request for its transaction: rows do not have the reference of an invoice. */
const PER_PAGE = 10;

/** `read`: what a row adds to what its transaction says. */
type List = { pathOf: typeof refundsPath; read: typeof refundOf; isOf?: (row: unknown) => boolean };

const MOVED = ['PAID', 'OVERPAID', 'PARTIALLY_PAID', 'REVERSED', 'REFUNDED'];

/** A bank may take a payment back months later, and Monnify tells nobody: it has no dispute, and no webhook of a reversal. */
const REVERSED_DAYS = 180;

const LISTS: Readonly<Record<ListPage['what'], List>> = {
  payments: {
    pathOf: (page) => `/api/v1/transactions/search?${query(page)}`,
    read: () => [],
    isOf: (row) => MOVED.some((status) => status === valueAt(row, 'paymentStatus')),
  },
  refunds: { pathOf: refundsPath, read: refundOf },
  // The list is by when a transaction began, and those that were reversed are few.
  disputes: {
    pathOf: (page) => {
      const from = page.to - REVERSED_DAYS * DAY_MS;
      return `/api/v1/transactions/search?${query({ ...page, from, paymentStatus: 'REVERSED' })}`;
    },
    read: () => [],
    isOf: (row) => valueAt(row, 'paymentStatus') === 'REVERSED',
  },
};

async function listMovements(
  { what, from, to, next }: ListPage,
  connection: Connection,
): Promise<{ movements: Movement[]; next?: string }> {
  const list = LISTS[what];
  const ask = await logIn(connection);
  const number = pageNumber(next, 0);
  const path = list.pathOf({ page: number, size: PER_PAGE, from: Date.parse(from), to: Date.parse(to) });
  const answer = await ask('GET', path);
  const rows = listAt(answer, 'content');
  const pages = valueAt(answer, 'totalPages');
  const last = typeof pages === 'number' ? pages - 1 : undefined;
  return { movements: await movementsOf(rows, list, ask), ...nextPage({ number, rows, last, size: PER_PAGE }) };
}

async function movementsOf(rows: readonly unknown[], { read, isOf }: List, ask: Ask): Promise<Movement[]> {
  const wanted = isOf ? rows.filter(isOf) : rows;
  const found = rowsByTransaction(wanted, transactionOf).map(async ([transaction, each]) => {
    const data = await orIfUnknown(readTransaction(transaction, ask), undefined);
    return data === undefined ? [] : [...reportOf(data).movements, ...each.flatMap((row) => read(row, data))];
  });
  return (await Promise.all(found)).flat();
}

function readEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const lookup = lookupOf(valueAt(event, 'eventType'), valueAt(event, 'eventData'));
  return lookup === undefined ? { kind: 'other' } : { kind: 'movement', lookup };
}

function lookupOf(type: unknown, data: unknown): Lookup | undefined {
  const transaction = maybeTextAt(data, 'transactionReference');
  if (transaction === undefined) return undefined;
  const reference = referenceOf(data);
  const lookup: Lookup = { transaction, ...(reference !== undefined && { reference }) };
  switch (type) {
    case 'SUCCESSFUL_TRANSACTION':
      return lookup;
    case 'REJECTED_PAYMENT':
      return { ...lookup, about: 'rejection', ...sentIn(valueAt(data, 'paymentSourceInformation')) };
    case 'SUCCESSFUL_REFUND':
    case 'FAILED_REFUND': {
      const object = maybeTextAt(data, 'refundReference');
      return { transaction, about: 'refunds', ...(object !== undefined && { object }) };
    }
    default:
      return undefined;
  }
}

/** An object, or a list of them. */
function sentIn(source: unknown): Pick<Lookup, 'sent'> {
  const sent = valueAt(Array.isArray(source) ? source[0] : source, 'amountPaid');
  return typeof sent === 'number' || isText(sent) ? { sent: String(sent) } : {};
}

/** The payment of an invoice has Monnify's own `paymentReference`; the invoice's reference is in `product`. */
function referenceOf(data: unknown): string | undefined {
  const payment = maybeTextAt(data, 'paymentReference');
  const product = maybeTextAt(data, 'product', 'reference');
  const isProduct = valueAt(data, 'product', 'type') === 'INVOICE' || isOurs(product);
  return isProduct && !isOurs(payment) ? (product ?? payment) : payment;
}

const isOurs = (reference: string | undefined): boolean =>
  reference !== undefined && parseProviderReference(reference) !== undefined;

const contractOf = ({ credentials }: Connection): string => credentials['contractCode'] ?? '';

const ANY = ['CARD', 'ACCOUNT_TRANSFER', 'USSD'];

const invoiceFor = async (order: Order, connection: Connection, methods: string[]): Promise<unknown> =>
  openInvoice(order, await logIn(connection), contractOf(connection), methods);

export const adapter: PaymentAdapter = {
  open: openBy({
    checkout: async (order, connection) => invoicePage(await invoiceFor(order, connection, ANY), order),
    card: async (order, connection) => invoicePage(await invoiceFor(order, connection, ['CARD']), order),
    virtual_account: async (order, connection) =>
      invoiceAccount(await invoiceFor(order, connection, ['ACCOUNT_TRANSFER']), order),
    bank_transfer: async (order, connection) => openTransfer(order, await logIn(connection), contractOf(connection)),
  }),
  findMovements,
  listMovements,
  close: async ({ method, reference }, connection) =>
    method === 'bank_transfer' ? 'unclosable' : closeInvoice(reference, await logIn(connection)),
  check,
  modeOf,
  readWebhookEvent: ({ body, headers }, { secretKey }) => {
    const signed = { algorithm: 'sha512', secret: secretKey, encoding: 'hex', body } as const;
    return isSignedBy(headers['monnify-signature'], signed) ? readEvent(body) : { kind: 'unsigned' };
  },
};
