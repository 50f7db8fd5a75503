/** The items of a telling as the publisher stores them: what was told under its number, and its place in the feed. */
import { type CollectionRef, collectionId, eventId } from '#lib/domain/ids.ts';
import { feedItem } from '#lib/store/event/feed.ts';
import { toldKey } from '#lib/store/event/keys.ts';
import { packText } from '#lib/store/table/read-item.ts';
import type { Item } from './seed-collections.ts';

/** `toldAt`: milliseconds since 1970. `facts`: absent for what was told together with another event. */
type Telling = { ref: CollectionRef; sequence: number; toldAt: number; facts?: object | undefined };

export function toldItems({ ref, sequence, toldAt: at, facts }: Telling): Item[] {
  const toldAt = new Date(at).toISOString();
  const id = eventId(collectionId(ref), String(sequence));
  const body = JSON.stringify({ id, sequence, data: { collection: { id: collectionId(ref) } } });
  return [
    { ...toldKey(ref, sequence), id, sequence, toldAt, ...(facts && { facts: packText(JSON.stringify(facts)) }) },
    feedItem({ ref, id, type: 'collection.created', sequence, toldAt, body }),
  ];
}
