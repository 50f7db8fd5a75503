/** Opt-outs: addresses that must get no more messages by a channel, for the whole deployment; read with the unreachable. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import { type Address, hashedAddress, OPT_OUT_SOURCES, type OptOutSource } from '#lib/domain/contact.ts';
import { concurrentChange, MAX_TRIES } from '#lib/domain/errors.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import type { PersonRef } from '#lib/domain/person/person.ts';
import { foldAddress } from '#lib/domain/phone.ts';
import { type Key, personKey } from '#lib/store/keys.ts';
import { personIn } from '#lib/store/person/people.ts';
import { fields, instant, object, oneOf, text } from '#lib/store/table/checks.ts';
import { all, any, equals, ITEM_IS_NEW, isAtMost } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { put, queryPage, remove } from '#lib/store/table/requests.ts';
import { isRefused, type Table } from '#lib/store/table/table.ts';
import { listedOptOutKey, optOutKey, unreachableKey } from './keys.ts';
import { getOptOutSecret } from './secret.ts';
import { blockIn, isComplaint } from './unreachable.ts';

const storedOptOut = fields({ optedOutAt: instant });

/** Which channels must not be used at this instant, and the person if `personRef` names one; read strongly, in one request, because an opt-out must hold at once. */
export async function findReach(
  table: Table,
  addresses: readonly Address[],
  now: Date,
  personRef?: PersonRef,
): Promise<Reach> {
  const items = await table.batchGet(reachKeys({ addresses, personRef }));
  return reachIn(new Map(items.map((item) => [item.pk, item])), { addresses, personRef }, now);
}

/** The same of many people at once, in their order. */
export async function findReaches(table: Table, people: readonly Reached[], now: Date): Promise<Reach[]> {
  const keys = new Map(people.flatMap(reachKeys).map((key) => [`${key.pk} ${key.sk}`, key]));
  const items = await table.batchGet([...keys.values()]);
  const byPartition = new Map(items.map((item) => [item.pk, item]));
  return people.map((each) => reachIn(byPartition, each, now));
}

type Reached = { addresses: readonly Address[]; personRef?: PersonRef | undefined };

const optOutKeysOf = ({ channel, address, hashes = [] }: Address): Key[] =>
  [address, ...hashes].map((each) => optOutKey(channel, each));

const reachKeys = ({ addresses, personRef }: Reached): Key[] => [
  ...addresses.flatMap((each) => [...optOutKeysOf(each), unreachableKey(each.channel, each.address)]),
  ...(personRef === undefined ? [] : [personKey(personRef)]),
];

function reachIn(
  itemsByPartition: ReadonlyMap<string, Item & Key>,
  { addresses, personRef }: Reached,
  now: Date,
): Reach {
  const optedOut: Channel[] = [];
  const unreachable: Required<Reach>['unreachable'][number][] = [];
  for (const each of addresses) {
    const stored = optOutKeysOf(each).flatMap(({ pk }) => itemsByPartition.get(pk) ?? []);
    for (const item of stored) readItem(item, storedOptOut);
    if (stored.length > 0) optedOut.push(each.channel);
    const blocked = itemsByPartition.get(unreachableKey(each.channel, each.address).pk);
    if (blocked !== undefined) unreachable.push(...blockIn(blocked, each.channel, now));
  }
  if (personRef === undefined) return { optedOut, unreachable };
  const known = itemsByPartition.get(personKey(personRef).pk);
  return { optedOut, unreachable, person: personIn(known === undefined ? [] : [known], personRef) };
}

/** Of the opt-out, and of its entry in the list of all. */
const optOutKeys = (address: Address): Key[] => [optOutKey(address.channel, address.address), listedKeyOf(address)];

const listedKeyOf = ({ channel, address }: Address): Key =>
  listedOptOutKey(`${channel}#${foldAddress(channel, address)}`);

/** `at` is when the person said so. All of the addresses are opted out, or none is. */
export async function optOut(table: Table, addresses: readonly Address[], by: OptOutSource, at: Date): Promise<void> {
  const optedOutAt = at.toISOString();
  const puts = addresses.flatMap(({ channel, address }) => optOutPuts(table, { channel, address, optedOutAt, by }));
  await table.send(new TransactWriteCommand({ TransactItems: puts }));
}

