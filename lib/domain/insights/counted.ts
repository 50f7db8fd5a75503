/** How far the events of an account are counted, and what is stored with that. */
import type { Account } from '#lib/domain/account.ts';
import { feedStart } from '#lib/domain/feed.ts';
import type { JournalEntry } from '#lib/domain/journal/journal.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import { localDay } from '#lib/domain/time/local-time.ts';
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
  /** {@link RULES} by which the statistics were made; absent in those of 0.2.0. */
  rules?: number;
};

/** Counts the ways in which statistics follow from facts: those of an earlier one are made anew. */
export const RULES = 5;

/** Of an account that was never counted. */
export const firstPosition = (account: Account): Position => ({
  version: 0,
  position: feedStart(account),
  asOf: account.createdAt,
  generation: 1,
  rules: RULES,
});

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

/** An entry of the journal of an account. `number`: its place in the journal of its collection, from 1. */
export type BookedEntry = JournalEntry & { collection: string; number: number } & Pick<
    Facts,
    'contact' | 'reference' | 'invoice' | 'currency'
  >;

/** What changes together with the position. `firstCollections`: the collection by which a customer counts in an experiment, by {@link placeInExperiment}. */
export type CountedFacts = {
  /** By day (`2026-03-02`). */
  journal: ReadonlyMap<string, readonly BookedEntry[]>;
  statistics: ReadonlyMap<string, Statistic>;
  owed: readonly OwedSum[];
  firstCollections: ReadonlyMap<string, string>;
};

/** A transaction takes a hundred items, and the position is one. */
const MAX_ITEMS = 99;

/** Of whom, and in which experiment; undefined where it takes no part. */
export const placeInExperiment = ({ contact, inExperiment }: Facts): string | undefined =>
  inExperiment && `${contact}#${inExperiment.since}`;

export const isTooMany = ({ journal, statistics, owed, firstCollections }: CountedFacts): boolean =>
  journal.size + statistics.size + owed.length + firstCollections.size > MAX_ITEMS;

/** `hash`: of the collection. What is known of it at two places of the feed. */
export type Change = { hash: string; before: Facts | undefined; after: Facts | undefined };

/** What the journal of an account has more, by day: a journal only grows. */
export function bookedIn(changes: readonly Change[], zone: string): Map<string, BookedEntry[]> {
  const entries = changes
    .flatMap(({ hash, before, after }) => (after === undefined ? [] : freshIn(hash, before, after)))
    .toSorted((one, other) => one.at - other.at);
  return Map.groupBy(entries, ({ at }) => dateOf(localDay(zone, at)));
}

function freshIn(hash: string, before: Facts | undefined, after: Facts) {
  const { journal, contact, reference, invoice, currency } = after;
  const known = before?.journal.length ?? 0;
  return journal.slice(known).map((entry, index) => ({
    ...entry,
    ...{ collection: hash, number: known + index + 1, contact, reference, currency },
    ...(invoice !== undefined && { invoice }),
  }));
}

/** Names a customer in one currency. */
export const customerIn = ({ contact, currency }: Pick<OwedSum, 'contact' | 'currency'>): string =>
  `${contact}#${currency}`;

/** By how much what customers owe changes, once for each customer and currency. */
export function debtsIn(changes: readonly Pick<Change, 'before' | 'after'>[]): OwedSum[] {
  const debts = new Map<string, OwedSum>();
  const add = (facts: Facts | undefined, sign: 1 | -1) => {
    const owed = facts === undefined ? 0 : owedOf(facts);
    if (facts === undefined || owed === 0) return;
    const { contact, currency } = facts;
    const key = customerIn(facts);
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
  const byKey = new Map(stored.map((each) => [customerIn(each), each]));
  return debts.map((debt) => {
    const { owed = 0, count = 0 } = byKey.get(customerIn(debt)) ?? {};
    return { ...debt, owed: owed + debt.owed, count: count + debt.count };
  });
}

/** How many customers owe something, by currency. */
export function customersIn(before: readonly OwedSum[], after: readonly OwedSum[]): Figures {
  const known = new Set(before.map(customerIn));
  const changes = new Map<string, number>();
  for (const { contact, currency, count } of after) {
    const change = Number(count > 0) - Number(known.has(customerIn({ contact, currency })));
    if (change !== 0) changes.set(currency, (changes.get(currency) ?? 0) + change);
  }
  return new Map(
    [...changes].map(([currency, change]) => [customersName(currency), new Map([[CUSTOMERS_CELL, [change]]])]),
  );
}
