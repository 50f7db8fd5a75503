/** Paying on a provider's own page: whose page that is, and whether a browser may be sent there. */
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { kindOf, type ProviderKind } from '#lib/domain/provider.ts';
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

/** Form answers may only lead where our page's policy says. `redirect`: the policy allows it; `link`: only a click of its own may lead there; undefined: no one may be sent there. */
export function wayTo(link: string, hosts: readonly string[]): 'redirect' | 'link' | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (hosts.some((host) => covers(host, url))) return 'redirect';
  return url.protocol === 'https:' ? 'link' : undefined;
}

/** As browsers match sources of the forms `https://pay.example` and `https://*.pay.example`. */
function covers(source: string, { protocol, host, origin }: URL): boolean {
  const [scheme = '', domain = ''] = source.split('://*');
  return domain === '' ? source === origin : protocol === `${scheme}:` && host.endsWith(domain);
}
