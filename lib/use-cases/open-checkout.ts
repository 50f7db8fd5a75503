/**
 * Opens a session at the provider for what is still to be paid, at each click on the payment page. Its reference is
 * reserved before the provider gets it, so a payment finds its collection after any crash. The provider's key of the
 * session is stored before the payer sees it, because they may pay at once.
 */

import type { Account } from '#lib/domain/account.ts';
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import type { Money } from '#lib/domain/money.ts';
import { type CheckoutProvider, wayTo } from '#lib/domain/payment/checkout.ts';
import type { OpenedBy, ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { numbered, providerReference, staleSessions } from '#lib/domain/payment/session.ts';
import type { Payments } from '#lib/payment/payments.ts';
import type { Store } from '#lib/store/store.ts';
import { targetOf } from './ask-providers.ts';
import { type OpenPorts, openUnder } from './open-session.ts';

export type CheckoutPorts = OpenPorts &
  Pick<Store, 'keepSessionKey' | 'replaceOption'> &
  Pick<Payments, 'checkoutHosts'>;

type Bill = CollectionContext & {
  provider: CheckoutProvider;
  amount: Money;
  method?: keyof OpenedBy;
  /** The mobile network that the payer chose. */
  network?: string | undefined;
};

/** `closed`: the collection can no longer be paid, or was tried too often. */
export type Checkout =
  | { kind: 'redirect'; link: string }
  | { kind: 'link'; link: string }
  | { kind: 'shown'; option: ProviderOption }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string };

export async function openCheckout(ports: CheckoutPorts, bill: Bill): Promise<Checkout> {
  const { collection, provider, method = 'checkout' } = bill;
  const { ref, amountChanges } = collection;
  const reserved = await ports.reserveSession(ref, { method, provider: provider.slug }, amountChanges);
  if (reserved === undefined) return { kind: 'closed' };
  const { number, opened } = await openUnder(ports, bill, { method, provider: provider.slug, number: reserved });
  if (opened.kind === 'failed') return opened.reason === 'not_payable' ? { kind: 'closed' } : opened;
  if (opened.key !== undefined) await ports.keepSessionKey(collection.ref, number, opened.key);
  const { option } = opened;
  if (!('link' in option)) {
    const isWhole = bill.amount.minor === collection.amount.minor;
    const shown = { method, ...option, ...(!isWhole && { asked: bill.amount }) } as ProviderOption;
    await ports.replaceOption(ref, shown, amountChanges);
    return { kind: 'shown', option: shown };
  }
  const way = wayTo(option.link, ports.checkoutHosts(provider.kind));
  return way === undefined ? { kind: 'failed', reason: 'unsafe_link' } : { kind: way, link: option.link };
}

export type CodePorts = Pick<Payments, 'submitCode'>;

const WITHIN_MS = 8_000;

/** False when there is no such session, or the provider refuses the code. */
export async function enterCode(
  ports: CodePorts,
  { collection, account, code }: { collection: Collection; account: Account; code: string },
): Promise<boolean> {
  const session = numbered(collection.sessions).findLast(({ method }) => method === 'mobile_money');
  const target = session && targetOf(account, session);
  const isStale = session !== undefined && staleSessions(collection).some(({ number }) => number === session.number);
  if (session === undefined || target === undefined || isStale) return false;
  const reference = providerReference(collection.ref, session.method, session.number);
  return (await ports.submitCode(target, { reference, code }, WITHIN_MS)).kind === 'accepted';
}
