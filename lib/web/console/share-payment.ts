/** One payment for several debts of a customer: the oldest are paid first. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { isUnpaid } from '#lib/domain/transitions.ts';

export type Share = { collection: CollectionResponse; value: number };

export const owedOf = (collections: readonly CollectionResponse[], currency: string): CollectionResponse[] =>
  collections
    .filter(({ status, balance }) => isUnpaid(status) && balance.outstanding.value > 0)
    .filter(({ amount }) => amount.currency === currency)
    .toSorted((one, other) => (dueOf(one) < dueOf(other) ? -1 : 1));

/** A debt without a due date is as old as its request. */
const dueOf = ({ dueDate, createdAt }: CollectionResponse): string => dueDate ?? createdAt;

/** No currency has more decimals. */
const exact = (value: number): number => Number(value.toFixed(4));

/** `rest`: what is more than is owed in all. */
export function shared(value: number, debts: readonly CollectionResponse[]): { shares: Share[]; rest: number } {
  const shares: Share[] = [];
  let rest = value;
  for (const collection of debts) {
    const part = Math.min(rest, collection.balance.outstanding.value);
    if (part <= 0) break;
    shares.push({ collection, value: part });
    rest = exact(rest - part);
  }
  return { shares, rest };
}
