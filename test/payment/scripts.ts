/** The providers for which the tests of all adapters run. */
import type { ProviderScript } from './provider-script.ts';
import { flutterwaveScript } from './scripts/flutterwave.ts';
import { monnifyScript } from './scripts/monnify.ts';
import { paystackScript } from './scripts/paystack.ts';
import { stripeScript } from './scripts/stripe.ts';

export const SCRIPTS: readonly ProviderScript[] = [paystackScript, flutterwaveScript, monnifyScript, stripeScript];
