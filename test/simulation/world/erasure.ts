/** In some worlds a retention period is set: weeks after the end everything personal must be gone, and everything else as it was. */
import type { Collection } from '#lib/domain/collection.ts';
import { retention } from '#lib/retention.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY, dueShards, isErasureShard } from '#lib/store/indexes.ts';
import { hasExpired, listOf, storedCollections } from '#test/simulation/invariants/stored.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { textOf } from '#test/support/item-text.ts';
import { ask, endpointsOf } from './merchants.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export const ERASURE = { name: 'erasure', share: 0.12 };

const MINUTE = 60_000;
/** Longer than any world takes, and shorter than the feed is kept. */
const DAYS = 20;
/** Faults begin so long before the first erasure, and end so long after the last. */
const AROUND = 20 * MINUTE;
/** Late money begins the period of its collection again. */
const MAX_PERIODS = 20;
const SHORT = 6;
const LATE_MONEY = 0.1;

export const erasesIn = (seed: number, without: ReadonlySet<string>): boolean =>
  !without.has(ERASURE.name) && randomFrom(seed, ERASURE.name).bool(ERASURE.share);

export const setRetention = (erases: boolean): void => {
  retention.days = erases ? DAYS : undefined;
};

/** After all else: the model is not told of what happens from now on. */
export async function eraseEverything(world: World): Promise<void> {
  const { kernel, faults, table, messages, oracle } = world;
  table.watchers.splice(table.watchers.indexOf(oracle.changed), 1);
  world.oracle = { ...SILENT, logged: oracle.logged, finished: oracle.finished };
  const before = {
    at: kernel.now(),
    kept: keptIn(world),
    messages: messages.length,
    names: personalIn(world),
    contacts: new Set(ended(world).map(({ contact }) => contact.id)),
    prefilled: new Set(prefilledIn(world).map(({ ref }) => collectionKey(ref.account, ref.hash).pk)),
  };
  for (const { id, status } of ended(world))
    if (!waiting(world).some((hash) => id.endsWith(hash))) world.violate(15, `${id} is ${status}, and is never erased`);
  const [first, last] = [Math.min(...dueTimes(world)), Math.max(...dueTimes(world))];
  if (!Number.isFinite(first)) return;
  planLateMoney(world, first, last);
  await kernel.runUntil(first - AROUND);
  faults.resume();
  await kernel.runUntil(last + AROUND);
  faults.heal();
  for (let period = 0; period < MAX_PERIODS && dueTimes(world).length > 0; period += 1)
    await kernel.runUntil(Math.max(kernel.now(), ...dueTimes(world)) + AROUND);
  judge(world, before);
  for (const by of world.tenants) readAll(world, by);
  await kernel.runUntil(kernel.now() + MINUTE);
}

/** Those that were paid before the world began are stored without an end. */
const isPrefilled = (world: World, { createdAt }: Collection): boolean =>
  Date.parse(createdAt) <= (world.prefilled?.at ?? 0);
const prefilledIn = (world: World) => storedCollections(world).filter((each) => isPrefilled(world, each));
const ended = (world: World) => storedCollections(world).filter((each) => !isPrefilled(world, each));

const nothing = () => {};
const SILENT = { changed: nothing, answered: nothing, sent: nothing, posted: nothing, ended: nothing };

const erasures = ({ table }: World): Item[] =>
  table.items.indexed().filter((item) => isErasureShard(item[DUE_PARTITION_KEY]));
const isDue = ({ due }: Item): boolean => isErasureShard(due) || dueShards().includes(String(due));
/** Of runs, too: what has ended in another way is checked again first. */
const dueTimes = ({ table }: World): number[] =>
  table.items
    .indexed()
    .filter(isDue)
    .map((item) => Date.parse(String(item[DUE_SORT_KEY])));
const waiting = (world: World): string[] => erasures(world).map(({ pk }) => String(pk).split('#').at(-1) ?? '');

/** Some customers pay when the period is almost over, or is. */
function planLateMoney(world: World, first: number, last: number): void {
  const random = randomFrom(world.seed, 'late money');
  for (const by of world.tenants)
    for (const { ref, reference, amount } of storedCollections(world)) {
      if (ref.account !== by.account.id || !random.bool(LATE_MONEY)) continue;
      const at = random.between(first - MINUTE, last + 5 * MINUTE);
      world.kernel.after(at - world.kernel.now(), () =>
        world.sandbox.pay(by, reference, { minor: random.pick([1, 50_000]), currency: amount.currency }),
      );
    }
}

