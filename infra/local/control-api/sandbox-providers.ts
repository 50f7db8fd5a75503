/** The providers of an account that are sandboxes, and what has been paid at them. */
import { type Merchants, merchantOf } from '#infra/sandbox/merchants.ts';
import type { SandboxPayment } from '#infra/sandbox/records.ts';
import { type Account, providerFor } from '#lib/domain/account.ts';
import { byCreation, kindOf, type Provider } from '#lib/domain/provider.ts';
import { BadCall } from './local-call.ts';

/** A provider's merchant at the sandbox. */
export type AtSandbox = { provider: Provider; merchant: string };

/** The account's provider with this slug, if it is a sandbox. */
export function sandboxOf(account: Account, slug: string | undefined): Provider | undefined {
  const provider = slug === undefined ? undefined : providerFor(account, slug);
  return provider && kindOf(provider) === 'sandbox' ? provider : undefined;
}

/** First the one with this slug, then the account's default, then the oldest. */
export function sandboxesOf(account: Account, slug?: string): Provider[] {
  const sandboxes = Object.values(account.providers).filter((provider) => kindOf(provider) === 'sandbox');
  const preferred = [sandboxOf(account, slug), sandboxOf(account, account.defaultProvider)];
  return [...new Set([...preferred, ...sandboxes.toSorted(byCreation)])].filter((provider) => provider !== undefined);
}

export const noSandbox = ({ id }: Account): BadCall => new BadCall(`Account ${id} has no provider of kind sandbox`);

/** Undefined when the provider has no key. */
function merchantAt(merchants: Pick<Merchants, 'keyOf'>, { id }: Provider): string | undefined {
  const key = merchants.keyOf(id);
  return key === undefined ? undefined : merchantOf(key);
}

/** @throws {BadCall} When the provider has no key. */
export function atSandbox(merchants: Pick<Merchants, 'keyOf'>, provider: Provider): AtSandbox {
  const merchant = merchantAt(merchants, provider);
  if (merchant !== undefined) return { provider, merchant };
  throw new BadCall(`Provider ${provider.slug} has no sandbox key; the CLI's set-credentials gives one`);
}

/** All sandboxes of the account that have a key. */
export const allAtSandbox = (merchants: Pick<Merchants, 'keyOf'>, account: Account): AtSandbox[] =>
  sandboxesOf(account).flatMap((provider) => {
    const merchant = merchantAt(merchants, provider);
    return merchant === undefined ? [] : [{ provider, merchant }];
  });

/** The first of the account's sandboxes that has the payment. */
export function findPaid(
  merchants: Pick<Merchants, 'keyOf'>,
  account: Account,
  find: (merchant: string) => SandboxPayment | undefined,
): { provider: Provider; payment: SandboxPayment } | undefined {
  for (const { provider, merchant } of allAtSandbox(merchants, account)) {
    const payment = find(merchant);
    if (payment !== undefined) return { provider, payment };
  }
  return undefined;
}
