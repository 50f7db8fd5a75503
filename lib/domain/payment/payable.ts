/** What a collection shows of the ways to pay it; its own payment page is always one of them. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import { deriveHash, linkToken } from '#lib/domain/ids.ts';
import type { PaymentMethod } from './payment-methods.ts';
import type { PaymentOption, ProviderOption } from './payment-option.ts';

export type Payable = {
  enabled: boolean;
  methods: readonly PaymentMethod[];
  /** Proof, in 128 bits, that a link to the payment page is ours; present when the page is one of the ways to pay. */
  proof?: string;
};

/** A collection's ways to pay; `payment_link` leads to our own page and needs no provider. */
export function newPayable(
  asked: { enabled: boolean; methods: readonly PaymentMethod[] },
  id: string,
  salt: string,
): Payable {
  const linked = asked.enabled && asked.methods.includes('payment_link');
  return { ...asked, ...(linked && { proof: deriveHash(salt, 'pay', id) }) };
}

/** The address of a collection's payment page. */
export const payPageUrl = (baseUrl: string, ref: CollectionRef, proof: string): string =>
  `${baseUrl}/pay/${linkToken(ref, proof)}`;

/** The options to show, in the order in which they were asked for; one that no provider has opened is missing. */
export function paymentOptions(
  {
    payable: { methods, proof },
    ref,
    options,
    expiresAt,
  }: { payable: Payable; ref: CollectionRef; options: readonly ProviderOption[]; expiresAt: string },
  baseUrl: string,
): PaymentOption[] {
  const shown: PaymentOption[] = [];
  for (const method of methods) {
    if (method !== 'payment_link') shown.push(...options.filter((option) => option.method === method));
    else if (proof !== undefined) shown.push({ method, link: payPageUrl(baseUrl, ref, proof), expiresAt });
  }
  return shown;
}
