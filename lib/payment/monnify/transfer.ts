/** Opens a Monnify account for one transfer: it starts a transaction and requests an account for it. */
import type { BankAccountOption } from '#lib/domain/payment/payment-option.ts';
import type { Ask } from '#lib/payment/json-api.ts';
import type { Order } from '#lib/payment/port.ts';
import { readDecimal, withFeeOnTop } from '#lib/payment/provider-money.ts';
import { earliest, inMinutes } from '#lib/payment/provider-time.ts';
import { idAt, malformed, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { commonFields } from './invoice.ts';

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
