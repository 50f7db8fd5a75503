/** Collections whose first follow-ups are due in the same minute, stored as creates at one instant store them. */

import type { Account } from '#lib/domain/account.ts';
import { buildCollection } from '#lib/domain/build-collection.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { newContact } from '#lib/domain/contact.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { service } from '#lib/service.ts';
import { toItem } from '#lib/store/collection/item.ts';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { entryOf, SEGMENT_SIZE } from '#lib/store/list/log.ts';
import { CREATED_AT } from '#test/support/a-collection.ts';
import type { ReachedTable } from './bench-table.ts';
import { type Item, writeItems } from './seed-collections.ts';

const METADATA = [{ name: 'Hoodie', description: 'Black hoodie, size L', quantity: 2 }];

let made = 0;

/** By account: the first segment of the list that has no entry yet. */
const nextSegments = new Map<string, number>();

/** Each collection has its own contact and reference, and the plan that the default strategy chooses; the list has all of them. */
export async function seedDue(into: ReachedTable, account: Account, count: number): Promise<Collection[]> {
  const collections = Array.from({ length: count }, () => dueCollection(account));
  await writeItems(into, itemsOf(collections, account.id));
  return collections;
}

/** A collection that is not in the list would be put there by its run, which reads one segment after another. */
function* itemsOf(collections: readonly Collection[], account: string): Generator<Item> {
  const first = nextSegments.get(account) ?? 0;
  const segments = Math.ceil(collections.length / SEGMENT_SIZE);
  nextSegments.set(account, first + segments);
  for (let index = 0; index < segments; index += 1) {
    const startSegment = first + index;
    const listed = collections.slice(index * SEGMENT_SIZE, (index + 1) * SEGMENT_SIZE);
    for (const collection of listed) yield toItem(collection, { nonce: collection.ref.hash, startSegment });
    yield { ...segmentKey(account, startSegment), entries: listed.map(({ ref }) => entryOf(ref.hash)) };
  }
}

function dueCollection(account: Account): Collection {
  made += 1;
  const typed = `+234803${String(made).padStart(7, '0')}`;
  const person = { firstName: 'Ada', lastName: 'Obi', phone: typed, email: `person-${made}@example.com` };
  const request = {
    reference: `due-${made}`,
    amount: { minor: 4_500_000, currency: 'NGN' },
    expiresIn: 1440,
    payable: { enabled: true, methods: ['payment_link' as const] },
    metadata: METADATA,
  };
  const phone = parsePhone(typed, account.country);
  const contact = newContact(person, phone, account.salt);
  return buildCollection(
    request,
    { account, contact, phone, availableChannels: configuredChannelsFrom(service.settings).configuredChannels() },
    CREATED_AT,
  );
}

/** The minute in which all are due. @throws Error when they are not due in the same minute. */
export function commonRun(collections: readonly Collection[]): Date {
  const [nextRunAt, ...others] = new Set(collections.map((collection) => collection.nextRunAt));
  if (nextRunAt === undefined || others.length > 0) throw new Error('the collections are not due in the same minute');
  return new Date(nextRunAt);
}
