/** A forecast of what goes out to all who owe something: under the rules in force, and under rules that are tried. It is made page by page. */
import type { Account } from '#lib/domain/account.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { CustomerPlace } from '#lib/domain/customer.ts';
import type { FollowUpRule } from '#lib/domain/follow-up/follow-up-policy.ts';
import type { Money } from '#lib/domain/money.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import { localDay } from '#lib/domain/time/local-time.ts';
import { priceOf } from './message-prices.ts';
import type { ForecastMessage } from './person-forecast.ts';

/** How far ahead messages are counted. */
export const FORECAST_DAYS = 60;

/** `amounts`: in minor units by currency, of the debts that are named; each counts once a day. */
export type ForecastDay = {
  channels: Partial<Record<Channel, number>>;
  amounts: Record<string, number>;
  cost: number;
  unpriced: number;
  collections: string[];
};

/** `country` is empty where it is not known. `rules`: by {@link ruleOfKey}; empty where no rule fits. */
export type ForecastSums = {
  debts: number;
  people: number;
  peopleAtCap: number;
  neverMentioned: number;
  movedByHours: number;
  messages: number;
  cost: number;
  /** Messages for which the merchant has said no price. */
  unpriced: number;
  days: Record<string, ForecastDay>;
  countries: Record<string, Partial<Record<Channel, number>>>;
  rules: Record<string, { debts: number; messages: number }>;
};

export const noSums = (): ForecastSums => ({
  ...{ debts: 0, people: 0, peopleAtCap: 0, neverMentioned: 0, movedByHours: 0, messages: 0, cost: 0, unpriced: 0 },
  ...{ days: {}, countries: {}, rules: {} },
});

/** One debt under both sets of rules. */
export type ForecastExample = {
  collection: string;
  reference: string;
  inForce: ExamplePlan;
  proposed: ExamplePlan;
};
export type ExamplePlan = { rule?: string; messages: { at: string; channel: Channel }[] };

const MAX_EXAMPLES = 20;
const MAX_EXAMPLE_MESSAGES = 20;

/** The walk goes through the customers who owe something in a currency, the most first, one currency after the other. */
type ForecastPlace = {
  /** In which something is owed. */
  currencies: readonly string[];
  nth: number;
  after?: CustomerPlace;
};

/** `place`: where the walk over the customers goes on. `proposed`: where rules are tried. */
export type Forecast = {
  id: string;
  asOf: string;
  /** How often it was gone on with. */
  step: number;
  rules?: readonly FollowUpRule[];
  place: ForecastPlace | 'end';
  inForce: ForecastSums;
  proposed?: ForecastSums;
  examples: ForecastExample[];
};

/** What is counted of one debt. */
export type CountedDebt = {
  hash: string;
  id: string;
  rule: string;
  country: string | undefined;
  owed: Money;
  isMentioned: boolean;
};

/** `partsIn`: of how many SMS a message of the debt is made, one for other channels. */
type Counting = { account: Account; zone: string; partsIn: (channel: Channel, debt: CountedDebt) => number };

const MAX_LISTED = 20;

/** Adds the messages to one person. `sums` is changed: a forecast has very many. */
export function addPerson(
  sums: ForecastSums,
  debts: readonly CountedDebt[],
  { messages, isAtCap, movedByHours }: { messages: readonly ForecastMessage[]; isAtCap: boolean; movedByHours: number },
  { account, zone, partsIn }: Counting,
): void {
  sums.people += 1;
  sums.debts += debts.length;
  sums.peopleAtCap += isAtCap ? 1 : 0;
  sums.movedByHours += movedByHours;
  const byHash = new Map(debts.map((debt) => [debt.hash, debt]));
  const said = new Set(messages.flatMap(({ names }) => names));
  for (const debt of debts) {
    ruleIn(sums, debt.rule).debts += 1;
    if (!debt.isMentioned && !said.has(debt.hash)) sums.neverMentioned += 1;
  }
  const named = new Set<string>();
  for (const { at, channel, names } of messages) {
    const debt = byHash.get(names[0] ?? '') as CountedDebt;
    const date = dateOf(localDay(zone, at));
    const day = dayIn(sums, date);
    const price = priceOf(account.messagePrices, channel, debt.country);
    const cost = price === undefined ? 0 : price * partsIn(channel, debt);
    sums.messages += 1;
    ruleIn(sums, debt.rule).messages += 1;
    add(day.channels, channel);
    add(countryIn(sums, debt.country ?? ''), channel);
    for (const counted of [sums, day]) {
      counted.cost += cost;
      counted.unpriced += price === undefined ? 1 : 0;
    }
    for (const { hash, owed, id } of names.flatMap((each) => byHash.get(each) ?? [])) {
      if (named.has(`${date}#${hash}`)) continue;
      named.add(`${date}#${hash}`);
      day.amounts[owed.currency] = (day.amounts[owed.currency] ?? 0) + owed.minor;
      if (day.collections.length < MAX_LISTED) day.collections.push(id);
    }
  }
}

const add = (counts: Partial<Record<Channel, number>>, channel: Channel): void => {
  counts[channel] = (counts[channel] ?? 0) + 1;
};

function dayIn({ days }: ForecastSums, date: string): ForecastDay {
  days[date] ??= { channels: {}, amounts: {}, cost: 0, unpriced: 0, collections: [] };
  return days[date];
}

function countryIn({ countries }: ForecastSums, country: string): Partial<Record<Channel, number>> {
  countries[country] ??= {};
  return countries[country];
}

/** Merchants name rules as they like: no name is one that every object has. */
const RULE = '#';
export const ruleOfKey = (key: string): string => key.slice(RULE.length);

function ruleIn({ rules }: ForecastSums, rule: string): { debts: number; messages: number } {
  const key = `${RULE}${rule}`;
  rules[key] ??= { debts: 0, messages: 0 };
  return rules[key];
}

export const examplePlan = (hash: string, rule: string, messages: readonly ForecastMessage[]): ExamplePlan => ({
  ...(rule !== '' && { rule }),
  messages: messages
    .filter(({ names }) => names.includes(hash))
    .slice(0, MAX_EXAMPLE_MESSAGES)
    .map(({ at, channel }) => ({ at: new Date(at).toISOString(), channel })),
});

/** Debts that the tried rules change come first. */
export function withExample(examples: ForecastExample[], example: ForecastExample): void {
  if (examples.length < MAX_EXAMPLES) {
    examples.push(example);
    return;
  }
  if (!isChanged(example)) return;
  const same = examples.findIndex((each) => !isChanged(each));
  if (same !== -1) examples[same] = example;
}

const isChanged = ({ inForce, proposed }: ForecastExample): boolean =>
  JSON.stringify(inForce) !== JSON.stringify(proposed);
