/** The methods of payment, and which kind of provider takes them in which currency. */
import type { Capabilities } from '#lib/domain/providers/provider-facts.ts';
import { factsOf, PROVIDERS, type ProviderKind } from '#lib/domain/providers/providers.ts';

export const PAYMENT_METHODS = ['payment_link', 'virtual_account', 'mobile_money', 'card', 'bank_transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The methods of this kind of provider, each with its currencies. */
const capabilitiesOf = (kind: string): Capabilities =>
  Object.hasOwn(PROVIDERS, kind) ? factsOf(kind as ProviderKind).capabilities : {};

/** Whether a provider of this kind has its own payment page for this currency. All that take cards do. */
export function canCheckOut(kind: string | undefined, currency: string): boolean {
  return unavailableMethods(['card'], kind, currency).length === 0;
}

/** The methods that this kind of provider cannot take. Without a provider, only `payment_link` works. */
export function unavailableMethods(
  methods: readonly PaymentMethod[],
  kind: string | undefined,
  currency: string,
): PaymentMethod[] {
  const capabilities = kind === undefined ? {} : capabilitiesOf(kind);
  return methods.filter((method) => {
    if (method === 'payment_link') return false;
    const currencies = capabilities[method] ?? [];
    return currencies !== 'any' && !currencies.includes(currency);
  });
}
