/** The told events of a collection that the new table lacks: by their numbers, as one row may hold several. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import { toldKey } from '#lib/store/event/keys.ts';
import { toldIn } from '#lib/store/event/told.ts';
import type { Stored } from './join-items.ts';

/** What the new table has told under a number since the restore stays, and what the old one told under others is added. */
export function toldToJoin(ref: CollectionRef, old: readonly Stored[], own: readonly Stored[]): Stored[] {
  const taken = new Set(own.flatMap(toldIn).map(({ sequence }) => sequence));
  return old.flatMap((row) => {
    const events = toldIn(row);
    const missing = events.filter(({ sequence }) => !taken.has(sequence));
    if (missing.length === events.length) return [row];
    return missing.map((event) => ({ ...toldKey(ref, event.sequence), ...event }));
  });
}
