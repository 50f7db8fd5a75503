/** Two tables that were one until an instant: what is in the one only, in the other only, and in both in two forms. */
import { toBase36 } from '#lib/domain/ids.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { StoredItem } from '#test/simulation/model/merged-items.ts';
import { edited } from './edits.ts';

export type Items = Map<string, StoredItem>;
export type Parted = { old: Items; own: Items };
/** From which instants on each table was used. */
export type Since = { old: number; own: number; now: number };

/** Of items that stand for themselves, and of rows. */
const SHARES = { edited: 0.5, left: 0.12 };
const MAX_NEW = 4;
/** In the worlds. */
export const SEGMENT = 50;

export const nameOf = ({ pk, sk }: StoredItem): string => `${pk} ${sk}`;

/** A row may be in one table only; what it belongs to is not there without it. */
const IN_ONE =
  / (ATTEMPT|PAYMENT|EVENT|REPLY|WAITING|KEY|MEMBER|AUDIT|DELIVERY|HEALTH)#|^(OPTOUT|UNREACHABLE|MESSAGE|LASTMESSAGE|HELP)|#(PERSON|PHONE|EMAIL|EVENTS)#/;

export function part(all: readonly StoredItem[], random: Random, since: Since): Parted {
  const old: Items = new Map(all.map((item) => [nameOf(item), item]));
  const own: Items = new Map(old);
  for (const item of all) {
    const name = nameOf(item);
    if (IN_ONE.test(name) && random.bool(SHARES.left)) {
      random.pick([old, own]).delete(name);
      continue;
    }
    for (const [table, from] of [
      [old, since.old],
      [own, since.own],
    ] as const)
      if (random.bool(SHARES.edited))
        table.set(name, edited(item, random, new Date(random.between(from, since.now)).toISOString()));
  }
  leaveOutTold(own, random);
  for (const account of new Set(all.flatMap(({ pk }) => /^ACCOUNT#([^#]*)#LIST$/.exec(pk)?.[1] ?? [])))
    partList({ old, own }, account, { random, all });
  return { old, own };
}

/** What the one table has told last the other has not. */
function leaveOutTold(own: Items, random: Random): void {
  const told = [...own.values()].filter(({ pk }) => pk.endsWith('#TOLD'));
  for (const pk of new Set(told.map((item) => item.pk))) {
    if (!random.bool(0.3)) continue;
    const rows = told.filter((item) => item.pk === pk).toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
    for (const row of rows.slice(random.between(0, rows.length))) own.delete(nameOf(row));
  }
}

export const segmentsOf = (table: Items, account: string): StoredItem[] =>
  [...table.values()].filter(({ pk }) => pk === `ACCOUNT#${account}#LIST`).toSorted((a, b) => (a.sk < b.sk ? -1 : 1));

/** The hashes of its collections, the oldest first. */
export const listOf = (table: Items, account: string): string[] =>
  segmentsOf(table, account).flatMap(({ entries }) => (entries as Uint8Array[]).map(toBase36));

/** The last creates came after the two parted: they are in the old table, or some in the new one. */
function partList(
  { old, own }: Parted,
  account: string,
  { random, all }: { random: Random; all: readonly StoredItem[] },
): void {
  const listed = listOf(old, account);
  const made = listed.slice(listed.length - random.between(0, Math.min(MAX_NEW, listed.length)));
  const ofOwn = random.bool(0.5) ? made.filter(() => random.bool(0.4)) : [];
  const first = new Set(listed.slice(0, listed.length - made.length));
  for (const hash of made) {
    const [its, other] = ofOwn.includes(hash) ? [own, old] : [old, own];
    const pk = `ACCOUNT#${account}#COLLECTION#${hash}`;
    for (const item of all.filter((each) => isOf(each, pk))) {
      its.set(nameOf(item), item);
      other.delete(nameOf(item));
    }
  }
  for (const hash of ofOwn) {
    const early = paidAhead(`ACCOUNT#${account}#COLLECTION#${hash}`);
    old.set(nameOf(early), early);
  }
  keepListed(old, account, new Set([...first, ...made.filter((hash) => !ofOwn.includes(hash))]));
  keepListed(own, account, new Set([...first, ...ofOwn]));
  for (const table of [old, own]) beginAsListed(table, account, made);
}

/** Money of which the old table knows, and not for what it is. */
const paidAhead = (pk: string): StoredItem => ({ pk, sk: 'WAITING#parted', key: 'parted', reported: '{}' });

/** Where the lists are shorter they were looked for from an earlier segment on. */
function beginAsListed(table: Items, account: string, made: readonly string[]): void {
  for (const [index, hash] of listOf(table, account).entries()) {
    const name = `ACCOUNT#${account}#COLLECTION#${hash} COLLECTION`;
    const item = made.includes(hash) ? table.get(name) : undefined;
    const startSegment = Math.min(Number(item?.['startSegment']), Math.floor(index / SEGMENT));
    if (item !== undefined) table.set(name, { ...item, startSegment });
  }
}

const isOf = (item: StoredItem, pk: string): boolean => item.pk === pk || item.pk.startsWith(`${pk}#`);

function keepListed(table: Items, account: string, kept: ReadonlySet<string>): void {
  const segments = segmentsOf(table, account);
  const entries = segments
    .flatMap((item) => item['entries'] as Uint8Array[])
    .filter((each) => kept.has(toBase36(each)));
  for (const [index, item] of segments.entries()) {
    const own = entries.slice(index * SEGMENT, (index + 1) * SEGMENT);
    if (own.length === 0) table.delete(nameOf(item));
    else table.set(nameOf(item), { ...item, entries: own });
  }
}
