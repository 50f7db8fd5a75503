/** In some worlds the table is restored to an earlier instant, gets what came since, and is adopted: nobody is to notice. */
import { isDeepStrictEqual } from 'node:util';
import { endAllSessions } from '#lib/store/end-sessions.ts';
import { FAMILIES } from '#lib/store/key-families.ts';
import type { Instants } from '#lib/store/restore/join-items.ts';
import { joinSince } from '#lib/store/restore/join-since.ts';
import { table as used } from '#lib/store/table.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import type { Items } from '#test/simulation/table/items.ts';
import { type Change, createTable, type Table } from '#test/simulation/table/table.ts';
import { copy, type Item, type Value } from '#test/simulation/table/value.ts';
import type { World } from './world.ts';

export const RESTORE = { name: 'restore', share: 0.12 };

const MINUTE = 60_000;
const [NEW, OLD] = ['restored', 'before the restore'];
const INTERRUPTED = 0.3;
/** The progress is told with each page, and with each collection. */
const MAX_PROGRESS = 12;
/** Of the time until all faults are over. */
const SHARES = { restoredTo: 0.6, merged: 0.8 };

/** As docs/runbook.md has it: restore, prepare, merge, adopt, merge again. Everything before `until`. */
export async function restoreTable(world: World, until: number, without: ReadonlySet<string>): Promise<void> {
  const { kernel } = world;
  const random = randomFrom(world.seed, RESTORE.name);
  if (without.has(RESTORE.name) || !random.bool(RESTORE.share) || world.isCalm) return;
  const left = until - kernel.now();
  const since = kernel.now() + random.between(MINUTE, left * SHARES.restoredTo);
  const mergedAt = random.between(since, kernel.now() + left * SHARES.merged);
  const adoptedAt = random.between(mergedAt, kernel.now() + left);
  const restoredTo = isoAt(since);
  await kernel.runUntil(since);
  const restored = createTable(kernel.now);
  const changes: Change[] = [];
  for (const item of world.table.items.all()) restored.items.set(keyOf(item), copy(item));
  await kernel.runUntil(mergedAt);
  restored.watchers.push((change) => changes.push(change));
  world.otherTables.set(NEW, restored);
  await within(NEW, endAllSessions);
  await within(NEW, () => merge({ world, random }, 'simulated', { restoredTo, usedSince: restoredTo }));
  await kernel.runUntil(adoptedAt);
  if (kernel.isStopped()) return;
  adopt(world, restored);
  const { changed } = world.oracle;
  world.table.watchers.splice(world.table.watchers.indexOf(changed), 1);
  for (const consumer of world.consumers) consumer.startAgain(changes);
  await merge({ world, random }, OLD, { restoredTo, usedSince: isoAt(adoptedAt) });
  world.table.watchers.push(changed);
  for (const signOut of world.signOut) signOut();
  compare(world, world.otherTables.get(OLD) as Table);
  world.note('table restored');
}

const isoAt = (at: number): string => new Date(at).toISOString();

const keyOf = ({ pk, sk }: Item) => ({ pk: String(pk), sk: String(sk) });

async function within(name: string, work: () => Promise<unknown>): Promise<void> {
  const before = used.name;
  used.name = name;
  await work();
  used.name = before;
}

type Restoring = { world: World; random: Random };

/** Sometimes it is interrupted, and repeated. */
async function merge({ world, random }: Restoring, from: string, instants: Instants): Promise<void> {
  const now = () => new Date(world.kernel.now());
  const joining = { from, instants, families: new Set(FAMILIES), now };
  if (random.bool(INTERRUPTED)) {
    let left = random.between(0, MAX_PROGRESS);
    const stop = () => {
      left -= 1;
      if (left < 0) throw new Error('interrupted');
    };
    await joinSince({ ...joining, progress: stop }).then(
      () => {},
      () => world.note('merge interrupted'),
    );
  }
  const { failed, listed, orphaned } = await joinSince({ ...joining, progress: () => {} });
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

function compare({ table, violate }: World, old: Table): void {
  const [before, after] = [byKey(old.items), byKey(table.items)];
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

/** Every write counts the version; members sign in again; an endpoint may be probed once too often. */
const MAY_DIFFER = [
  { key: /./, attributes: ['version'] },
  { key: / MEMBER#/, attributes: ['sessions', 'link'] },
  { key: / HEALTH#/, attributes: ['nextRunAt', 'due', 'isCatchingUp'] },
];

function difference(key: string, was: Item | undefined, is: Item | undefined): string[] {
  if (was === undefined || is === undefined) return [was ? 'is missing' : 'has come back'];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const free = MAY_DIFFER.flatMap((may) => (may.key.test(key) ? may.attributes : []));
  const changed = names.filter((name) => !isDeepStrictEqual(was[name], is[name]) && !free.includes(name));
  return changed.map((name) => `${name} was ${show(was[name])}, and is ${show(is[name])}`);
}

const show = (value: Value | undefined): string =>
  JSON.stringify(value, (_, each) => (each instanceof Set ? [...each] : each)) ?? 'absent';