/** The ids of the collections that were paid, or whose reference another account was paid under. */
const paidSince = (world: World, from: number): string[] =>
  storedCollections(world)
    .filter(({ ref, reference }) =>
      world.sandbox.payments.some(
        (payment) =>
          payment.by.account.id === ref.account &&
          payment.reference === reference &&
          Date.parse(payment.paidAt) >= from,
      ),
    )
    .map(({ id }) => id);

/** What an erasure leaves of each collection, and the list of each account. What had expired may be completed until then. */
function keptIn(world: World) {
  const kept = storedCollections(world).map(({ id, reference, amount, status, createdAt, received }) => [
    id,
    JSON.stringify({ reference, amount, createdAt, received, isCancelled: status === 'cancelled' }),
  ]);
  const lists = world.tenants.map(({ account }) => [account.id, JSON.stringify(listOf(world, account.id))]);
  return new Map<string, string>([...kept, ...lists] as [string, string][]);
}

/** Names, addresses, and what merchants wrote: none of them is in an id or a reference. */
const personalIn = (world: World): string[] => [
  ...new Set(
    ended(world).flatMap(({ contact, metadata }) => [
      contact.firstName,
      contact.email,
      // A short one may be a part of any number.
      ...(contact.phone.length > SHORT ? [contact.phone] : []),
      ...(metadata === undefined ? [] : Object.values(JSON.parse(metadata)).map(String)),
    ]),
  ),
];

type Before = {
  kept: Map<string, string>;
  messages: number;
  names: readonly string[];
  /** The ids of the contacts of all that have ended. */
  contacts: ReadonlySet<string>;
  /** The partitions of what was paid before the world began. */
  prefilled: ReadonlySet<string>;
  at: number;
};

function judge(world: World, before: Before): void {
  const { kept, messages, names } = before;
  for (const { id, erasedAt, contact } of ended(world)) {
    if (erasedAt === undefined) world.violate(15, `${id} is not erased`);
    else if (contact.firstName !== 'Erased') world.violate(15, `${id} still names ${contact.firstName}`);
  }
  if (world.messages.length > messages) world.violate(15, 'a message was sent after the end');
  const now = keptIn(world);
  const paid = new Set(paidSince(world, before.at));
  for (const [id, was] of kept)
    if (!paid.has(id) && now.get(id) !== was) world.violate(15, `${id} was ${was}, and is ${now.get(id)}`);
  const endpoints = world.tenants.flatMap((tenant) => endpointsOf(world, tenant).map(({ id }) => id));
  for (const item of world.table.items.all()) {
    if (outlivesErasure(world, item, { ...before, endpoints })) continue;
    const text = textOf(item);
    const found = names.find((name) => text.includes(name));
    if (found !== undefined) world.violate(15, `${item['pk']} ${item['sk']} still says ${found}`);
  }
}

type Kept = Pick<Before, 'contacts' | 'prefilled'> & { endpoints: readonly string[] };

/**
 * docs/operations/privacy.md says what stays: what has expired is not there any more; addresses that all accounts must leave alone;
 * contacts of creates that were refused; deliveries to endpoints that are gone.
 */
function outlivesErasure(world: World, item: Item, { contacts, prefilled, endpoints }: Kept): boolean {
  const [pk, sk] = [String(item['pk']), String(item['sk'])];
  return (
    hasExpired(item, world.kernel.now()) ||
    sk === 'ACCOUNT' ||
    /^(OPTOUT|UNREACHABLE|HELP)/.test(pk) ||
    // An item that leads from a message to its attempt, where the send died before the message was known: 60 days.
    (sk === 'MESSAGE' && !world.isCalm) ||
    (sk === 'CONTACT' && !contacts.has(String(item['id']))) ||
    (sk.startsWith('DELIVERY#') && !endpoints.includes(String(item['endpoint']))) ||
    prefilled.has(pk)
  );
}

/** Every answer keeps to its schema. */
function readAll(world: World, by: Tenant): void {
  ask(world, by, { operation: 'list-collections', call: { query: { page: '1', limit: '100' } } });
  for (const { id, ref } of storedCollections(world)) {
    if (ref.account !== by.account.id) continue;
    for (const operation of ['get-collection', 'get-follow-ups', 'list-payments'] as const)
      ask(world, by, { operation, call: { id } });
  }
}
