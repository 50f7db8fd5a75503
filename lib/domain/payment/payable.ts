/** The payment options of a collection, with our own payment page among them. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import { deriveHash, linkToken } from '#lib/domain/ids.ts';
import type { PaymentMethod } from './payment-methods.ts';
import type { PaymentOption, ProviderOption } from './payment-option.ts';

export type Payable = {
  enabled: boolean;
  methods: readonly PaymentMethod[];
  /** 128 bits that prove that a link to the payment page is ours. Present if `payment_link` is a method. */
  proof?: string;
};

export function newPayable(
  asked: { enabled: boolean; methods: readonly PaymentMethod[] },
  id: string,
  salt: string,
): Payable {
  const linked = asked.enabled && asked.methods.includes('payment_link');
  return { ...asked, ...(linked && { proof: deriveHash(salt, 'pay', id) }) };
}

export const payPageUrl = (baseUrl: string, ref: CollectionRef, proof: string): string =>
  `${baseUrl}/pay/${linkToken(ref, proof)}`;

/** In the order of the methods. An option that no provider has opened is missing. */
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
