/** Addresses that cannot be reached by a channel, for the whole deployment, for as long as their failure says. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Address } from '#lib/domain/contact.ts';
import {
  FAILURE_KINDS,
  type FailureKind,
  forgottenAt,
  type Strike,
  type Unreachable,
  withFailure,
} from '#lib/domain/message/outgoing.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import { type Key, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { instant, integer, list, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { equals, ITEM_EXISTS, ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { putIf, removeIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';
import { unreachableKey } from './keys.ts';

export const forgetUnreachable = (table: Table, { channel, address }: Address): Promise<boolean> =>
  removeIf(table, { key: unreachableKey(channel, address), when: ITEM_EXISTS });

const kind = oneOf(FAILURE_KINDS);

const stored = object<Unreachable & { version: number }>({
  until: optional(instant),
  reason: optional(kind),
  strikes: list(object<Strike>({ id: text, kind, at: instant })),
  version: integer,
});

/** DynamoDB deletes an item some time after it has ended. */
export function blockIn(item: Parameters<typeof readItem>[0], channel: Channel, now: Date) {
  const { until, reason }: Unreachable = readItem(item, stored);
  if (until === undefined || reason === undefined || until <= now.toISOString()) return [];
  return [{ channel, reason, until }] satisfies NonNullable<Reach['unreachable']>;
}

export const isComplaint = (item: Item & Key): boolean => readItem(item, stored).reason === 'complaint';

const MAX_RACES = 8;

/** Remembers a failure once, whatever its receipt's number of deliveries. @throws if too many write at once */
export async function rememberFailure(
  table: Table,
  { channel, address }: { channel: Channel; address: string },
  failure: { id: string; kind: FailureKind; at: string },
): Promise<void> {
  const key = unreachableKey(channel, address);
  for (let races = 0; races < MAX_RACES; races += 1) {
    const item = await table.getItem(key);
    const { version = 0, ...known } = item ? readItem(item, stored) : { strikes: [] };
    const next = withFailure(known, failure);
    const ttl = forgottenAt(next);
    const expiry = ttl === undefined ? {} : { [TTL_ATTRIBUTE]: ttl };
    const written = { ...key, ...next, version: version + 1, ...expiry } satisfies Item;
    const when = item ? equals('version', version) : ITEM_IS_NEW;
    if (await putIf(table, { item: written, when })) return;
  }
  throw new Error('a failure was not remembered');
}
