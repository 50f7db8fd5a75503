/** How far the events of an account are counted, and what is stored with that. */
import { type Facts, owedOf } from './facts.ts';
import { CUSTOMERS_CELL, customersName, type Figures, type Statistic } from './statistics.ts';

export type Position = {
  /** Counts its writes: who writes knows what was written before. 0 before the first. */
  version: number;
  /** In the feed: all before it is counted, and nothing after. */
  position: string;
  /** Until when nothing is missing in the figures. */
  asOf: string;
  /** Of the statistics that count: a rebuild makes the next one. */
  generation: number;
  /** Until then only a rebuild writes. */
  rebuildingUntil?: string;
};

/** An event is stored up to half a minute after it was stamped, and clocks differ: all that a mark stands for is in the feed by then. */
export const SETTLED_MS = 45_000;

/** After its first event that is not counted, the account is counted. */
export const NEWS_MS = 5 * 60_000;

/** Until when nothing is missing while events are not counted: before the first of them nothing is. `dueAt`: of their mark. */
export const completeUntil = (dueAt: string, counted: string): string => {
  const before = new Date(Date.parse(dueAt) - NEWS_MS - SETTLED_MS).toISOString();
  return before > counted ? before : counted;
};

/** What a customer owes in a currency: minor units, and how many collections. */
export type OwedSum = { contact: string; currency: string; owed: number; count: number };

/** What changes together with the position. `firstCollections`: by customer, the collection by which it counts in the experiment. */
export type CountedFacts = {
  statistics: ReadonlyMap<string, Statistic>;
  owed: readonly OwedSum[];
  firstCollections: ReadonlyMap<string, string>;
};

/** A transaction takes a hundred items, and the position is one. */
const MAX_ITEMS = 99;

export const isTooMany = ({ statistics, owed, firstCollections }: CountedFacts): boolean =>
  statistics.size + owed.length + firstCollections.size > MAX_ITEMS;

/** By how much what customers owe changes, once for each customer and currency. */
export function debtsIn(changes: readonly { before: Facts | undefined; after: Facts | undefined }[]): OwedSum[] {
  const debts = new Map<string, OwedSum>();
  const add = (facts: Facts | undefined, sign: 1 | -1) => {
    const owed = facts === undefined ? 0 : owedOf(facts);
    if (facts === undefined || owed === 0) return;
    const { contact, currency } = facts;
    const key = `${contact}#${currency}`;
    const debt = debts.get(key) ?? { contact, currency, owed: 0, count: 0 };
    debts.set(key, { ...debt, owed: debt.owed + sign * owed, count: debt.count + sign });
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  return [...debts.values()].filter(({ owed, count }) => owed !== 0 || count !== 0);
}

export function owedWith(stored: readonly OwedSum[], debts: readonly OwedSum[]): OwedSum[] {
  const byKey = new Map(stored.map((each) => [`${each.contact}#${each.currency}`, each]));
  return debts.map((debt) => {
    const { owed = 0, count = 0 } = byKey.get(`${debt.contact}#${debt.currency}`) ?? {};
    return { ...debt, owed: owed + debt.owed, count: count + debt.count };
  });
}

/** How many customers owe something, by currency. */
export function customersIn(before: readonly OwedSum[], after: readonly OwedSum[]): Figures {
  const known = new Set(before.map(({ contact, currency }) => `${contact}#${currency}`));
  const changes = new Map<string, number>();
  for (const { contact, currency, count } of after) {
    const change = Number(count > 0) - Number(known.has(`${contact}#${currency}`));
    if (change !== 0) changes.set(currency, (changes.get(currency) ?? 0) + change);
  }
  return new Map(
    [...changes].map(([currency, change]) => [customersName(currency), new Map([[CUSTOMERS_CELL, [change]]])]),
  );
}
