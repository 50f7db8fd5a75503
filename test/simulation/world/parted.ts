/** In some worlds two tables part at the end, each is changed by itself, and they are merged: each item is what the decision says. */

import { isDeepStrictEqual } from 'node:util';
import { FAMILIES, type Family } from '#lib/store/key-families.ts';
import { endAllSessions } from '#lib/store/member/end-sessions.ts';
import { joinSince, type Tally } from '#lib/store/restore/join-since.ts';
import { table as used } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';

import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import type { Instants, StoredItem } from '#test/simulation/model/merged-items.ts';
import { createTable, type Table } from '#test/simulation/table/table.ts';
import { copy } from '#test/simulation/table/value.ts';
import { judgeMerged, judgeTally } from './parted/judge.ts';
import { type Items, nameOf, part } from './parted/part.ts';
import type { World } from './world.ts';

export const PARTED = { name: 'parted', share: 0.2 };

const HOUR = 60 * 60_000;
const [NEW, OLD] = ['parted', 'before they parted'];
/** A merge of some families comes first. Those of collections belong together. */
const IN_PARTS = 0.3;
const APART: readonly Family[] = [
  'accounts',
  'keys',
  'members',
  'opt-outs',
  'unreachable',
  'people',
  'contacts',
  'webhooks',
];

type Merging = { world: World; random: Random; instants: Instants };

/** After all else: it leaves the world's own table as it is. */
export async function partTables(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, PARTED.name);
  if (without.has(PARTED.name) || !random.bool(PARTED.share) || world.kernel.isStopped()) return;
  const now = world.kernel.now();
  const partedAt = now - random.between(1, 60) * HOUR;
  const usedAt = random.between(partedAt, now - 1);
  const [restoredTo, usedSince] = [partedAt, usedAt].map((at) => new Date(at).toISOString()) as [string, string];
  const before = await signedOut(world);
  const parted = part(before, random, { old: partedAt, own: usedAt, now });
  const restored = tableOf(world, parted.own);
  world.otherTables.set(OLD, tableOf(world, parted.old)).set(NEW, restored);
  await inPlace(NEW, () => mergeAndJudge({ world, random, instants: { restoredTo, usedSince } }, parted, restored));
  world.otherTables.delete(OLD);
  world.otherTables.delete(NEW);
  world.note('tables parted and merged');
}

async function inPlace<T>(name: string, work: () => Promise<T>): Promise<T> {
  const known = used.name;
  used.name = name;
  try {
    return await work();
  } finally {
    used.name = known;
  }
}

const itemsOf = ({ items }: Table): StoredItem[] => items.all() as StoredItem[];

const byName = (table: Table): Items => new Map(itemsOf(table).map((item) => [nameOf(item), item]));

function tableOf({ kernel }: World, items: Items): Table {
  const table = createTable(kernel.now);
  for (const item of items.values()) table.items.set({ pk: item.pk, sk: item.sk }, copy(item) as never);
  return table;
}

const isSignedIn = ({ sk, link, sessions = {} }: StoredItem): boolean =>
  sk.startsWith('MEMBER#') && (link !== undefined || Object.keys(sessions as object).length > 0);

/** Every session and link of a restored table is ended before it is used. */
async function signedOut(world: World): Promise<StoredItem[]> {
  const table = tableOf(world, byName(world.table));
  world.otherTables.set(NEW, table);
  const members = itemsOf(table).filter(isSignedIn).length;
  const ended = await inPlace(NEW, storeOf(used, { endAllSessions }).endAllSessions);
  if (ended !== members) world.violate(16, `of ${members} members with a session ${ended} were signed out`);
  const all = itemsOf(table);
  for (const item of all.filter(isSignedIn)) world.violate(16, `${nameOf(item)} is still signed in`);
  return all;
}

type Tables = { old: Items; own: Items };

async function mergeAndJudge(merging: Merging, { old, own }: Tables, restored: Table): Promise<void> {
  const { world, random, instants } = merging;
  const isWhole = !random.bool(IN_PARTS);
  if (!isWhole) await merge(merging, new Set(APART.filter(() => random.bool(0.5))));
  const tally = await merge(merging, new Set(FAMILIES));
  const merged = byName(restored);
  if (isWhole) judgeTally(world, tally, { before: own, after: merged });
  judgeMerged(world, instants, { old, own, merged });
  const again = await merge(merging, new Set(FAMILIES));
  if (!isDeepStrictEqual(byName(restored), merged)) world.violate(16, 'a merge that was repeated changed something');
  judgeTally(world, again, { before: merged, after: merged });
}

async function merge({ world, instants }: Merging, families: ReadonlySet<Family>): Promise<Tally> {
  const now = () => new Date(world.kernel.now());
  return await joinSince(used, { from: OLD, instants, families, now, progress: () => {} });
}
