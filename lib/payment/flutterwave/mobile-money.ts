/** Charges a mobile money wallet with Flutterwave. The customer approves on the phone or on a Flutterwave page. */
import type { Ask } from '#lib/payment/json-api.ts';
import { APPROVE, prompted, walletOf } from '#lib/payment/mobile-money-prompt.ts';
import { type Answered, type Order, ProviderFailure } from '#lib/payment/port.ts';
import { isText, linkAt, malformed, valueAt } from '#lib/payment/read-answer.ts';

/** The kind of charge for each currency, and Flutterwave's names of its networks. */
const CHARGES: Readonly<Record<string, { type: string; networks: Readonly<Record<string, string>> }>> = {
  GHS: {
    type: 'mobile_money_ghana',
    networks: { MTN: 'MTN', Telecel: 'VODAFONE', AirtelTigo: 'AIRTELTIGO' },
  },
  KES: { type: 'mpesa', networks: { 'M-Pesa': 'SAFARICOM', Airtel: 'AIRTEL' } },
  RWF: { type: 'mobile_money_rwanda', networks: { MTN: 'MTN', Airtel: 'AIRTEL' } },
  TZS: {
    type: 'mobile_money_tanzania',
    networks: { Vodacom: 'VODACOM', Airtel: 'AIRTEL', Tigo: 'TIGO', Halotel: 'HALOPESA' },
  },
  UGX: { type: 'mobile_money_uganda', networks: { MTN: 'MTN', Airtel: 'AIRTEL' } },
  XAF: { type: 'mobile_money_franco', networks: { MTN: 'MTN', 'Orange Money': 'ORANGEMONEY' } },
  XOF: { type: 'mobile_money_franco', networks: { Wave: 'WAVE', MTN: 'MTN', 'Orange Money': 'ORANGEMONEY' } },
  ZMW: { type: 'mobile_money_zambia', networks: { MTN: 'MTN', Airtel: 'AIRTEL', Zamtel: 'ZAMTEL' } },
};

export async function payByPhone(order: Order, ask: Ask, charged: object): Promise<Answered<'mobile_money'>> {
  const charge = CHARGES[order.amount.currency];
  if (charge === undefined) throw new ProviderFailure('unsupported_currency');
  const wallet = walletOf(order);
  const { phone, network } = wallet;
  const answer = await ask('POST', `/charges?type=${charge.type}`, {
    ...charged,
    phone_number: phone.slice(1),
    redirect_url: order.returnUrl,
    network: charge.networks[network.name],
    ...(charge.type === 'mobile_money_franco' && { country: network.country }),
    ...(charge.type === 'mobile_money_rwanda' && { order_id: order.reference }),
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
