/** Finds what needs a person: places from the index, in parts, each item as it is now, until the page is full. */
import type { AttentionItem, AttentionPlace, AttentionReason } from '#lib/domain/attention/attention-item.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Store } from '#lib/store/store.ts';

type Ports = Pick<Store, 'findAttention' | 'getAttentionItems' | 'getCollections'>;

type AttentionQuery = {
  reason?: AttentionReason | undefined;
  assignee?: string | undefined;
  after?: AttentionPlace | undefined;
  limit: number;
  isLeftOut: (found: FoundAttention) => boolean;
};

export type FoundAttention = { item: AttentionItem; collection: Collection };

/** With a filter that few items match, a page can be short: `next` says that there may be more. */
const MAX_PARTS = 5;
const MAX_PART = 100;

export async function listAttention(
  ports: Ports,
  account: string,
  { reason, assignee, after, limit, isLeftOut }: AttentionQuery,
): Promise<{ found: FoundAttention[]; next?: AttentionPlace }> {
  const isFiltered = reason !== undefined || assignee !== undefined;
  // One more than wanted says whether there is a next page.
  const size = isFiltered ? MAX_PART : Math.min(MAX_PART, limit + 1);
  const found: FoundAttention[] = [];
  let from = after;
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const places = await ports.findAttention(account, { after: from, limit: size });
    const wanted = reason === undefined ? places : places.filter((place) => place.reason === reason);
    for (const each of wanted.length === 0 ? [] : await readAll(ports, account, wanted)) {
      if (isLeftOut(each) || (assignee !== undefined && each.item.assignee !== assignee)) continue;
      const last = found.at(-1);
      if (found.length === limit && last !== undefined) return { found, next: placeOf(last) };
      found.push(each);
    }
    from = places.at(-1);
    if (places.length < size || from === undefined) return { found };
  }
  return { found, ...(from && { next: from }) };
}

const placeOf = ({ item, collection }: FoundAttention): AttentionPlace => ({
  since: item.since,
  hash: collection.ref.hash,
  reason: item.reason,
});

async function readAll(ports: Ports, account: string, places: readonly AttentionPlace[]): Promise<FoundAttention[]> {
  const hashes = [...new Set(places.map(({ hash }) => hash))];
  const [items, collections] = await Promise.all([
    ports.getAttentionItems(account, places),
    ports.getCollections(account, hashes),
  ]);
  const byHash = new Map(collections.map((collection) => [collection.ref.hash, collection]));
  return items.flatMap(({ hash, ...item }) => {
    const collection = byHash.get(hash);
    return collection ? [{ item, collection }] : [];
  });
}
