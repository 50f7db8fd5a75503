/** Charges a mobile money wallet with Flutterwave. The customer approves on the phone or on a Flutterwave page. */
import { hosts } from '#lib/payment/hosts.ts';
import type { Ask } from '#lib/payment/json-api.ts';
import { APPROVE, prompted, walletOf } from '#lib/payment/mobile-money-prompt.ts';
import { type Answered, type Order, ProviderFailure } from '#lib/payment/port.ts';
import { isText, linkAt, malformed, valueAt } from '#lib/payment/read-answer.ts';

const TYPES: Readonly<Record<string, string>> = {
  GHS: 'mobile_money_ghana',
  KES: 'mpesa',
  RWF: 'mobile_money_rwanda',
  TZS: 'mobile_money_tanzania',
  UGX: 'mobile_money_uganda',
  XAF: 'mobile_money_franco',
  XOF: 'mobile_money_franco',
  ZMW: 'mobile_money_zambia',
};

/** Flutterwave's network names, for the kinds of charge that require one. */
const NETWORKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mobile_money_ghana: { MTN: 'MTN', Telecel: 'VODAFONE', AirtelTigo: 'AIRTELTIGO' },
  mobile_money_uganda: { MTN: 'MTN', Airtel: 'AIRTEL' },
  mobile_money_zambia: { MTN: 'MTN', Airtel: 'AIRTEL', Zamtel: 'ZAMTEL' },
};

export async function payByPhone(order: Order, ask: Ask, charged: object): Promise<Answered<'mobile_money'>> {
  const type = TYPES[order.amount.currency];
  if (type === undefined) throw new ProviderFailure('unsupported_currency');
  const wallet = walletOf(order);
  const { phone, network } = wallet;
  const answer = await ask('POST', `${hosts.flutterwave}/charges?type=${type}`, {
    ...charged,
    phone_number: phone.slice(1),
    redirect_url: order.returnUrl,
    ...(NETWORKS[type] && { network: NETWORKS[type][network.name] }),
    ...(type === 'mobile_money_franco' && { country: network.country }),
  });
  return prompted(order, wallet, instructionsOf(answer));
}

function instructionsOf(answer: unknown): string {
  const status = valueAt(answer, 'data', 'status');
  if (status === 'failed') throw new ProviderFailure('declined');
  const mode = valueAt(answer, 'meta', 'authorization', 'mode');
  if (mode === 'redirect') {
    return `Open ${linkAt(answer, 'meta', 'authorization', 'redirect')} to approve the payment.`;
  }
  if (mode !== 'callback' && !isText(status)) throw malformed();
  return APPROVE;
}
