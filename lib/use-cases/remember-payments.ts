/** Remembers with the person what was paid: the next strategy learns from it. The money counts whether this succeeds or not. */

import type { Account } from '#lib/domain/account.ts';
import { personRefOf, phoneOf } from '#lib/domain/contact.ts';
import type { Booking, Ledger } from '#lib/domain/payment/book-movement.ts';
import { paymentOf } from '#lib/domain/person/history.ts';
import { withPayment } from '#lib/domain/person/person.ts';
import type { Store } from '#lib/store/store.ts';

export type RememberPorts = Pick<Store, 'changePerson'>;

export async function rememberPayments(
  ports: RememberPorts,
  { collection, attempts = [], account }: Pick<Ledger, 'collection' | 'attempts'> & { account: Account },
  bookings: readonly Booking[],
): Promise<void> {
  if (collection === undefined || collection.erasedAt !== undefined) return;
  for (const booking of bookings) {
    const payment = paymentOf(collection, attempts, booking);
    if (payment === undefined) continue;
    const { contact } = collection;
    const ref = personRefOf(account.id, contact, phoneOf(contact, account));
    await ports.changePerson(ref, (person) => withPayment(person, payment));
  }
}
