/** In some worlds the table is restored to an earlier instant, gets what came since, and is adopted: nobody is to notice. */

import { isDeepStrictEqual } from 'node:util';
import { FAMILIES } from '#lib/store/key-families.ts';
import { endAllSessions } from '#lib/store/member/end-sessions.ts';
import { joinSince } from '#lib/store/restore/join-since.ts';
import { table as used } from '#lib/store/table/live-table.ts';

import { tellsEvents } from '#test/simulation/aws/stream.ts';
import { hasExpired } from '#test/simulation/invariants/stored.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import type { Items } from '#test/simulation/table/items.ts';
import { type Change, createTable, type Table } from '#test/simulation/table/table.ts';
import { copy, type Item, type Value } from '#test/simulation/table/value.ts';
import { unwatched } from './unwatched.ts';
import type { World } from './world.ts';

export const RESTORE = { name: 'restore', share: 0.12 };

const MINUTE = 60_000;
const [NEW, OLD] = ['restored', 'before the restore'];
const USED_FIRST = 0.25;
/** In some more worlds it is always used first. */
export const RESTORED_AND_USED = { name: 'restored-and-used', share: 0.1 };
/**
 * What was told, shown, listed, and owed by when; and one create for a reference and one contact for an email, which both tables may
 * have had.
 */
const OF_ONE_TABLE: readonly number[] = [1, 2, 4, 6, 7, 13, 14];
/** Where both have, what was sent and paid for the one create is not what the other says. */
const OF_ONE_CREATE: readonly number[] = [3, 5, 11, 12];
/** The operator looks at the clock before the functions have the other table. */
const NOTED_BEFORE = 10_000;
const INTERRUPTED = 0.3;
/** The progress is told with each page, and with each collection. */
const MAX_PROGRESS = 12;
/** Of the time until all faults are over. */
const SHARES = { restoredTo: 0.6, merged: 0.8 };

/** As docs/operations/runbook.md has it: restore, prepare, merge, adopt, merge again; and once more while the table is in use. All before `until`. */
export async function restoreTable(world: World, until: number, without: ReadonlySet<string>): Promise<void> {
  const { kernel } = world;
  const random = randomFrom(world.seed, RESTORE.name);
  const isRestored = !without.has(RESTORE.name) && random.bool(RESTORE.share);
  const isUsed = !isRestored && isUsedIn(world, without);
  if (!(isRestored || isUsed) || world.isCalm) return;
  // A restore signs everybody out.
  if (world.members !== undefined) return;
  const begin = kernel.now();
  const left = until - begin;
  const since = begin + random.between(MINUTE, left * SHARES.restoredTo);
  const mergedAt = random.between(since, begin + left * SHARES.merged);
  const adoptedAt = random.between(mergedAt, begin + left);
  const restoring = { world, random, restoredTo: isoAt(since) };
  await kernel.runUntil(since);
  const restored = createTable(kernel.now);
  for (const item of world.table.items.all()) restored.items.set(keyOf(item), copy(item));
  await kernel.runUntil(mergedAt);
  const isUsedFirst = isUsed || (random.bool(USED_FIRST) && !tellsEvents(world));
  const changes = await prepare(restoring, restored, isUsedFirst);
  await kernel.runUntil(adoptedAt);
  const before = byKey(world.table.items);
  const isOptedIn = [...byKey(restored.items).keys()].some((key) => key.includes('OPTOUT') && !before.has(key));
  if (kernel.isStopped() || isOptedIn) return;
  adopt(world, restored);
  for (const consumer of world.consumers) consumer.startAgain(changes);
  const usedSince = isoAt(adoptedAt - NOTED_BEFORE);
  if (isUsedFirst) return useAndMerge(restoring, before, { usedSince, until });
  await unwatched(world, () => merge(restoring, OLD, usedSince));
  for (const signOut of world.signOut) signOut();
  compare(world, before);
  world.note('table restored');
  await kernel.runUntil(random.between(adoptedAt, until));
  await mergeInUse(restoring, before, usedSince);
}

const isUsedIn = (world: World, without: ReadonlySet<string>): boolean =>
  !without.has(RESTORED_AND_USED.name) &&
  randomFrom(world.seed, RESTORED_AND_USED.name).bool(RESTORED_AND_USED.share) &&
  !tellsEvents(world);

/**
 * The table is used for some hours before anything is merged, and reminders wait. Callers see the past meanwhile; once it is merged,
 * nothing of either table may be lost or be there twice.
 */
async function useAndMerge(
  restoring: Restoring,
  before: Map<string, Item>,
  { usedSince, until }: { usedSince: string; until: number },
): Promise<void> {
  const { world, random } = restoring;
  const { violate, kernel } = world;
  let unjudged = OF_ONE_TABLE;
  world.violate = (invariant, what) => {
    // The link of a message that only the other table knows leads nowhere until they are merged.
    if (!unjudged.includes(invariant) && !what.endsWith('leads nowhere')) violate(invariant, what);
  };
  world.isSendingPaused = true;
  await kernel.runUntil(Math.min(until, kernel.now() + random.between(1, 300) * MINUTE));
  if (isCreatedTwice(before, byKey(world.table.items))) unjudged = [...OF_ONE_TABLE, ...OF_ONE_CREATE];
  await unwatched(world, () => merge(restoring, OLD, usedSince));
  world.isSendingPaused = false;
  for (const signOut of world.signOut) signOut();
  const after = byKey(world.table.items);
  // A merge leaves out what has expired.
  for (const [key, item] of before)
    if (!after.has(key) && !hasExpired(item, kernel.now())) world.violate(16, `${key} is missing`);
  world.note('table used before it was merged');
}

