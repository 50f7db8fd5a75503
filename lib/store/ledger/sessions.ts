/** Sessions at payment providers, on the collection's item: reserved before the provider is asked, never used twice. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection, OpenedOptions } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import {
  isUsable,
  MAX_CODES,
  MAX_SESSIONS,
  type OpenedSession,
  type Session,
  type StaleSessions,
} from '#lib/domain/payment/session.ts';
import { isPayable, STATUSES } from '#lib/domain/transitions.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { session, staleSessions } from '#lib/store/collection/item.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { amountIsAt, endingRun, ledgerIsAt, PAYABLE } from '#lib/store/collection/runs.ts';
import { fields, list, oneOf, optional } from '#lib/store/table/checks.ts';
import { all, any, equals, hasFewerThan, ITEM_EXISTS, isAtMost, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { append, appendToAny, update, updateIf } from '#lib/store/table/requests.ts';
import { isContention, isRefused, type Table } from '#lib/store/table/table.ts';

const reserved = fields({ sessions: list(session) });
const kept = fields({ sessions: list(session), status: oneOf(STATUSES), staleSessions: optional(staleSessions) });

/** A collection as it was read: what is opened for it is for what was owed then. Of a create nothing else can have changed. */
type ReadCollection = Pick<Collection, 'ref'> & Partial<Pick<Collection, 'amountChanges' | 'entryCount' | 'sessions'>>;

/** It can be paid, what is owed is as it was read, and so are its sessions: of two who reserve at once, one does. */
const asRead = ({ amountChanges, entryCount, sessions }: ReadCollection) =>
  all(
    PAYABLE,
    amountIsAt(amountChanges),
    entryCount !== undefined && ledgerIsAt(entryCount),
    any(
      notExists('sessions'),
      hasFewerThan('sessions', Math.min((sessions?.length ?? MAX_SESSIONS) + 1, MAX_SESSIONS)),
    ),
  );

/** Reserves a session, and answers its number; undefined when none can be reserved, or the collection has changed. `ending`: of those that are to be ended with it. */
export async function reserveSession(
  table: Table,
  collection: ReadCollection,
  session: Session,
  ending?: StaleSessions,
): Promise<number | undefined> {
  const { account, hash } = collection.ref;
  const key = collectionKey(account, hash);
  const stale = ending && { staleSessions: ending, ...endingRun(hash, ending).set };
  const set = { sessions: appendToAny([session]), ...stale };
  const write = update(table, { key, set, when: asRead(collection) });
  try {
    const { Attributes } = await table.send(new UpdateCommand({ ...write, ReturnValues: 'UPDATED_NEW' }));
    return readItem(Attributes ?? {}, reserved, key).sessions.length;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Several debts, the first of which owns the session. `ending`: of those whose other sessions for several are to be ended. */
type SharedReservation = {
  debts: readonly (ReadCollection & Pick<Collection, 'sessions'>)[];
  session: Session;
  ending: ReadonlyMap<string, StaleSessions>;
};

/** Reserves a session that pays several debts, only while all of them are as they were read; each then knows whose it is. */
export async function reserveTogether(
  table: Table,
  { debts, session, ending }: SharedReservation,
): Promise<number | undefined> {
  const [owner] = debts;
  const writes = debts.map((debt) => {
    const { account, hash } = debt.ref;
    const stale = ending.get(hash);
    const runs = stale && endingRun(hash, stale);
    return update(table, {
      key: collectionKey(account, hash),
      set: {
        sharedBy: owner?.ref.hash,
        ...(debt === owner && { sessions: appendToAny([session]) }),
        ...(stale && { staleSessions: stale }),
        ...runs?.set,
      },
      when: asRead(debt),
    });
  });
  try {
    await table.sendUnlessHeld(new TransactWriteCommand({ TransactItems: writes.map((Update) => ({ Update })) }));
    return (owner?.sessions.length ?? 0) + 1;
  } catch (error) {
    if (!isContention(error) && !isRefused(error)) throw error;
    return undefined;
  }
}

/**
 * Stores what the provider opened, and its own name of the session, if it has one. Answers whether it can still be used: what is owed
 * may have changed while it was opened. @throws when there is no such collection.
 */
export async function keepOpened(
  table: Table,
  { account, hash }: CollectionRef,
  number: number,
  { key, ...opened }: OpenedSession & { key?: string | undefined },
): Promise<boolean> {
  const at = `sessions[${number - 1}]`;
  const set = { [`${at}.opened`]: opened, [`${at}.key`]: key };
  const collection = collectionKey(account, hash);
  const write = update(table, { key: collection, set, when: ITEM_EXISTS });
  const { Attributes } = await table.send(new UpdateCommand({ ...write, ReturnValues: 'ALL_NEW' }));
  const stored = readItem(Attributes ?? {}, kept, collection);
  return isPayable(stored.status) && isUsable(stored, number);
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
