/** How often in a row the lists of a provider could not be read or booked, in the table. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { parseProviderId } from '#lib/domain/ids.ts';
import { unreadKey } from '#lib/store/collection/keys.ts';
import { secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { ITEM_EXISTS } from '#lib/store/table/conditions.ts';
import { removeIf, update } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

const keyOf = (provider: string) => unreadKey(parseProviderId(provider)?.account ?? '', provider);

/** Of a provider that is gone nothing is left. */
const REMEMBERED_DAYS = 7;

/** Answers how often in a row, this one included. */
export async function countUnread(table: Table, provider: string, now: Date): Promise<number> {
  const set = { [TTL_ATTRIBUTE]: secondsAfter(now.toISOString(), REMEMBERED_DAYS) };
  const changes = update(table, { key: keyOf(provider), set, add: { failures: 1 } });
  const { Attributes } = await table.send(new UpdateCommand({ ...changes, ReturnValues: 'UPDATED_NEW' }));
  return Number(Attributes?.['failures']);
}

export const forgetUnread = (table: Table, provider: string): Promise<boolean> =>
  removeIf(table, { key: keyOf(provider), when: ITEM_EXISTS });
