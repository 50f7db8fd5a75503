/**
 * Opens a session at the provider for what is still to be paid, at a click on the payment page, or leads to the one that is
 * open: the payer could pay both. Its reference is reserved before the provider gets it, so a payment finds its collection
 * after any crash. What the provider opened is stored before the payer sees it, because they may pay at once.
 */

import type { CollectionContext } from '#lib/domain/collection.ts';
import type { Money } from '#lib/domain/money.ts';
import type { Booking, Ledger } from '#lib/domain/payment/book-movement.ts';
import { type CheckoutProvider, wayTo } from '#lib/domain/payment/checkout.ts';
import type { OpenedBy, ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { isTriedTooOften, type SessionWay } from '#lib/domain/payment/session.ts';
import type { Payments } from '#lib/payment/payments.ts';
import type { Store } from '#lib/store/store.ts';
import { type EarlierPorts, findEarlier } from './find-earlier-session.ts';
import { type OpenPorts, openUnder } from './open-session.ts';

export type CheckoutPorts = OpenPorts &
  EarlierPorts &
  Pick<Store, 'keepOpened' | 'replaceOption' | 'recordEvent'> &
  Pick<Payments, 'checkoutHosts'>;

export type Bill = CollectionContext &
  Pick<Ledger, 'entries' | 'attempts'> & {
    provider: CheckoutProvider;
    amount: Money;
    method?: keyof OpenedBy;
    /** The mobile network that the payer chose. */
    network?: string | undefined;
  };

/**
 * `closed`: the collection can no longer be paid. `paid`: the provider has just said that it was paid before.
 * `waiting`: what was asked before may still be paid. `too_often`: no further session is opened for now.
 */
export type Checkout =
  | { kind: 'redirect'; link: string }
  | { kind: 'link'; link: string }
  | { kind: 'shown'; option: ProviderOption }
  | { kind: 'paid'; bookings: readonly Booking[] }
  | { kind: 'closed' | 'waiting' | 'too_often' }
  | { kind: 'failed'; reason: string };

export async function openCheckout(ports: CheckoutPorts, bill: Bill): Promise<Checkout> {
  const { method = 'checkout' } = bill;
  const wanted = { method, provider: bill.provider.slug };
  const earlier = await findEarlier(ports, bill, { ...wanted, minor: bill.amount.minor });
  switch (earlier.kind) {
    case 'page':
      return leadTo(ports, bill, earlier.link);
    case 'unanswered':
      return openNew(ports, bill, { ...wanted, number: earlier.number, renews: method !== 'mobile_money' });
    case 'none':
      return reserveAndOpen(ports, bill, wanted);
    case 'waiting':
    case 'paid':
    case 'failed':
      return earlier;
  }
}

async function reserveAndOpen(ports: CheckoutPorts, bill: Bill, wanted: SessionWay): Promise<Checkout> {
  const { collection } = bill;
  const now = ports.clock.now();
  const reservedAt = now.toISOString();
  if (isTriedTooOften(collection.sessions, now)) {
    // The merchant is told once a day.
    const event = { type: 'payment_option.tried_too_often', timestamp: reservedAt, about: reservedAt.slice(0, 10) };
    await ports.recordEvent(collection.ref, event);
    return { kind: 'too_often' };
  }
  const number = await ports.reserveSession(collection.ref, { ...wanted, reservedAt }, collection.amountChanges);
  return number === undefined ? { kind: 'closed' } : openNew(ports, bill, { ...wanted, number });
}

async function openNew(
  ports: CheckoutPorts,
  bill: Bill,
  { renews, ...wanted }: SessionWay & { number: number; renews?: boolean },
): Promise<Checkout> {
  const { collection, amount } = bill;
  const { number, opened } = await openUnder(ports, bill, { ...wanted, ...(renews !== undefined && { renews }) });
  if (opened.kind === 'failed') {
    if (opened.reason === 'not_payable') return { kind: 'closed' };
    return opened.reason === 'taken' && renews === false ? { kind: 'waiting' } : opened;
  }
  const { option, key } = opened;
  const link = 'link' in option ? option.link : undefined;
  const way = link === undefined ? undefined : leadTo(ports, bill, link);
  const isUsable = way?.kind !== 'failed';
  if (isUsable || key !== undefined) {
    const kept = { minor: amount.minor, until: option.expiresAt, ...(isUsable && link !== undefined && { link }), key };
    await ports.keepOpened(collection.ref, number, kept);
  }
  if (way !== undefined) return way;
  const isWhole = amount.minor === collection.amount.minor;
  const shown = { method: wanted.method, ...option, ...(!isWhole && { asked: amount }) } as ProviderOption;
  await ports.replaceOption(collection.ref, shown, collection.amountChanges);
  return { kind: 'shown', option: shown };
}

function leadTo(ports: Pick<CheckoutPorts, 'checkoutHosts'>, { provider }: Bill, link: string) {
  const way = wayTo(link, ports.checkoutHosts(provider.kind));
  return way === undefined ? ({ kind: 'failed', reason: 'unsafe_link' } as const) : { kind: way, link };
}
