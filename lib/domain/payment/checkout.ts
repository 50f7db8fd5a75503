/** Paying on a provider's own page: which provider, and whether a browser may be sent there. */
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { kindOf, type ProviderKind } from '#lib/domain/provider.ts';
import { canCheckOut } from './payment-methods.ts';

export type CheckoutProvider = { slug: string; name: string; kind: ProviderKind };

/** Undefined if no enabled provider of the account takes the currency: then our page only informs. */
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

/** `redirect`: our page's security policy allows a form to lead there. `link`: only a click may lead there. */
export function wayTo(link: string, hosts: readonly string[]): 'redirect' | 'link' | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (hosts.some((host) => covers(host, url))) return 'redirect';
  return url.protocol === 'https:' ? 'link' : undefined;
}

function covers(source: string, { protocol, host, origin }: URL): boolean {
  const [scheme = '', domain = ''] = source.split('://*');
  return domain === '' ? source === origin : protocol === `${scheme}:` && host.endsWith(domain);
}
