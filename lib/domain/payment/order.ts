/** Paying with a provider: the order that opens a way to pay, and which provider's own page there is. */
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import { cleanText } from '#lib/domain/message/clean-text.ts';
import { descriptionOf } from '#lib/domain/message/description.ts';
import type { Money } from '#lib/domain/money.ts';
import type { Phone } from '#lib/domain/phone.ts';
import { kindOf, type ProviderKind } from '#lib/domain/providers/provider.ts';
import type { Order } from './exchange.ts';
import { payPageUrl } from './payable.ts';
import { canCheckOut } from './payment-methods.ts';
import type { OpenedBy } from './payment-option.ts';
import { providerReference } from './session.ts';

type OrderTerms = {
  collection: Collection;
  account: Account;
  phone: Phone;
  method: keyof OpenedBy;
  number: number;
  amount: Money;
  /** The mobile network that the payer chose. */
  network?: string | undefined;
  baseUrl: string;
  now: Date;
  /** Of a payment for several: how many others there are, and where the payer comes back to; `returned` says from what. */
  together?: { others: number; page: string; returned: string } | undefined;
};

export function orderFor({
  collection,
  account,
  phone,
  method,
  number,
  amount,
  network,
  baseUrl,
  now,
  together,
}: OrderTerms): Order {
  const { id, ref, contact, reference, metadata, expiresAt } = collection;
  const { firstName, lastName, email } = contact;
  const own = { page: payPageUrl(baseUrl, ref, deriveHash(account.salt, 'pay', id)), returned: '1' };
  const { page, returned } = together ?? own;
  const about = cleanText(descriptionOf(metadata) ?? '') || reference;
  return {
    reference: providerReference(ref, method, number),
    amount,
    customer: { firstName, lastName, email, ...(phone.reachable && { phone: phone.lookup }) },
    merchant: account.name,
    description: together && together.others > 0 ? `${about} (+${together.others})` : about,
    expiresAt,
    now,
    returnUrl: `${page}?returned=${returned}`,
    cancelUrl: `${page}?cancelled=1`,
    ...(network !== undefined && { network }),
  };
}

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
