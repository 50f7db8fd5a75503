/** Fills a list with collections that were paid before the world began, until its first segment is almost full, so that the next appends begin a second segment. */

import { collectionRefOf, newCollection } from '#lib/domain/build-collection.ts';
import { newContact } from '#lib/domain/contact.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { createCollection } from '#lib/store/collection/collections.ts';
import { appendToList } from '#lib/store/list/log.ts';
import { createContact } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { Tenant } from './tenants.ts';

const PHONE = '+2348031239999';
const EXPIRES_IN = 60;

export async function prefill(by: Tenant, count: number, now: Date): Promise<void> {
  const { account, mark } = by;
  const phone = parsePhone(PHONE, undefined);
  const person = { firstName: `Ada ${mark}`, lastName: 'Obi', email: 'old@example.com' };
  const lookup = { phone: phone.lookup, email: person.email };
  const contact = newContact(person, phone, account.salt);
  await createContact(table, account.id, lookup, contact.id);
  const terms = {
    contact,
    amount: { minor: 100, currency: 'NGN' },
    expiresInMinutes: EXPIRES_IN,
    payable: { enabled: false, methods: [] },
    followUp: { enabled: false, strategyVersion: 1 },
  } as const;
  for (let number = 1; number <= count; number += 1) {
    const reference = `${mark}-old-${number}`;
    const ref = collectionRefOf(account, reference);
    const paid = { ...newCollection(ref, { ...terms, reference }, now), status: 'completed' as const };
    await createCollection(
      table,
      { ...paid, completedAt: now.toISOString() },
      { nonce: `old-${number}`, startSegment: 0 },
    );
    await appendToList(table, { ...ref, startSegment: 0 });
  }
}
