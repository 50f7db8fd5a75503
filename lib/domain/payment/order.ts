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

type Wanted = {
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
};

export function orderFor({ collection, account, phone, method, number, amount, network, baseUrl, now }: Wanted): Order {
  const { id, ref, contact, reference, metadata, expiresAt } = collection;
  const { firstName, lastName, email } = contact;
  const page = payPageUrl(baseUrl, ref, deriveHash(account.salt, 'pay', id));
  return {
    reference: providerReference(ref, method, number),
    amount,
    customer: { firstName, lastName, email, ...(phone.reachable && { phone: phone.lookup }) },
    merchant: account.name,
    description: cleanText(descriptionOf(metadata) ?? '') || reference,
    expiresAt,
    now,
    returnUrl: `${page}?returned=1`,
    cancelUrl: `${page}?cancelled=1`,
    ...(network !== undefined && { network }),
  };
}
