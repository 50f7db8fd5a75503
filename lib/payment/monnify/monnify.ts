/** Monnify. Amounts are in naira (major units). An invoice gives a page or an account; a transfer is a transaction. */
import { type Asked, openBy } from '#lib/payment/open-by.ts';
import type { Order, PaymentAdapter } from '#lib/payment/port.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { check, logIn, modeOf } from './api.ts';
import { findMovements } from './find.ts';
import { closeInvoice, invoiceAccount, invoicePage, openInvoice } from './invoice.ts';
import { listMovements } from './list.ts';
import { openTransfer } from './transfer.ts';
import { readEvent } from './webhooks.ts';

const contractOf = ({ credentials }: Asked): string => credentials['contractCode'] ?? '';

const ANY = ['CARD', 'ACCOUNT_TRANSFER', 'USSD'];

const invoiceFor = async (order: Order, by: Asked, methods: string[]): Promise<unknown> =>
  openInvoice(order, await logIn(by), contractOf(by), methods);

export const monnify: PaymentAdapter = {
  secrets: ['apiKey', 'secretKey', 'contractCode'],
  open: openBy({
    checkout: async (order, by) => invoicePage(await invoiceFor(order, by, ANY), order),
    card: async (order, by) => invoicePage(await invoiceFor(order, by, ['CARD']), order),
    virtual_account: async (order, by) => invoiceAccount(await invoiceFor(order, by, ['ACCOUNT_TRANSFER']), order),
    bank_transfer: async (order, by) => openTransfer(order, await logIn(by), contractOf(by)),
  }),
  findMovements,
  listMovements,
  close: async ({ method, reference }, by) =>
    method === 'bank_transfer' ? 'unclosable' : closeInvoice(reference, await logIn(by)),
  check,
  modeOf,
  readWebhookEvent: ({ body, headers }, { secretKey }) => {
    const signed = { algorithm: 'sha512', secret: secretKey, encoding: 'hex', body } as const;
    return isSignedBy(headers['monnify-signature'], signed) ? readEvent(body) : { kind: 'unsigned' };
  },
};
