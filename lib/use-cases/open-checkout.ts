/**
 * What a click on the pay button comes to: a session of its own at the provider, for what is still to be paid.
 *
 * Its reference is reserved before the provider hears of it, so whatever crashes, a payment under it finds its collection;
 * and the provider's own name for the session is kept before the payer is sent there, since they may pay at once.
 */
import type { CollectionContext } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Money } from '#lib/domain/money.ts';
import { wayTo } from '#lib/domain/payment/checkout-link.ts';
import type { CheckoutProvider } from '#lib/domain/payment/checkout-provider.ts';
import type { ProviderKind } from '#lib/domain/provider-kind.ts';
import { type OpenPorts, openUnder } from './open-session.ts';

export type CheckoutPorts = OpenPorts & {
  keepSessionKey: (ref: CollectionRef, number: number, key: string) => Promise<void>;
  /** Where the provider's pages are, as sources of a content security policy. */
  checkoutHosts: (kind: ProviderKind) => readonly string[];
};

type Bill = CollectionContext & { provider: CheckoutProvider; amount: Money };

/** How the payer gets to the provider's page; or `closed`: it can no longer be paid, or has been tried too often. */
export type Checkout =
  | { kind: 'redirect'; link: string }
  | { kind: 'link'; link: string }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string };

export async function openCheckout(ports: CheckoutPorts, bill: Bill): Promise<Checkout> {
  const { collection, provider } = bill;
  const session = { method: 'checkout', provider: provider.slug } as const;
  const reserved = await ports.reserveSession(collection.ref, session);
  if (reserved === undefined) return { kind: 'closed' };
  const { number, opened } = await openUnder(ports, bill, { ...session, number: reserved });
  if (opened.kind === 'failed') return opened.reason === 'not_payable' ? { kind: 'closed' } : opened;
  if (opened.key !== undefined) await ports.keepSessionKey(collection.ref, number, opened.key);
  const { link } = opened.option;
  const way = wayTo(link, ports.checkoutHosts(provider.kind));
  return way === undefined ? { kind: 'failed', reason: 'unsafe_link' } : { kind: way, link };
}
