/** What a collection shows of the ways to pay it; its own payment page is always one of them. */
import { deriveHash, type OwnedId } from './ids.ts';
import type { PaymentMethod } from './payment-methods.ts';

export type Payable = {
  enabled: boolean;
  methods: readonly PaymentMethod[];
  /** Proof, in 128 bits, that a link to the payment page is ours; present when the page is one of the ways to pay. */
  proof?: string;
};

export type PaymentOption = { method: 'payment_link'; link: string; expiresAt: string };

/** A collection's ways to pay; `payment_link` leads to our own page and needs no provider. */
export function newPayable(
  asked: { enabled: boolean; methods: readonly PaymentMethod[] },
  id: string,
  salt: string,
): Payable {
  const linked = asked.enabled && asked.methods.includes('payment_link');
  return { ...asked, ...(linked && { proof: deriveHash(salt, 'pay', id) }) };
}

/** The options to show: a link names the collection's place and carries its proof. */
export function paymentOptions(
  { proof }: Payable,
  { account, hash }: OwnedId,
  { baseUrl, expiresAt }: { baseUrl: string; expiresAt: string },
): PaymentOption[] {
  if (proof === undefined) return [];
  return [{ method: 'payment_link', link: `${baseUrl}/pay/${account}${hash}${proof}`, expiresAt }];
}
