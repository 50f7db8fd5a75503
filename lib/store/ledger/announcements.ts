/** That a webhook has named a transaction of which there is no collection yet: the create that gives its name asks about it. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Person, PersonRef } from '#lib/domain/person/person.ts';
import { announcementKey } from '#lib/store/collection/keys.ts';
import { personKey, secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { personIn } from '#lib/store/person/people.ts';
import { put } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** As long as money waits that came before its collection. */
const KEPT_DAYS = 30;

export async function announcePayment(table: Table, account: string, reference: string, now: Date): Promise<void> {
  const ttl = secondsAfter(now.toISOString(), KEPT_DAYS);
  await table.send(
    new PutCommand(put(table, { item: { ...announcementKey(account, reference), [TTL_ATTRIBUTE]: ttl } })),
  );
}

/** Both in the one request that a create makes for the person anyway. */
export async function getPersonAndAnnouncement(
  table: Table,
  ref: PersonRef,
  reference: string,
): Promise<{ person: Person; isAnnounced: boolean }> {
  const announced = announcementKey(ref.account, reference);
  const items = await table.batchGet([personKey(ref), announced]);
  return { person: personIn(items, ref), isAnnounced: items.some(({ pk }) => pk === announced.pk) };
}
