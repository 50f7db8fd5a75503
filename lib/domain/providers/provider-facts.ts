/** The form of what is known of a provider without asking it. */
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';

/** `test`: the host for test keys, where it is another one. */
export type ApiHosts = Readonly<{ live: string; test?: string }>;

type Currencies = readonly string[] | 'any';

/** The methods that a provider takes, each with its currencies. Our own page, `payment_link`, needs no provider. */
export type Capabilities = Readonly<Partial<Record<ProviderOption['method'], Currencies>>>;

export type ProviderFacts = Readonly<{
  /** The names of the secrets that its adapter needs, in the order in which an operator enters them. */
  secrets: readonly string[];
  /** Base addresses, without a slash at the end. */
  apiHosts: ApiHosts;
  /** The hosts of its own pages, as sources of a content security policy: a form on the payment page may lead there. */
  checkoutHosts: readonly string[] | 'same as the API';
  /** From its public API documents. */
  capabilities: Capabilities;
}>;
