/** Maps each kind of payment provider to its adapter. */
import type { ProviderKind } from '#lib/domain/provider.ts';
import { flutterwave } from './flutterwave/flutterwave.ts';
import { monnify } from './monnify/monnify.ts';
import { paystack } from './paystack/paystack.ts';
import type { PaymentAdapter } from './port.ts';
import { sandbox } from './sandbox/sandbox.ts';
import { stripe } from './stripe/stripe.ts';

export const adapters: Readonly<Record<ProviderKind, PaymentAdapter>> = {
  paystack,
  flutterwave,
  monnify,
  stripe,
  sandbox,
};
