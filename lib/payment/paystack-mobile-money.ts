/** Paystack's charge of a mobile money wallet: the customer approves it on the phone. */
import { mobileNetwork } from '#lib/domain/payment/mobile-networks.ts';
import { hosts } from './hosts.ts';
import type { Ask } from './json-api.ts';
import { type Opened, type Order, ProviderFailure } from './port.ts';
import { earliest, inMinutes } from './provider-time.ts';
import { linkAt, maybeTextAt, textAt } from './read-answer.ts';

/** Paystack's codes. Of Kenya's only the one for paying to a till is in its samples; of Ghana's only `mtn`. */
const CODES: Readonly<Record<string, string>> = {
  MTN: 'mtn',
  Telecel: 'vod',
  AirtelTigo: 'atl',
  'M-Pesa': 'mpesa_offline',
};

/** No answer says how long the request on the phone stays open. */
const PROMPT_MINUTES = 15;

const APPROVE = 'Approve the payment on your phone.';

export async function payByPhone(
  order: Order,
  ask: Ask,
  wanted: object,
): Promise<Exclude<Opened<'mobile_money'>, { kind: 'failed' }>> {
  const { amount, customer, expiresAt, now } = order;
  if (customer.phone === undefined) throw new ProviderFailure('no_phone');
  const network = mobileNetwork(customer.phone, amount.currency);
  const code = network && CODES[network.name];
  if (network === undefined || code === undefined) throw new ProviderFailure('unknown_network');
  const phone = numberFor(customer.phone, network.country);
  const answer = await ask('POST', `${hosts.paystack}/charge`, { ...wanted, mobile_money: { phone, provider: code } });
  const option = {
    provider: network.name,
    phone: customer.phone,
    instructions: instructionsOf(answer),
    expiresAt: earliest(expiresAt, inMinutes(now, PROMPT_MINUTES)),
  };
  return { kind: 'opened', option };
}

/** As in Paystack's samples: Ghana's numbers as they are dialled there, others international without the plus. */
const numberFor = (phone: string, country: string): string =>
  country === 'GH' ? phone.replace('+233', '0') : phone.slice(1);

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
      // It wants a code that the customer has: there is nowhere to type it with us.
      throw new ProviderFailure('needs_customer_input');
  }
}
