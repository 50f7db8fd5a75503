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
import { amountIsAt, PAYABLE } from '#lib/store/collection/runs.ts';
import { fields, list } from '#lib/store/table/checks.ts';
import { all, any, hasFewerThan, ITEM_EXISTS, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { append, appendToAny, update, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** More than a payer needs: it bounds how often a click on the page can open a session. */
const MAX_SESSIONS = 100;

const reserved = fields({ sessions: list(session) });

/** Reserves a session while the collection can be paid and its amount was changed so often, and answers its number; undefined when none can be reserved. */
export async function reserveSession(
  table: Table,
  { account, hash }: CollectionRef,
  session: Session,
  amountChanges?: number,
): Promise<number | undefined> {
  const key = collectionKey(account, hash);
  const write = update(table, {
    key,
    set: { sessions: appendToAny([session]) },
    when: all(PAYABLE, amountIsAt(amountChanges), any(notExists('sessions'), hasFewerThan('sessions', MAX_SESSIONS))),
  });
  try {
    const { Attributes } = await table.send(new UpdateCommand({ ...write, ReturnValues: 'UPDATED_NEW' }));
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
  const set = { [`sessions[${number - 1}].key`]: key };
  const write = update(table, { key: collectionKey(account, hash), set, when: ITEM_EXISTS });
  await table.send(new UpdateCommand(write));
}

/** Saves options, keys and events together, unless options are saved already: then nothing changes, and it answers false. */
export function saveOptions(
  table: Table,
  { account, hash }: CollectionRef,
  { options, keys, events }: OpenedOptions,
): Promise<boolean> {
  const sessionKeys = keys.map(({ number, key }) => [`sessions[${number - 1}].key`, key]);
  return updateIf(table, {
    key: collectionKey(account, hash),
    set: { options: JSON.stringify(options), events: append(events), ...Object.fromEntries(sessionKeys) },
    when: all(ITEM_EXISTS, notExists('options')),
  });
}

/** Stores an option in place of the earlier one of its method, if the amount is still the one that it asks for. Two at once: one of them is stored. None once it is erased: an option may name the payer. */
export async function replaceOption(
  table: Table,
  ref: CollectionRef,
  option: ProviderOption,
  amountChanges?: number,
): Promise<void> {
  const { options } = (await getCollection(table, ref)) ?? { options: [] };
  const others = options.filter(({ method }) => method !== option.method);
  await updateIf(table, {
    key: collectionKey(ref.account, ref.hash),
    set: { options: JSON.stringify([...others, option]) },
    when: all(ITEM_EXISTS, notExists('erasedAt'), amountIsAt(amountChanges)),
  });
}
