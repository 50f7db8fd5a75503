/** Monnify. Amounts are in naira (major units). An invoice gives a page or an account; a transfer is a transaction. */

import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { openBy } from '#lib/payment/open-by.ts';
import type { Connection, Lookup, Order, PaymentAdapter, WebhookEvent } from '#lib/payment/port.ts';
import { isText, maybeTextAt, readObject, valueAt } from '#lib/payment/read-answer.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { check, logIn, modeOf } from './api.ts';
import { findMovements } from './find.ts';
import { closeInvoice, invoiceAccount, invoicePage, openInvoice, openTransfer } from './invoice.ts';
import { listMovements } from './list.ts';

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
