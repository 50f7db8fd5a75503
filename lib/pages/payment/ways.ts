/** The ways to pay that the payment page shows (buttons that lead to the provider, accounts, mobile money), and which one a click asks for. */
import type { Collection } from '#lib/domain/collection.ts';
import type { Money } from '#lib/domain/money.ts';
import { networkChoices } from '#lib/domain/payment/mobile-networks.ts';
import type { CheckoutProvider } from '#lib/domain/payment/order.ts';
import { type Parts, readPart } from '#lib/domain/payment/part.ts';
import { unavailableMethods } from '#lib/domain/payment/payment-methods.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { type ShownOption, shownOptions } from './shown-option.ts';

type WayMethod = keyof OpenedBy;

/** `asks`: nothing is open, or no longer for what is outstanding; a click opens it anew. */
export type Way =
  | { kind: 'page'; method: 'checkout' | 'card' }
  | ShownOption
  | { kind: 'asks account'; method: 'virtual_account' | 'bank_transfer' }
  | { kind: 'asks mobile'; method: 'mobile_money'; networks: readonly string[] };

export type WayOfKind<Kind extends Way['kind']> = Extract<Way, { kind: Kind }>;

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

/** `part`: what is to be paid by the provider's page, if it is less than all. `from`: the mobile money number as typed. `code`: what the payer entered for the mobile money request that is open. */
export type Click =
  | { method: WayMethod; part?: Money; network?: string; from?: string }
  | { method: 'mobile_money'; code: string };

/** Longer ones are not read as numbers. */
export const MAX_TYPED_NUMBER = 30;

/** In place of a method: the payer of an expired request asks for a new link. */
export const ASKS_FOR_LINK = 'new_link';

export const asksForLink = (form: URLSearchParams, { state }: { state: string }): boolean =>
  state === 'expired' && form.get('method') === ASKS_FOR_LINK;

const CODE = /^[0-9a-z]{1,20}$/i;

/** Undefined when the page offers no such way, as in a final state; `unclear`: no such part can be paid. A form without a method is the oldest: checkout. */
export function readClick(
  form: URLSearchParams,
  { ways, parts }: { ways: readonly Way[]; parts: Parts | undefined },
): Click | 'unclear' | undefined {
  const method = form.get('method') ?? 'checkout';
  const way = ways.find((each) => each.method === method);
  switch (way?.kind) {
    case 'page': {
      const typed = form.get('part');
      if (typed === null) return { method: way.method };
      // Who wants to pay a part is not led to the whole, where the merchant takes no parts any more.
      const part = parts && readPart(typed, parts);
      if (part === undefined) return parts && 'unclear';
      return { method: way.method, ...(part.minor < (parts?.whole.minor ?? 0) && { part }) };
    }
    case 'asks account':
      return { method: way.method };
    case 'asks mobile': {
      const network = form.get('network') ?? '';
      const typed = (form.get('number') ?? '').trim().slice(0, MAX_TYPED_NUMBER + 1);
      const from = typed === '' ? {} : { from: typed };
      if (way.networks.length === 0) return { method: way.method, ...from };
      return way.networks.includes(network) ? { method: way.method, network, ...from } : undefined;
    }
    case 'mobile': {
      const code = (form.get('code') ?? '').replace(/[\s-]/g, '');
      return way.needsCode && CODE.test(code) ? { method: way.method, code } : undefined;
    }
    // An account is open already; the page shows it.
    case 'account':
    case undefined:
      return undefined;
  }
}