const optOutPuts = (table: Table, optOut: ListedOptOut) =>
  optOutKeys(optOut).map((key) => ({ Put: put(table, { item: { ...key, ...optOut } }) }));

/** The addresses as opt-outs name them after an erasure; none while nobody who had opted out was erased. */
async function hashedAddresses(table: Table, addresses: readonly Address[]): Promise<Address[]> {
  const secret = await getOptOutSecret(table);
  return secret === undefined
    ? []
    : addresses.map((each) => ({ channel: each.channel, address: hashedAddress(each, secret) }));
}

/** Ends the opt-outs of all the addresses, unless one of them opted out after `at`: then false, and nothing changes. */
export async function optIn(table: Table, addresses: readonly Address[], at: Date): Promise<boolean> {
  const keys = [...addresses, ...(await hashedAddresses(table, addresses))].flatMap(optOutKeys);
  const when = any(ITEM_IS_NEW, isAtMost('optedOutAt', at.toISOString()));
  const deletes = keys.map((key) => ({ Delete: remove(table, { key, when }) }));
  try {
    await table.send(new TransactWriteCommand({ TransactItems: deletes }));
    return true;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return false;
  }
}

/** Ends those of the addresses that were said by a link, until `at`: a reply, an operator or a provider that said so is not overruled by one. */
export async function optInByLink(table: Table, addresses: readonly Address[], at: Date): Promise<void> {
  const isLinks = all(equals('by', 'link'), isAtMost('optedOutAt', at.toISOString()));
  await Promise.all(
    addresses.map(async (address) => {
      const deletes = optOutKeys(address).map((key) => ({ Delete: remove(table, { key, when: isLinks }) }));
      try {
        await table.send(new TransactWriteCommand({ TransactItems: deletes }));
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
    }),
  );
}

export type ListedOptOut = Omit<Address, 'hashes'> & { optedOutAt: string; by: OptOutSource };

const listedOptOut = object<ListedOptOut>({
  channel: oneOf(CHANNELS),
  address: text,
  optedOutAt: instant,
  by: oneOf(OPT_OUT_SOURCES),
});

/** By channel and address, from `after` on; for operators only. */
export async function listOptOuts(table: Table, limit: number, after?: Address): Promise<ListedOptOut[]> {
  const partition = listedOptOutKey('').pk;
  const { items } = await queryPage(table, { partition, after: after && listedKeyOf(after), limit, isStrong: false });
  return items.map((item) => readItem(item, listedOptOut));
}

/** What a person has said of an address. A complaint about an email says as much as an opt-out. */
export async function findOptOut(
  table: Table,
  { channel, address }: Address,
  now: Date,
): Promise<ListedOptOut | undefined> {
  const keys = [optOutKey(channel, address), unreachableKey(channel, address)];
  const [optedOut, unreachable] = await Promise.all(keys.map(table.getItem));
  if (optedOut !== undefined) return readItem(optedOut, listedOptOut);
  if (unreachable === undefined || !isComplaint(unreachable)) return undefined;
  return { channel, address, by: 'provider', optedOutAt: now.toISOString() };
}

/** Moves the opt-out of an address under its hash, as it is then. False if there is none. */
export async function hideOptOut(table: Table, hidden: Address, secret: string, now: Date): Promise<boolean> {
  for (let tried = 1; tried <= MAX_TRIES; tried += 1) {
    const optOut = await findOptOut(table, hidden, now);
    if (optOut === undefined) return false;
    const { channel, optedOutAt, by } = optOut;
    const puts = optOutPuts(table, { channel, address: hashedAddress(hidden, secret), optedOutAt, by });
    const when = any(ITEM_IS_NEW, equals('optedOutAt', optedOutAt));
    const deletes = optOutKeys(hidden).map((key) => ({ Delete: remove(table, { key, when }) }));
    try {
      await table.send(new TransactWriteCommand({ TransactItems: [...puts, ...deletes] }));
      return true;
    } catch (error) {
      // The person has said something meanwhile.
      if (!(error instanceof TransactionCanceledException)) throw error;
    }
  }
  throw concurrentChange();
}
