/** Webhook endpoints in the table: one item holds all of an account's, so that telling an event needs one read. */
import { DeleteCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { concurrentChange, MAX_TRIES } from '#lib/domain/errors.ts';
import type { EndpointRef } from '#lib/domain/ids.ts';
import { ENDPOINT_STATUSES, STATUS_REASONS, type WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import type { Key } from '#lib/store/keys.ts';
import { fields, instant, integer, list, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { type Condition, equals, ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { put, putIf, remove } from '#lib/store/table/requests.ts';
import { forgetShared, sharedWhenBusy } from '#lib/store/table/shared-reads.ts';
import { isRefused, type Table } from '#lib/store/table/table.ts';
import { healthKey, webhooksKey } from './keys.ts';

const storedEndpoint = object<WebhookEndpoint>({
  id: text,
  url: text,
  events: list(text),
  description: optional(text),
  notifyEmail: optional(text),
  notifyConfirmedAt: optional(instant),
  status: oneOf(ENDPOINT_STATUSES),
  statusReason: optional(oneOf(STATUS_REASONS)),
  statusSince: instant,
  secretVersion: integer,
  oldSecret: optional(object({ version: integer, until: instant })),
  pingedAt: optional(instant),
  bodyHash: optional(text),
  createdAt: instant,
  updatedAt: instant,
});

/** In the order of their creation. */
export const storedEndpoints = fields({ endpoints: list(storedEndpoint), version: integer });

type Endpoints = readonly WebhookEndpoint[];

export async function getWebhookEndpoints(table: Table, account: string): Promise<Endpoints> {
  return (await readAll(table, account)).endpoints;
}

/** For what only reads them, and often: as they were at most five seconds ago, where the account has much to tell. */
export const getReceivers = sharedWhenBusy('receivers', getWebhookEndpoints);

async function readAll(table: Table, account: string): Promise<{ endpoints: Endpoints; version: number }> {
  const item = await table.getItem(webhooksKey(account));
  return item ? readItem(item, storedEndpoints) : { endpoints: [], version: 0 };
}

/** New items that a change is stored together with: all or nothing. */
type ItemsBeside = (changed: Endpoints) => readonly (Item & Key)[];

/**
 * Saves what `change` makes of the endpoints as they are then, and answers that; the same list means no write. `change`
 * is called again when another write came first. @throws concurrent_change, and what `change` throws
 */
export async function changeWebhookEndpoints(
  table: Table,
  account: string,
  change: (all: Endpoints) => Endpoints,
  beside: ItemsBeside = () => [],
): Promise<Endpoints> {
  for (let races = 0; races < MAX_TRIES; races += 1) {
    if (races > 0) await table.backOff(races);
    const { endpoints, version } = await readAll(table, account);
    const changed = change(endpoints);
    if (changed === endpoints) return endpoints;
    const item = { ...webhooksKey(account), endpoints: changed, version: version + 1 };
    const when = version === 0 ? ITEM_IS_NEW : equals('version', version);
    if (!(await save(table, { item, when }, beside(changed)))) continue;
    forgetShared(account);
    return changed;
  }
  throw concurrentChange();
}

/** False when another write came first. */
async function save(table: Table, write: { item: Key; when: Condition }, beside: readonly Key[]): Promise<boolean> {
  if (beside.length === 0) return putIf(table, write);
  const writes = [write, ...beside.map((item) => ({ item, when: ITEM_IS_NEW }))];
  const TransactItems = writes.map((each) => ({ Put: put(table, each) }));
  try {
    await table.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

/** To be called after the endpoint is deleted. */
export async function deleteHealth(table: Table, endpoint: EndpointRef): Promise<void> {
  await table.send(new DeleteCommand(remove(table, { key: healthKey(endpoint) })));
}
