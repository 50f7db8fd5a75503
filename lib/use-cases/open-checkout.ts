/**
 * Opens a session at the provider for what is still to be paid, at each click on the pay button. Its reference is
 * reserved before the provider gets it, so a payment finds its collection after any crash. The provider's key of the
 * session is stored before the payer is sent there, because they may pay at once.
 */
import type { CollectionContext } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Money } from '#lib/domain/money.ts';
import type { CheckoutProvider } from '#lib/domain/payment/checkout.ts';
import { wayTo } from '#lib/domain/payment/checkout.ts';
import type { ProviderKind } from '#lib/domain/provider.ts';
import { type OpenPorts, openUnder } from './open-session.ts';

export type CheckoutPorts = OpenPorts & {
  keepSessionKey: (ref: CollectionRef, number: number, key: string) => Promise<void>;
  /** The hosts of the provider's pages, as sources of a content security policy. */
  checkoutHosts: (kind: ProviderKind) => readonly string[];
};

type Bill = CollectionContext & { provider: CheckoutProvider; amount: Money };

/** `closed`: the collection can no longer be paid, or was tried too often. */
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
