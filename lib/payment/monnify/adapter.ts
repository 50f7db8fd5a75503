/** Monnify. Amounts are in naira (major units). An invoice gives a page or an account; a transfer is a transaction. */
import { openBy } from '#lib/payment/open-by.ts';
import type { Connection, Order, PaymentAdapter } from '#lib/payment/port.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { check, logIn, modeOf } from './api.ts';
import { findMovements } from './find.ts';
import { closeInvoice, invoiceAccount, invoicePage, openInvoice } from './invoice.ts';
import { listMovements } from './list.ts';
import { openTransfer } from './transfer.ts';
import { readEvent } from './webhooks.ts';

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
