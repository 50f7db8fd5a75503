/** The taxes in what settles a debt: money on account has its share of the taxes in it (bookkeepers call that cash basis). */
import type { Collection, Tax } from '#lib/domain/collection.ts';

export type Taxed = Pick<Collection, 'amount' | 'events' | 'tax'>;

/** What was asked when the collection was created, in minor units. */
export const askedAtFirst = ({ amount, events }: Pick<Taxed, 'amount' | 'events'>): number =>
  (events.find(({ data }) => data?.from?.amount !== undefined)?.data?.from?.amount ?? amount).minor;

/**
 * The share of each tax in what settles a debt further than `before`, with the sign of that journal entry: money that comes has a negative one.
 * The rate is that of what was asked at first; nothing is in what came above what is asked. All shares of a debt that is settled are the whole tax.
 */
export function taxBetween(
  collection: Taxed,
  { asked, settled: after }: { asked: number; settled: number },
  before: number,
): Tax[] | undefined {
  const whole = BigInt(askedAtFirst(collection));
  const share = (tax: number, settled: number) =>
    Number((BigInt(tax) * BigInt(Math.min(Math.max(settled, 0), asked))) / whole);
  return collection.tax?.map(({ amount, ...tax }) => ({
    ...tax,
    amount: { ...amount, minor: share(amount.minor, before) - share(amount.minor, after) },
  }));
}
