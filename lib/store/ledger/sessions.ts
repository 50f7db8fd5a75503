/** Sessions at payment providers, on the collection's item: reserved before the provider is asked, never used twice. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection, OpenedOptions } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { MAX_CODES, MAX_SESSIONS, type OpenedSession, type Session } from '#lib/domain/payment/session.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { session } from '#lib/store/collection/item.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { amountIsAt, PAYABLE } from '#lib/store/collection/runs.ts';
import { fields, list } from '#lib/store/table/checks.ts';
import { all, any, equals, hasFewerThan, ITEM_EXISTS, isAtMost, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { append, appendToAny, update, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

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

/** Stores what the provider opened, and its own name of the session, if it has one. @throws when there is no such collection. */
export async function keepOpened(
  table: Table,
  { account, hash }: CollectionRef,
  number: number,
  { key, ...opened }: OpenedSession & { key?: string | undefined },
): Promise<void> {
  const at = `sessions[${number - 1}]`;
  const set = { [`${at}.opened`]: opened, [`${at}.key`]: key };
  const write = update(table, { key: collectionKey(account, hash), set, when: ITEM_EXISTS });
  await table.send(new UpdateCommand(write));
}

/** Counts a code that is about to be sent; false once too many were, or when another was sent at the same time. */
export async function countCode(
  table: Table,
  { account, hash }: CollectionRef,
  { number, codes = 0 }: Pick<Session, 'codes'> & { number: number },
): Promise<boolean> {
  if (codes >= MAX_CODES) return false;
  const path = `sessions[${number - 1}].codes`;
  return updateIf(table, {
    key: collectionKey(account, hash),
    set: { [path]: codes + 1 },
    when: all(ITEM_EXISTS, codes === 0 ? notExists(path) : equals(path, codes)),
  });
}

/** The providers are asked at most once in so long, however often the payment page is loaded. */
const ASKING_MS = 3_000;

/** Whether they may be asked now: then nobody else may for a while. */
export async function beginAsking(
  table: Table,
  { ref: { account, hash }, askedAt = '' }: Pick<Collection, 'ref' | 'askedAt'>,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - ASKING_MS).toISOString();
  if (askedAt > since) return false;
  return updateIf(table, {
    key: collectionKey(account, hash),
    set: { askedAt: now.toISOString() },
    when: all(ITEM_EXISTS, any(notExists('askedAt'), isAtMost('askedAt', since))),
  });
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
