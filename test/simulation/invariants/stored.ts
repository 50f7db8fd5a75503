/**
 * Reads the stored items by kind, for the invariants.
 * The ledger of a collection as a world has stored it.
 */
import type { Account } from '#lib/domain/account.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { addressesOf, type Contact, type ContactLookup, phoneOf } from '#lib/domain/contact.ts';
import { type CollectionRef, parseEndpointId, toBase36 } from '#lib/domain/ids.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { type CollectionItem, fromItem } from '#lib/store/collection/item.ts';
import {
  ATTEMPT_PREFIX,
  COLLECTION_SORT_KEY,
  collectionKey,
  collectionRefOfKey,
  PAYMENT_PREFIX,
  segmentKey,
  segmentNumber,
} from '#lib/store/collection/keys.ts';
import { feedPartitions } from '#lib/store/event/keys.ts';
import { accountKey, CONTACT_SORT_KEY } from '#lib/store/keys.ts';
import { unreachableKey } from '#lib/store/opt-out/keys.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { deliveryKey } from '#lib/store/webhook/keys.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { World } from '#test/simulation/world/world.ts';

const everything = ({ table }: World): Item[] => table.items.all();

const ofKind = (world: World, sk: string): Item[] => everything(world).filter((item) => item['sk'] === sk);

export const storedItems = (world: World): CollectionItem[] =>
  ofKind(world, COLLECTION_SORT_KEY) as unknown as CollectionItem[];

/** A cache by item: stored items are immutable, because a write stores a new object. */
const read = new WeakMap<CollectionItem, Collection>();

export const storedCollections = (world: World): Collection[] =>
  storedItems(world).map((item) => {
    const collection = read.get(item) ?? fromItem(item).collection;
    read.set(item, collection);
    return collection;
  });

export const storedContacts = (world: World) =>
  ofKind(world, CONTACT_SORT_KEY) as unknown as (ContactLookup & { pk: string; id: string })[];

export const storedItem = ({ table }: World, pk: string): CollectionItem | undefined =>
  table.items.get({ pk, sk: COLLECTION_SORT_KEY }) as CollectionItem | undefined;

export const attemptsOf = ({ table }: World, pk: string): Attempt[] =>
  table.items.partition(pk).filter((item) => String(item['sk']).startsWith(ATTEMPT_PREFIX)) as unknown as Attempt[];

/** The stored segments of an account's list, oldest first. */
export function listOf({ table }: World, account: string): { segment: number; hashes: string[] }[] {
  return table.items.partition(segmentKey(account, 0).pk).map(({ sk, entries }) => ({
    segment: segmentNumber(String(sk)),
    hashes: (entries as unknown as Uint8Array[]).map(toBase36),
  }));
}

/** True when the item is in a partition of the account. */
export const isOf = (account: string, { pk }: { pk: string }): boolean => pk.startsWith(`${accountKey(account).pk}#`);

export const hashOf = ({ pk }: { pk: string }): string => collectionRefOfKey(pk)?.hash ?? '';

/** Some channel cannot reach the contact, or could not. */
export const hasBlocked = ({ table }: World, contact: Contact, account: Account): boolean =>
  addressesOf(contact, phoneOf(contact, account)).some(({ channel, address }) => {
    const key = unreachableKey(channel, address);
    return table.items.get(key) !== undefined;
  });

/** A channel that could not reach the contact at an instant can now. */
export const hasReopenedSince = (world: World, contact: Contact, account: Account, since: string): boolean =>
  addressesOf(contact, phoneOf(contact, account)).some(({ channel, address }) => {
    const until = world.table.items.get(unreachableKey(channel, address))?.['until'];
    return until !== undefined && String(until) > since && Date.parse(String(until)) <= world.kernel.now() + CLOCKS_MS;
  });
/** More than two clocks differ. */
const CLOCKS_MS = 10_000;

/** `body` is the text that is told; `toldAt` is in milliseconds. */
export type StoredEvent = { toldAt: number; body: string };

/** An account's feed, in the order of telling. The feed's keys begin with the instant of telling. */
export function storedFeed(world: World, account: string): StoredEvent[] {
  const prefix = feedPartitions(account, '', false)[0]?.slice(0, -'#0'.length) ?? '';
  return everything(world)
    .filter(({ pk }) => String(pk).startsWith(prefix))
    .toSorted((a, b) => (String(a['sk']) < String(b['sk']) ? -1 : 1))
    .map(({ sk, body }) => ({ toldAt: Date.parse(String(sk).split('#')[0] ?? ''), body: unpackText(body) }));
}

/** The deliveries of a webhook endpoint, oldest first. */
export function storedDeliveries({ table }: World, endpoint: string): Item[] {
  const ref = parseEndpointId(endpoint);
  return ref === undefined ? [] : table.items.partition(deliveryKey(ref).pk);
}

export type LedgerRow = LedgerEntry & { pk: string; sk: string };

export const ledgerRows = ({ table }: World, { account, hash }: CollectionRef): LedgerRow[] =>
  table.items
    .partition(collectionKey(account, hash).pk)
    .filter(({ sk }) => String(sk).startsWith(PAYMENT_PREFIX)) as unknown as LedgerRow[];

export const sumOf = (rows: readonly LedgerRow[]): number =>
  rows.filter(({ counts }) => counts).reduce((sum, { credited }) => sum + credited, 0);
