/** Opens a Flutterwave bank account for one payment: a virtual account, or an account for one transfer. */
import type { BankAccountOption } from '#lib/domain/payment/payment-option.ts';
import type { Ask } from '#lib/payment/json-api.ts';
import type { Order } from '#lib/payment/port.ts';
import { readDecimal, withFeeOnTop } from '#lib/payment/provider-money.ts';
import { earliest, endOf, inMinutes, MINUTE_MS, readEpochSeconds } from '#lib/payment/provider-time.ts';
import { idAt, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';

type OpenedAccount = { kind: 'opened'; option: BankAccountOption };

/** A virtual account is valid for one hour. The expiry in the answer names no time zone, so we do not read it. */
const VIRTUAL_MINUTES = 60;

/** One year, in seconds. */
const MAX_LIFE = 31_536_000;

export async function openVirtualAccount(order: Order, ask: Ask, charged: object): Promise<OpenedAccount> {
  const answer = await ask('POST', '/virtual-account-numbers', {
    ...charged,
    narration: order.merchant,
  });
  const data = valueAt(answer, 'data');
  const option = {
    bankName: textAt(data, 'bank_name'),
    accountNumber: idAt(data, 'account_number'),
    accountName: nameIn(maybeTextAt(data, 'note')) ?? order.merchant,
    expiresAt: earliest(order.expiresAt, inMinutes(order.now, VIRTUAL_MINUTES)),
    ...toTransfer(valueAt(data, 'amount'), order),
  };
  return { kind: 'opened', option };
}

export async function openOneTimeAccount(order: Order, ask: Ask, charged: object): Promise<OpenedAccount> {
  const seconds = Math.ceil((Date.parse(order.expiresAt) - order.now.getTime()) / 1000);
  const answer = await ask('POST', '/charges?type=bank_transfer', {
    ...charged,
    narration: order.merchant,
    is_permanent: false,
    expires: Math.min(MAX_LIFE, Math.max(MINUTE_MS / 1000, seconds)),
  });
  const account = valueAt(answer, 'meta', 'authorization');
  const option = {
    bankName: textAt(account, 'transfer_bank'),
    accountNumber: idAt(account, 'transfer_account'),
    accountName: nameIn(maybeTextAt(account, 'transfer_note')) ?? order.merchant,
    expiresAt: endOf(order, readEpochMilliseconds(valueAt(account, 'account_expiration'))),
    ...toTransfer(valueAt(account, 'transfer_amount'), order),
  };
  return { kind: 'opened', option };
}

/** Flutterwave gives the account's name only inside a sentence: "Please make a bank transfer to …". */
const nameIn = (note: string | undefined): string | undefined => /\btransfer to (.{1,100})$/i.exec(note ?? '')?.[1];

/** Flutterwave adds its fee where the merchant lets the customer pay it. */
const toTransfer = (amount: unknown, order: Order): Pick<BankAccountOption, 'amount'> =>
  amount === undefined || amount === null ? {} : withFeeOnTop(readDecimal(amount, order.amount.currency), order);

function readEpochMilliseconds(value: unknown): string {
  const milliseconds = typeof value === 'string' ? Number(value) : value;
  return readEpochSeconds(typeof milliseconds === 'number' ? Math.floor(milliseconds / 1000) : undefined);
}
