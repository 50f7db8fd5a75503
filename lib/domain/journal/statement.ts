/** The statement of a customer: what was owed before some days, what changed it on them, and what was owed after them. */

import type { BookedEntry } from '#lib/domain/insights/counted.ts';
import type { DayRange } from '#lib/domain/insights/reports.ts';
import { localDay } from '#lib/domain/time/local-time.ts';

/** Of one currency, in minor units. `credit`: what came too much and is owed to the customer. `balance`: after each entry. */
export type CurrencyStatement = {
  currency: string;
  opening: number;
  entries: readonly (BookedEntry & { balance: number })[];
  closing: number;
  credit: number;
};

/** `zone`: where the days of the account begin. Currencies of which there is nothing to tell are left out. */
export function statementOf(
  entries: readonly BookedEntry[],
  { from, to }: DayRange,
  zone: string,
): CurrencyStatement[] {
  const known = entries
    .filter(({ at }) => localDay(zone, at) <= to)
    .toSorted((one, other) => one.at - other.at || one.number - other.number);
  return [...Map.groupBy(known, ({ currency }) => currency)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, all]) => {
      const before = all.filter(({ at }) => localDay(zone, at) < from);
      const opening = before.reduce((sum, { minor }) => sum + minor, 0);
      let balance = opening;
      const shown = all.slice(before.length).map((entry) => {
        balance += entry.minor;
        return { ...entry, balance };
      });
      const credit = all.filter(({ kind }) => kind === 'overpaid').reduce((sum, { minor }) => sum + minor, 0);
      return { currency, opening, entries: shown, closing: balance, credit };
    })
    .filter(({ opening, entries: shown, credit }) => opening !== 0 || shown.length > 0 || credit !== 0);
}
