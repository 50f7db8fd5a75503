/** What a provider is asked for when a session is opened (docs/reference/sandbox-provider.md): who pays whom for what, how much, until when, and where the payer goes then. */
import { payLinkOf } from './ids.ts';
import { toMinor } from './money.ts';
import { readPhone } from './people.ts';
import { descriptionOf, type Subject } from './subject.ts';
import { textFor } from './text-values.ts';
import { iso } from './wire.ts';

const MAX_DESCRIPTION = 120;

/** Without its name and its method. Where something was paid, the page asks for what is left, and a create for all. */
export function orderOf(
  collection: Subject['collection'],
  account: Subject['account'],
  baseUrl: string,
  isCreate: boolean,
): object {
  const { id, contact, reference, metadata, amount, received, expiresAt } = collection;
  const { firstName, lastName, email } = contact;
  const phone = readPhone(contact.phone, account.country);
  const page = payLinkOf(account, id, baseUrl);
  const minor = isCreate ? toMinor(amount) : Math.max(0, toMinor(amount) - received);
  return {
    amount: { minor, currency: amount.currency },
    customer: { firstName, lastName, email, ...(phone.reachable && { phone: phone.shown }) },
    business: account.name,
    description: shortened(textFor(descriptionOf(metadata), 'email') || reference),
    expiresAt: iso(expiresAt),
    returnUrl: `${page}?returned=1`,
    cancelUrl: `${page}?cancelled=1`,
  };
}

const shortened = (text: string): string =>
  [...text].length <= MAX_DESCRIPTION
    ? text
    : `${[...text]
        .slice(0, MAX_DESCRIPTION - 3)
        .join('')
        .trimEnd()}...`;
