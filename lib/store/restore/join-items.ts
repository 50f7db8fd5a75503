/**
 * What becomes of an item of the old table. Of one that both tables have: the old table's, which was written up to its end, with what
 * the new table has of its own since the restore. Pure; the same two items always give the same one, so a repetition changes nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Kind } from '#lib/store/key-families.ts';
import type { Key } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/table/read-item.ts';
import { joinAttempts } from './join-attempts.ts';
import { addMember, joinMembers } from './join-members.ts';
import { joinPeople } from './join-people.ts';
import { joinUnreachable } from './join-unreachable.ts';
import { joinDeliveries, joinEndpoints, joinHealths } from './join-webhooks.ts';

export type Stored = Item & Key;
/**
 * ISO instants. `restoredTo`: what the new table lacks although it is older was ended there. `usedSince`: what the new table has of
 * its own began then; what is older came from the old one, by the restore or by an earlier merge.
 */
export type Instants = { restoredTo: string; usedSince: string };
export type Join = (old: Stored, own: Stored, instants: Instants) => Stored;

/** Puts an item of the old table, or what becomes of it and the new table's own. */
export type JoinOne = (item: Stored, own: Stored | undefined) => Promise<void>;

/** Never changed after it was written, so both are the same, or the new table's own. */
const keepOwn: Join = (_old, own) => own;

const textIn = (item: Item, name: string): string => String(item[name] ?? '');

/** The one that was written later, by an attribute that says when. */
const laterBy =
  (name: string): Join =>
  (old, own) =>
    textIn(old, name) > textIn(own, name) ? old : own;

/** Revoked once is revoked, from the first time on. */
const joinKeys: Join = (old, own) => {
  const [revokedAt] = [old['revokedAt'], own['revokedAt']].filter((at) => at !== undefined).toSorted();
  return revokedAt === undefined ? own : { ...own, revokedAt };
};

type Providers = Readonly<Record<string, Item>>;

/** Of each provider the one that was changed later. What else an account has bears no time: the old table's holds. */
const joinAccounts: Join = (old, own) => {
  const [before, after] = [(old['providers'] ?? {}) as Providers, (own['providers'] ?? {}) as Providers];
  const joined = Object.entries(before).map(([slug, provider]) => {
    const other = after[slug];
    return [slug, other && textIn(other, 'updatedAt') > textIn(provider, 'updatedAt') ? other : provider];
  });
  return { ...own, ...old, providers: { ...after, ...Object.fromEntries(joined) } };
};

const RULES: Partial<Record<Kind, Join>> = {
  keys: joinKeys,
  members: joinMembers,
  account: joinAccounts,
  credentials: laterBy('savedAt'),
  'opt-outs': laterBy('optedOutAt'),
  unreachable: joinUnreachable,
  people: joinPeople,
  messages: (old, own, instants) => laterBy('answeredAt' in own ? 'answeredAt' : 'at')(old, own, instants),
  attempts: joinAttempts,
  endpoints: joinEndpoints,
  health: joinHealths,
  deliveries: joinDeliveries,
  other: laterBy('updatedAt'),
};

/** What becomes of an item that only the old table has. */
export const addItem = (kind: Kind, old: Stored): Stored => (kind === 'members' ? addMember(old) : old);

/** The item that the new table is to have; `own` itself if it stays as it is. */
export function joinItems(kind: Kind, { old, own }: { old: Stored; own: Stored }, instants: Instants): Stored {
  const joined = (RULES[kind] ?? keepOwn)(old, own, instants);
  return isDeepStrictEqual(joined, own) ? own : joined;
}
