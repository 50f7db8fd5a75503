/** Opens the way to pay that a payer has chosen on the payment page, or passes on the code that the payer entered. */
import type { CollectionContext } from '#lib/domain/collection.ts';
import type { Money } from '#lib/domain/money.ts';
import type { CheckoutProvider } from '#lib/domain/payment/checkout.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { enterCode } from './enter-code.ts';
import { type Checkout, openCheckout } from './open-checkout.ts';

type Ports = Parameters<typeof openCheckout>[0] & Parameters<typeof enterCode>[0];

/** `sent`: the provider has the payer's code, and confirms the payment later. `no_number`: what was typed is none. */
export type WayOutcome = Checkout | { kind: 'sent' | 'refused' | 'no_number' };

/** `provider` is undefined if none is there to open anything. */
type ChosenWay = {
  click: { method: keyof OpenedBy; network?: string; from?: string } | { method: 'mobile_money'; code: string };
  provider: CheckoutProvider | undefined;
  outstanding: Money;
};

/** Undefined if nothing can be opened; the page then says so. */
export async function openWay(
  ports: Ports,
  subject: CollectionContext & { entries: readonly LedgerEntry[] },
  { click, provider, outstanding }: ChosenWay,
): Promise<WayOutcome | undefined> {
  if ('code' in click) return { kind: (await enterCode(ports, { ...subject, code: click.code })) ? 'sent' : 'refused' };
  if (provider === undefined) return undefined;
  const { from, ...way } = click;
  const { phone: own, account } = subject;
  // Somebody else may pay for the customer, from a phone of theirs.
  const phone = from === undefined ? own : parsePhone(from, own.country ?? account.country);
  if (from !== undefined && !phone.reachable) return { kind: 'no_number' };
  return openCheckout(ports, { ...subject, ...way, phone, provider, amount: outstanding });
}