/** Whether a collection of the one table was created again in the other. */
const isCreatedTwice = (before: Map<string, Item>, own: Map<string, Item>): boolean =>
  [...before].some(([key, { nonce }]) => nonce !== undefined && own.has(key) && own.get(key)?.['nonce'] !== nonce);

/** Before the adoption: what readers of the stream get from its beginning. */
async function prepare(restoring: Restoring, restored: Table, isUsedFirst: boolean): Promise<Change[]> {
  const changes: Change[] = [];
  restored.watchers.push((change) => changes.push(change));
  restoring.world.otherTables.set(NEW, restored);
  const name = used.name;
  used.name = NEW;
  await endAllSessions(used);
  if (!isUsedFirst) await merge(restoring, name, restoring.restoredTo);
  used.name = name;
  return changes;
}

/** A repetition takes nothing back of what the table has of its own by then, but what was ended or deleted. */
async function mergeInUse(restoring: Restoring, old: Map<string, Item>, usedSince: string): Promise<void> {
  const { world } = restoring;
  const now = byKey(world.table.items);
  if (world.kernel.isStopped() || hasEnded(old, now)) return;
  await unwatched(world, () => merge(restoring, OLD, usedSince));
  compare(world, now);
  world.note('table merged while it was in use');
}

/** Whether an opt-out or an endpoint of the one table is not in the other, which the decision lists as what comes back. */
const hasEnded = (before: Map<string, Item>, after: Map<string, Item>): boolean =>
  [...before].some(([key, item]) => {
    if (key.includes('OPTOUT') && !after.has(key)) return true;
    const known = new Set(endpointIds(after.get(key)));
    return endpointIds(item).some((id) => !known.has(id));
  });

const endpointIds = (item: Item | undefined): string[] =>
  ((item?.['endpoints'] ?? []) as unknown as { id: string }[]).map(({ id }) => id);

const isoAt = (at: number): string => new Date(at).toISOString();

const keyOf = ({ pk, sk }: Item) => ({ pk: String(pk), sk: String(sk) });

type Restoring = { world: World; random: Random; restoredTo: string };

/** Sometimes it is interrupted, and repeated. */
async function merge({ world, random, restoredTo }: Restoring, from: string, usedSince: string): Promise<void> {
  const now = () => new Date(world.kernel.now());
  const joining = { from, instants: { restoredTo, usedSince }, families: new Set(FAMILIES), now };
  if (random.bool(INTERRUPTED)) {
    let left = random.between(0, MAX_PROGRESS);
    const stop = () => {
      left -= 1;
      if (left < 0) throw new Error('interrupted');
    };
    await joinSince(used, { ...joining, progress: stop }).then(
      () => {},
      () => world.note('merge interrupted'),
    );
  }
  const { failed, listed, orphaned } = await joinSince(used, { ...joining, progress: () => {} });
  world.kernel.trace.say(`merged from ${from}: ${listed} listed, ${orphaned} orphaned`);
  if (failed.length > 0) world.violate(16, `could not be merged: ${failed.join(', ')}`);
}

function adopt(world: World, restored: Table): void {
  const { table, kernel } = world;
  const before = createTable(kernel.now);
  before.items = table.items;
  table.items = restored.items;
  world.otherTables.delete(NEW);
  world.otherTables.set(OLD, before);
  kernel.trace.say('the restored table is adopted');
}

const byKey = (items: Items) => new Map(items.all().map((item) => [`${item['pk']} ${item['sk']}`, item]));

function compare({ table, violate }: World, before: Map<string, Item>): void {
  const after = byKey(table.items);
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)];
    if (was === undefined && mayComeBack(key)) continue;
    const differs = difference(key, was, is);
    if (isSignedIn(is)) differs.push('is still signed in, or has a link');
    if (differs.length > 0) violate(16, `${key} ${differs.join('; ')}`);
  }
}

/** Money that was ahead of its collection, and is booked; the health of an endpoint that is gone. Neither does anything. */
const mayComeBack = (key: string): boolean => / WAITING#| HEALTH#/.test(key);

const isSignedIn = (item: Item = {}): boolean =>
  String(item['sk']).startsWith('MEMBER#') &&
  (item['link'] !== undefined || Object.keys(item['sessions'] ?? {}).length > 0);

/** Every write counts the version; members sign in again; an endpoint may be probed, and a held delivery looked at, once too often. */
const MAY_DIFFER: readonly { key: RegExp; attributes: readonly string[]; ofStatus?: string }[] = [
  { key: /./, attributes: ['version'] },
  { key: / MEMBER#/, attributes: ['sessions', 'link'] },
  { key: / HEALTH#/, attributes: ['nextRunAt', 'due', 'isCatchingUp'] },
  { key: / DELIVERY#/, attributes: ['nextRunAt', 'due', 'status'], ofStatus: 'held' },
];

function difference(key: string, was: Item | undefined, is: Item | undefined): string[] {
  if (was === undefined || is === undefined) return [was ? 'is missing' : 'has come back'];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const free = MAY_DIFFER.flatMap(({ key: keys, attributes, ofStatus }) =>
    keys.test(key) && (ofStatus === undefined || was['status'] === ofStatus) ? attributes : [],
  );
  const changed = names.filter((name) => !isDeepStrictEqual(was[name], is[name]) && !free.includes(name));
  return changed.map((name) => `${name} was ${show(was[name])}, and is ${show(is[name])}`);
}

const show = (value: Value | undefined): string =>
  JSON.stringify(value, (_, each) => (each instanceof Set ? [...each] : each)) ?? 'absent';
