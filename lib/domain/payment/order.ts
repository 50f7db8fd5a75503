/** The order that a provider opens for a collection. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import { cleanText } from '#lib/domain/message/clean-text.ts';
import { descriptionOf } from '#lib/domain/message/values.ts';
import type { Money } from '#lib/domain/money.ts';
import type { Phone } from '#lib/domain/phone.ts';
import type { Order } from './exchange.ts';
import { payPageUrl } from './payable.ts';
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
