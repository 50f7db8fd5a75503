/** Opens Monnify invoices. One answer has a page and an account, and we can read it again by our reference. */
import type { BankAccountOption, LinkOption } from '#lib/domain/payment/payment-option.ts';
import { type Ask, hasEnded, pathPart } from '#lib/payment/call-provider.ts';
import { type Order, ProviderFailure } from '#lib/payment/port.ts';
import { decimalOf, earliest, endOf, inMinutes, readDecimal, withFeeOnTop } from '#lib/payment/provider-values.ts';
import { idAt, linkAt, malformed, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { readLagosTime, toLagosTime } from './lagos-time.ts';

export async function openTransfer(
  order: Order,
  ask: Ask,
  contractCode: string,
): Promise<{ kind: 'opened'; option: BankAccountOption; key: string }> {
  const { description, ...fields } = commonFields(order, contractCode);
  const begun = await ask('POST', '/api/v1/merchant/transactions/init-transaction', {
    ...fields,
    paymentReference: order.reference,
    paymentDescription: description,
    paymentMethods: ['ACCOUNT_TRANSFER'],
  });
  const key = textAt(begun, 'transactionReference');
  const account = await ask('POST', '/api/v1/merchant/bank-transfer/init-payment', { transactionReference: key });
  const option = {
    bankName: textAt(account, 'bankName'),
    accountNumber: idAt(account, 'accountNumber'),
    accountName: textAt(account, 'accountName'),
    expiresAt: earliest(order.expiresAt, inMinutes(order.now, minutesOf(valueAt(account, 'accountDurationSeconds')))),
    ...withFeeOnTop(readDecimal(valueAt(account, 'totalPayable'), order.amount.currency), order),
  };
  return { kind: 'opened', option, key };
}

function minutesOf(seconds: unknown): number {
  if (typeof seconds !== 'number' || !(seconds > 0) || seconds > 31_536_000) throw malformed();
  return seconds / 60;
}

/** Monnify allows six months at most. */
const INVOICE_MINUTES = 180 * 24 * 60;

const commonFields = ({ amount, customer, description, returnUrl }: Order, contractCode: string) => ({
  amount: Number(decimalOf(amount)),
  currencyCode: amount.currency,
  contractCode,
  customerName: `${customer.firstName} ${customer.lastName}`,
  customerEmail: customer.email,
  redirectUrl: returnUrl,
  description,
  // Transactions do not say what was asked, only what is to be paid with a fee on top; they give this back.
  metaData: { [ASKED]: decimalOf(amount) },
});

export const ASKED = 'asked';

/** Opens an invoice, or returns the equal one that is still open. @throws ProviderFailure `taken` for a different one */
export async function openInvoice(order: Order, ask: Ask, contractCode: string, methods: string[]): Promise<unknown> {
  const expiryDate = toLagosTime(earliest(order.expiresAt, inMinutes(order.now, INVOICE_MINUTES)));
  try {
    const wanted = { ...commonFields(order, contractCode), invoiceReference: order.reference, expiryDate };
    return await ask('POST', '/api/v1/invoice/create', { ...wanted, paymentMethods: methods });
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.reason !== 'taken') throw error;
    const invoice = await ask('GET', `/api/v1/invoice/${pathPart(order.reference)}/details`);
    if (isStillOpen(invoice, order)) return invoice;
    throw error;
  }
}

export const invoicePage = (invoice: unknown, order: Order): { kind: 'opened'; option: LinkOption } => ({
  kind: 'opened',
  option: { link: linkAt(invoice, 'checkoutUrl'), expiresAt: endOf(order, expiryOf(invoice)) },
});

export const invoiceAccount = (invoice: unknown, order: Order): { kind: 'opened'; option: BankAccountOption } => ({
  kind: 'opened',
  option: {
    bankName: textAt(invoice, 'bankName'),
    accountNumber: idAt(invoice, 'accountNumber'),
    accountName: textAt(invoice, 'accountName'),
    expiresAt: endOf(order, expiryOf(invoice)),
  },
});

/** @throws ProviderFailure `already_paid`, so that the customer is not asked to pay a second time */
function isStillOpen(invoice: unknown, { amount, now }: Order): boolean {
  const status = textAt(invoice, 'invoiceStatus');
  if (status === 'PAID') throw new ProviderFailure('already_paid');
  // The documentation lists no currency field, because Monnify has one currency only.
  const currency = valueAt(invoice, 'currencyCode') ?? amount.currency;
  const asked = readDecimal(valueAt(invoice, 'amount'), currency);
  const isSame = asked.minor === amount.minor && asked.currency === amount.currency;
  return isSame && status === 'PENDING' && expiryOf(invoice) > now.toISOString();
}

const expiryOf = (invoice: unknown): string => readLagosTime(valueAt(invoice, 'expiryDate'));

/** @throws ProviderFailure; an invoice that is paid or has run out counts as closed */
export async function closeInvoice(reference: string, ask: Ask): Promise<'closed'> {
  const path = `/api/v1/invoice/${pathPart(reference)}`;
  try {
    await ask('DELETE', `${path}/cancel`);
  } catch (error) {
    if (!hasEnded(error) && !(await isOver(error, () => ask('GET', `${path}/details`)))) throw error;
  }
  return 'closed';
}

/** How Monnify refuses to cancel a paid invoice is unconfirmed, so we look. */
async function isOver(error: unknown, read: () => Promise<unknown>): Promise<boolean> {
  if (!(error instanceof ProviderFailure) || error.reason !== 'refused') return false;
  return textAt(await read(), 'invoiceStatus') !== 'PENDING';
}
