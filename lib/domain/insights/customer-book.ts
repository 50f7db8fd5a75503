/** What one customer owed at the end of a day, by currency and age: from the books themselves, as the reports of the account count it. */
import { localDay } from '#lib/domain/time/local-time.ts';
import { type Age, ageOf } from './age.ts';
import type { Facts } from './facts.ts';
import { lateAfter, standingsOf } from './figures.ts';
import { type Ageing, noAges, plus, type Sum } from './reports.ts';
import type { AccountZones } from './statistics.ts';

export type CollectionBook = Pick<Facts, 'currency' | 'journal' | 'terms'>;

export type CustomerBook = { currency: string; owed: Sum; byAge: Ageing };

/** `day`: since 1970. `asOf`: what happened at that instant or later is left out, in milliseconds. */
type As = { day: number; asOf: number; ages: readonly Age[]; zones: AccountZones };

/** One for each currency in which something was owed, in alphabetical order. */
export function customerBooks(collections: readonly CollectionBook[], { day, asOf, ages, zones }: As): CustomerBook[] {
  const books = new Map<string, { owed: Sum; byAge: Map<string, Sum> }>();
  for (const { currency, journal, terms } of collections) {
    const isKnown = ({ at }: { at: number }) => at < asOf && localDay(zones.day, at) <= day;
    const standing = standingsOf({ journal, terms }).findLast(isKnown);
    if (standing === undefined || standing.owed === 0) continue;
    const { owed, byAge } = books.get(currency) ?? { owed: { minor: 0, count: 0 }, byAge: noAges(ages) };
    const age = ageOf(day - lateAfter(standing.terms, zones), ages);
    byAge.set(age, plus(byAge.get(age), standing.owed, 1));
    books.set(currency, { owed: plus(owed, standing.owed, 1), byAge });
  }
  return [...books]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, book]) => ({ currency, ...book }));
}
