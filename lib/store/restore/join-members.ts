/** A member whom both tables have: removed in either is removed, and only sessions that began since the restore go on. */
import { isDeepStrictEqual } from 'node:util';
import type { Join, Stored } from './join-items.ts';

/**
 * `table prepare` has ended every session and link of the new table, so what it has was made since. Those of the old table end:
 * members sign in again.
 */
export const joinMembers: Join = (old, own) => {
  const [removedAt] = [old['removedAt'], own['removedAt']].filter((at) => at !== undefined).toSorted();
  const { name, role, updatedAt } = String(old['updatedAt']) > String(own['updatedAt']) ? old : own;
  const { pk, sk, link, sessions, ...kept } = own;
  const held = { sessions, ...(link !== undefined && { link }) };
  const ended = { sessions: {}, removedAt };
  const joined = { pk, sk, ...kept, name, role, updatedAt, ...(removedAt === undefined ? held : ended) };
  if (isDeepStrictEqual(joined, own)) return own;
  return { ...joined, version: Math.max(Number(old['version']), Number(own['version'])) + 1 };
};

/** A member of the old table only, who signs in again as the others do. */
export function addMember(old: Stored): Stored {
  const { link: _link, ...kept } = old;
  return { ...kept, sessions: {} } as Stored;
}
