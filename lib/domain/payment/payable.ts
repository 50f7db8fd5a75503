/** The payment options of a collection, with our own payment page among them. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import { deriveHash, linkToken } from '#lib/domain/ids.ts';
import type { PaymentMethod } from './payment-methods.ts';
import type { PaymentOption, ProviderOption } from './payment-option.ts';

export type Payable = {
  enabled: boolean;
  methods: readonly PaymentMethod[];
  /** 128 bits that prove that a link to the payment page is ours. Present if a method leads there. */
  proof?: string;
};

export function newPayable(
  asked: { enabled: boolean; methods: readonly PaymentMethod[] },
  id: string,
  salt: string,
): Payable {
  const linked = asked.enabled && asked.methods.some(leadsToPage);
  return { ...asked, ...(linked && { proof: deriveHash(salt, 'pay', id) }) };
}

/** Our page shows what is true when it is opened; a provider's page can be out of date. */
export const leadsToPage = (method: PaymentMethod): method is 'payment_link' | 'card' =>
  method === 'payment_link' || method === 'card';

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
    if (!leadsToPage(method)) {
      shown.push(...options.filter((option) => option.method === method));
    } else if (proof !== undefined) {
      const link = payPageUrl(baseUrl, ref, proof);
      shown.push({ method, link: method === 'card' ? `${link}?method=card` : link, expiresAt });
    }
  }
  return shown;
}
