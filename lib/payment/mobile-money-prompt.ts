/** The parts of a mobile money payment that are the same with every provider. */
import { findNetwork, type MobileNetwork } from '#lib/domain/payment/mobile-networks.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { type Order, ProviderFailure } from './port.ts';
import { earliest, inMinutes } from './provider-values.ts';

/** Our own limit, because no provider's answer says how long the customer can approve. */
const PROMPT_MINUTES = 15;

/** `phone` is in E.164. */
export type Wallet = { phone: string; network: MobileNetwork };

/** @throws ProviderFailure `no_phone`, `unknown_network`, or `network_needed` when the payer has to choose one */
export function walletOf({ amount, customer: { phone }, network: chosen }: Order): Wallet {
  if (phone === undefined) throw new ProviderFailure('no_phone');
  const network = findNetwork({ phone, currency: amount.currency, chosen });
  if (typeof network === 'string') throw new ProviderFailure(network);
  return { phone, network };
}

export const APPROVE = 'Approve the payment on your phone.';

export const prompted = (
  { expiresAt, now }: Order,
  { phone, network }: Wallet,
  instructions: string,
): { kind: 'opened'; option: OpenedBy['mobile_money'] } => ({
  kind: 'opened',
  option: {
    provider: network.name,
    phone,
    instructions,
    expiresAt: earliest(expiresAt, inMinutes(now, PROMPT_MINUTES)),
  },
});
