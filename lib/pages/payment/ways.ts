/** The ways to pay that the payment page shows: buttons that lead to the provider, accounts, and mobile money. */
import type { Collection } from '#lib/domain/collection.ts';
import type { Money } from '#lib/domain/money.ts';
import type { CheckoutProvider } from '#lib/domain/payment/checkout.ts';
import { networkChoices } from '#lib/domain/payment/mobile-networks.ts';
import { unavailableMethods } from '#lib/domain/payment/payment-methods.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { type ShownOption, shownOptions } from './shown-option.ts';

export type WayMethod = keyof OpenedBy;

/** `asks`: nothing is open, or no longer for what is outstanding; a click opens it anew. */
export type Way =
  | { kind: 'page'; method: 'checkout' | 'card' }
  | ShownOption
  | { kind: 'asks account'; method: 'virtual_account' | 'bank_transfer' }
  | { kind: 'asks mobile'; method: 'mobile_money'; networks: readonly string[] };

type WayChoice = { provider: CheckoutProvider | undefined; outstanding: Money; first: string | undefined };

/** `first` is the method of the way to show first, if there is one. */
export function waysToPay(collection: Collection, { provider, outstanding, first }: WayChoice, now: Date): Way[] {
  const options = shownOptions(collection, outstanding, now);
  const requests = provider === undefined ? [] : requestsFor(collection, provider, options);
  const pages = requests.filter(({ kind }) => kind === 'page');
  const ways: Way[] = [...pages, ...options, ...requests.filter(({ kind }) => kind !== 'page')];
  const at = ways.findIndex(({ method }) => method === first);
  return at < 1 ? ways : ways.toSpliced(at, 1).toSpliced(0, 0, ...ways.slice(at, at + 1));
}

function requestsFor(collection: Collection, { kind }: CheckoutProvider, shown: readonly ShownOption[]): Way[] {
  const { payable, options, amount } = collection;
  const wanted = [...payable.methods, ...options.map(({ method }) => method)];
  const isOffered = (method: Exclude<WayMethod, 'checkout'>) =>
    wanted.includes(method) && unavailableMethods([method], kind, amount.currency).length === 0;
  const ways: Way[] = [{ kind: 'page', method: 'checkout' }];
  if (isOffered('card')) ways.push({ kind: 'page', method: 'card' });
  const account = (['virtual_account', 'bank_transfer'] as const).find(isOffered);
  if (account !== undefined && !shown.some((option) => option.kind === 'account')) {
    ways.push({ kind: 'asks account', method: account });
  }
  if (isOffered('mobile_money') && !shown.some((option) => option.kind === 'mobile')) {
    ways.push({ kind: 'asks mobile', method: 'mobile_money', networks: networkChoices(amount.currency) });
  }
  return ways;
}
