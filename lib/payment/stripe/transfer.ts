/** Opens Stripe accounts for transfers. An account belongs to a Stripe customer, and there is one for each contact. */
import { createHash } from 'node:crypto';
import type { Money } from '#lib/domain/money.ts';
import type { BankAccountOption } from '#lib/domain/payment/payment-option.ts';
import { type Order, ProviderFailure } from '#lib/payment/port.ts';
import { malformed, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { type AskStripe, stripeAmount, stripeIdAt, stripeMoney } from './api.ts';

/** Customers in every euro country can pay to an account in any one of them. */
const EURO_COUNTRY = 'IE';

const TYPES: Readonly<Record<string, string>> = {
  EUR: 'eu_bank_transfer',
  GBP: 'gb_bank_transfer',
  JPY: 'jp_bank_transfer',
  MXN: 'mx_bank_transfer',
  USD: 'us_bank_transfer',
};

export async function openTransfer(
  order: Order,
  ask: AskStripe,
): Promise<{ kind: 'opened'; option: BankAccountOption; key: string }> {
  const { reference, amount, description, expiresAt } = order;
  const type = TYPES[amount.currency];
  if (type === undefined) throw new ProviderFailure('unsupported_currency');
  const metadata = { 'metadata[reference]': reference };
  const customer = await ask('/customers', customerOf(order));
  const balance = 'payment_method_options[customer_balance]';
  const intent = await ask('/payment_intents', {
    idempotencyKey: reference,
    fields: {
      ...metadata,
      amount: stripeAmount(amount),
      currency: amount.currency.toLowerCase(),
      customer: stripeIdAt(customer, 'cus'),
      description,
      confirm: 'true',
      'payment_method_types[0]': 'customer_balance',
      'payment_method_data[type]': 'customer_balance',
      [`${balance}[funding_type]`]: 'bank_transfer',
      [`${balance}[bank_transfer][type]`]: type,
      ...(type === 'eu_bank_transfer' && { [`${balance}[bank_transfer][eu_bank_transfer][country]`]: EURO_COUNTRY }),
    },
  });
  const shown = valueAt(intent, 'next_action', 'display_bank_transfer_instructions');
  const remaining = stripeMoney(valueAt(shown, 'amount_remaining'), valueAt(shown, 'currency'));
  const option = { ...accountOf(shown, order), expiresAt, ...toTransfer(remaining, order) };
  return { kind: 'opened', option, key: stripeIdAt(intent, 'pi') };
}

/**
 * Stripe answers the same request under the same key with the same customer, for a day at least; afterwards a contact
 * may get a second customer. A search would lag behind.
 */
const customerOf = ({ customer: { email } }: Order) => ({
  fields: { email },
  idempotencyKey: `customer-${createHash('sha256').update(email).digest('hex')}`,
});

/** Stripe first uses what the customer has paid too much before. */
function toTransfer(remaining: Money, { amount }: Order): { amount?: Money } {
  if (remaining.currency !== amount.currency || remaining.minor > amount.minor) {
    throw new ProviderFailure('amount_differs');
  }
  return remaining.minor === amount.minor ? {} : { amount: remaining };
}

type Address = Omit<BankAccountOption, 'expiresAt'>;

/** Where a bank asks for more than the account number, the rest follows it in parentheses. */
const READERS: Readonly<Record<string, (address: unknown) => Omit<Address, 'accountName'>>> = {
  aba: (aba) => ({
    bankName: textAt(aba, 'bank_name'),
    accountNumber: `${textAt(aba, 'account_number')} (routing number ${textAt(aba, 'routing_number')})`,
  }),
  iban: (iban) => ({ bankName: textAt(iban, 'bic'), accountNumber: textAt(iban, 'iban') }),
  // Stripe gives no bank name here; the sort code identifies the bank.
  sort_code: (account) => ({
    bankName: 'Faster Payments',
    accountNumber: `${textAt(account, 'account_number')} (sort code ${textAt(account, 'sort_code')})`,
  }),
  spei: (spei) => ({ bankName: textAt(spei, 'bank_name'), accountNumber: textAt(spei, 'clabe') }),
  zengin: (zengin) => ({
    bankName: textAt(zengin, 'bank_name'),
    accountNumber: `${textAt(zengin, 'account_number')} (branch ${textAt(zengin, 'branch_code')})`,
  }),
};

function accountOf(instructions: unknown, { merchant }: Order): Address {
  const addresses = valueAt(instructions, 'financial_addresses');
  for (const address of Array.isArray(addresses) ? addresses : []) {
    const type = maybeTextAt(address, 'type') ?? '';
    const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
    const details = valueAt(address, type);
    if (read) return { ...read(details), accountName: maybeTextAt(details, 'account_holder_name') ?? merchant };
  }
  throw malformed();
}
