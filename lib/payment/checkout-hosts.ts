/** The hosts of the providers' own pages, apart from the adapters: the payment page needs them each time it is shown. */
import type { ProviderKind } from '#lib/domain/provider.ts';
import { hosts } from './hosts.ts';

const HOSTS: Readonly<Record<Exclude<ProviderKind, 'sandbox'>, readonly string[]>> = {
  paystack: ['https://checkout.paystack.com', 'https://*.paystack.com', 'https://*.paystack.co'],
  flutterwave: ['https://*.flutterwave.com', 'https://*.dev-flutterwave.com'],
  monnify: ['https://*.monnify.com'],
  stripe: ['https://checkout.stripe.com'],
};

/** As sources of a content security policy: a form on the payment page may lead there. */
export function checkoutHosts(kind: ProviderKind): readonly string[] {
  if (kind !== 'sandbox') return HOSTS[kind];
  return hosts.sandbox === '' ? [] : [new URL(hosts.sandbox).origin];
}
