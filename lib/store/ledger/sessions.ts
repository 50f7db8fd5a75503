/** Sessions at payment providers, on the collection's item: reserved before the provider is asked, never used twice. */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { OpenedOptions } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { session } from '#lib/store/collection/options.ts';
import { PAYABLE } from '#lib/store/collection/runs.ts';
import { list, object } from '#lib/store/table/checks.ts';
import { ITEM_EXISTS } from '#lib/store/table/expressions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

/** More than a payer needs: it bounds how often a click on the page can open a session. */
const MAX_SESSIONS = 100;

const reserved = object<{ sessions: Session[] }>({ sessions: list(session) });

/** Reserves a session while the collection can be paid, and answers its number; undefined when none can be reserved. */
export async function reserveSession(
  table: Table,
  { account, hash }: CollectionRef,
  wanted: Session,
): Promise<number | undefined> {
  const key = collectionKey(account, hash);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: 'SET sessions = list_append(if_not_exists(sessions, :none), :session)',
    ConditionExpression: `${PAYABLE.text} AND (attribute_not_exists(sessions) OR size(sessions) < :max)`,
    ExpressionAttributeNames: PAYABLE.names,
    ExpressionAttributeValues: {
      ...PAYABLE.values,
      ':none': [],
      ':session': [wanted],
      ':max': MAX_SESSIONS,
    },
    ReturnValues: 'UPDATED_NEW',
  });
  try {
    const { Attributes } = await table.send(update);
    return readItem(Attributes ?? {}, reserved, key).sessions.length;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Stores the provider's own name of a session. @throws when there is no such collection. */
export async function keepSessionKey(
  table: Table,
  { account, hash }: CollectionRef,
  number: number,
  key: string,
): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET sessions[${number - 1}].#key = :key`,
    ConditionExpression: ITEM_EXISTS,
    ExpressionAttributeNames: { '#key': 'key' },
    ExpressionAttributeValues: { ':key': key },
  });
  await table.send(update);
}

/** Saves options, keys and events together, unless options are saved already: then nothing changes, and it answers false. */
export async function saveOptions(
  table: Table,
  { account, hash }: CollectionRef,
  { options, keys, events }: OpenedOptions,
): Promise<boolean> {
  const names = keys.map(({ number }, index) => `sessions[${number - 1}].#key = :key${index}`);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(account, hash),
    UpdateExpression: `SET ${['options = :options', 'events = list_append(events, :events)', ...names].join(', ')}`,
    ConditionExpression: `${ITEM_EXISTS} AND attribute_not_exists(options)`,
    ...(keys.length > 0 && { ExpressionAttributeNames: { '#key': 'key' } }),
    ExpressionAttributeValues: {
      ':options': JSON.stringify(options),
      ':events': events,
      ...Object.fromEntries(keys.map(({ key }, index) => [`:key${index}`, key])),
    },
  });
  return table.writeIf(update);
}

/** Stores an option in place of the earlier one of its method. Two at once: one of them is stored. None once it is erased: an option may name the payer. */
export async function replaceOption(table: Table, ref: CollectionRef, option: ProviderOption): Promise<void> {
  const { options } = (await getCollection(table, ref)) ?? { options: [] };
  const kept = options.filter(({ method }) => method !== option.method);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: collectionKey(ref.account, ref.hash),
    UpdateExpression: 'SET options = :options',
    ConditionExpression: `${ITEM_EXISTS} AND attribute_not_exists(erasedAt)`,
    ExpressionAttributeValues: { ':options': JSON.stringify([...kept, option]) },
  });
  await table.writeIf(update);
}
