/** The provider on whose own page a collection is paid, behind ours. */
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { kindOf, type ProviderKind } from '#lib/domain/provider-kind.ts';
import { canCheckOut } from './payment-methods.ts';

export type CheckoutProvider = { slug: string; name: string; kind: ProviderKind };

/** Undefined when the account has none that is enabled and takes the currency: then the page can only inform. */
export function checkoutProvider(
  account: Account,
  { provider: slug, amount }: Collection,
): CheckoutProvider | undefined {
  const provider = providerFor(account, slug);
  if (!provider?.enabled) return undefined;
  const kind = kindOf(provider);
  if (kind === undefined || !canCheckOut(kind, amount.currency)) return undefined;
  return { slug: provider.slug, name: provider.name, kind };
}
