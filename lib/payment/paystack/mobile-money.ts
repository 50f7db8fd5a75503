/** Charges a mobile money wallet with Paystack; the customer approves on the phone. */
import { hosts } from '#lib/payment/hosts.ts';
import type { Ask } from '#lib/payment/json-api.ts';
import { APPROVE, prompted, type Wallet, walletOf } from '#lib/payment/mobile-money-prompt.ts';
import { type Answered, type Order, ProviderFailure } from '#lib/payment/port.ts';
import { linkAt, maybeTextAt, textAt } from '#lib/payment/read-answer.ts';

/** Paystack's network codes. Its samples show `mtn` only for Ghana, and for Kenya only the code of till payments. */
const CODES: Readonly<Record<string, string>> = {
  MTN: 'mtn',
  Telecel: 'vod',
  AirtelTigo: 'atl',
  'M-Pesa': 'mpesa_offline',
};

export async function payByPhone(order: Order, ask: Ask, wanted: object): Promise<Answered<'mobile_money'>> {
  const wallet = walletOf(order);
  const provider = CODES[wallet.network.name];
  if (provider === undefined) throw new ProviderFailure('unknown_network');
  const mobileMoney = { phone: numberOf(wallet), provider };
  const answer = await ask('POST', `${hosts.paystack}/charge`, { ...wanted, mobile_money: mobileMoney });
  return prompted(order, wallet, instructionsOf(answer));
}

/** Paystack's samples use national numbers for Ghana, and international numbers without the plus for other countries. */
const numberOf = ({ phone, network }: Wallet): string =>
  network.country === 'GH' ? phone.replace('+233', '0') : phone.slice(1);

function instructionsOf(answer: unknown): string {
  const status = textAt(answer, 'data', 'status');
  const account = maybeTextAt(answer, 'data', 'account_number');
  const text = maybeTextAt(answer, 'data', 'display_text') ?? APPROVE;
  switch (status) {
    case 'pending':
    case 'success':
      return text;
    case 'pay_offline': {
      const reference = maybeTextAt(answer, 'data', 'account_reference');
      if (account === undefined || text.includes(account)) return text;
      return `${text} Till or paybill number: ${account}${reference ? `, account: ${reference}` : ''}.`;
    }
    case 'open_url':
      return `Open ${linkAt(answer, 'data', 'url')} to approve the payment.`;
    case 'failed':
      throw new ProviderFailure('declined');
    default:
      // Paystack wants a code from the customer, and our page has no field for it.
      throw new ProviderFailure('needs_customer_input');
  }
}
