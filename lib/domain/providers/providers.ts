/**
 * The payment providers. Each is a folder here: `facts.ts` says what is known without asking it, `adapter.ts` talks to it and
 * is loaded when it is first needed. To add one, write its folder and name it in this list: docs/contributing/adding-a-provider.md.
 */
import { facts as flutterwave } from './flutterwave.ts';
import { facts as monnify } from './monnify.ts';
import { facts as paystack } from './paystack.ts';
import type { ProviderFacts } from './provider-facts.ts';
import { facts as sandbox } from './sandbox.ts';
import { facts as stripe } from './stripe.ts';

export const PROVIDERS = { paystack, flutterwave, monnify, stripe, sandbox };

export type ProviderKind = keyof typeof PROVIDERS;

export const PROVIDER_KINDS = Object.keys(PROVIDERS) as readonly ProviderKind[];

export const factsOf = (kind: ProviderKind): ProviderFacts => PROVIDERS[kind];
