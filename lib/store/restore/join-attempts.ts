/** An attempt that both tables have: the one that went further, with the receipts of both. */
import type { Item } from '#lib/store/table/read-item.ts';
import type { Join } from './join-items.ts';

type Receipt = { id: string };
type Parts = { status?: string; reason?: string; claimedAt?: string; receipts?: Receipt[] };

const partsOf = (item: Item): Parts => item as Parts;

/** What the fence skipped gives way: the old table knows what became of the slot. */
const isFence = (item: Item): boolean => partsOf(item).status === 'skipped' && partsOf(item).reason === 'restored';

/** In the order in which one can follow another after one claim. A receipt tells whole seconds, so times do not say it. */
const ORDER = ['sending', 'unknown', 'sent', 'delivered', 'read', 'failed', 'deferred', 'skipped'];

function isFurther(one: Item, other: Item): boolean {
  const [first, second] = [partsOf(one), partsOf(other)];
  if (first.claimedAt !== second.claimedAt) return String(first.claimedAt) > String(second.claimedAt);
  return ORDER.indexOf(first.status ?? '') > ORDER.indexOf(second.status ?? '');
}

export const joinAttempts: Join = (old, own) => {
  const isOwn = !isFence(own) && (isFence(old) || isFurther(own, old));
  const [further, other] = isOwn ? [own, old] : [old, own];
  // What was erased keeps no receipts, which may hold a phone. The rest is erased with the collection.
  if (further['erased'] === true) return further;
  const receipts = partsOf(further).receipts ?? [];
  const missing = (partsOf(other).receipts ?? []).filter(({ id }) => !receipts.some((known) => known.id === id));
  if (missing.length === 0) return further;
  const all = [...receipts, ...missing];
  return { ...further, receipts: all, receiptIds: new Set(all.map(({ id }) => id)) };
};
