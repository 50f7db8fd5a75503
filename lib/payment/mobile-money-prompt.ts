/** The parts of a mobile money payment that are the same with every provider. */
import { type MobileNetwork, mobileNetwork } from '#lib/domain/payment/mobile-networks.ts';
import { type Answered, type Order, ProviderFailure } from './port.ts';
import { earliest, inMinutes } from './provider-time.ts';

/** Our own limit, because no provider's answer says how long the customer can approve. */
const PROMPT_MINUTES = 15;

/** `phone` is in E.164. */
export type Wallet = { phone: string; network: MobileNetwork };

/** @throws ProviderFailure `no_phone` or `unknown_network` */
export function walletOf({ amount, customer: { phone } }: Order): Wallet {
  if (phone === undefined) throw new ProviderFailure('no_phone');
  const network = mobileNetwork(phone, amount.currency);
  if (network === undefined) throw new ProviderFailure('unknown_network');
  return { phone, network };
}

export const APPROVE = 'Approve the payment on your phone.';

export const prompted = (
  { expiresAt, now }: Order,
  { phone, network }: Wallet,
  instructions: string,
): Answered<'mobile_money'> => ({
  kind: 'opened',
  option: {
    provider: network.name,
    phone,
    instructions,
    expiresAt: earliest(expiresAt, inMinutes(now, PROMPT_MINUTES)),
  },
});
