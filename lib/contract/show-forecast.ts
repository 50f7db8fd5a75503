/** Builds the responses of forecasts: the agenda, and the rehearsal of rules. */
import type { Account } from '#lib/domain/account.ts';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import {
  type ExamplePlan,
  type Forecast,
  type ForecastDay,
  type ForecastSums,
  ruleOfKey,
} from '#lib/domain/forecast/forecast.ts';
import { toAmount } from '#lib/domain/money.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import type { AgendaResponse, Rehearsal } from './forecast.ts';

const byChannel = (counts: Partial<Record<Channel, number>>) =>
  CHANNELS.flatMap((channel) => {
    const messages = counts[channel];
    return messages === undefined ? [] : [{ channel, messages }];
  });

const totalOf = (counts: Partial<Record<Channel, number>>): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0);

/** Prices have more decimals than currencies. */
const DECIMALS = 10_000;

type Counted = { messages: number; cost: number; unpriced: number };

const costOf = (account: Account, { messages, cost, unpriced }: Counted) => {
  const { messagePrices } = account;
  const isKnown = messagePrices !== undefined && (messages === 0 || unpriced < messages);
  return {
    cost: isKnown ? { value: Math.round(cost * DECIMALS) / DECIMALS, currency: messagePrices.currency } : null,
    unpricedMessages: unpriced,
  };
};

const NO_DAY: ForecastDay = { channels: {}, amounts: {}, cost: 0, unpriced: 0, collections: [] };

/** `from` and `to`: days since 1970, both counted. */
export function toAgendaResponse(
  { asOf, place, inForce }: Forecast,
  { account, from, to }: { account: Account; from: number; to: number },
): AgendaResponse {
  const dates = Array.from({ length: to - from + 1 }, (_, nth) => dateOf(from + nth));
  const days = dates.map((date) => ({ date, ...(inForce.days[date] ?? NO_DAY) }));
  const all = days.map((day) => ({ ...day, messages: totalOf(day.channels) }));
  const sum = (of: (day: (typeof all)[number]) => number): number => all.reduce((total, day) => total + of(day), 0);
  return {
    asOf,
    isDone: place === 'end',
    messages: sum(({ messages }) => messages),
    ...costOf(account, {
      messages: sum(({ messages }) => messages),
      cost: sum(({ cost }) => cost),
      unpriced: sum(({ unpriced }) => unpriced),
    }),
    days: all.map((day) => ({
      date: day.date,
      messages: day.messages,
      channels: byChannel(day.channels),
      owed: Object.entries(day.amounts)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([currency, minor]) => toAmount({ currency, minor })),
      ...costOf(account, day),
      collections: day.collections,
    })),
  };
}

const showOutcome = (sums: ForecastSums, account: Account): Rehearsal['inForce'] => ({
  debts: sums.debts,
  people: sums.people,
  messages: sums.messages,
  peopleAtCap: sums.peopleAtCap,
  neverMentioned: sums.neverMentioned,
  movedByHours: sums.movedByHours,
  ...costOf(account, sums),
  days: Object.entries(sums.days)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, day]) => {
      const messages = totalOf(day.channels);
      return { date, messages, channels: byChannel(day.channels), cost: costOf(account, { ...day, messages }).cost };
    }),
  countries: Object.entries(sums.countries).flatMap(([country, counts]) =>
    byChannel(counts).map((each) => ({ country: country === '' ? null : country, ...each })),
  ),
  rules: Object.entries(sums.rules).map(([key, counted]) => ({ rule: ruleOfKey(key) || null, ...counted })),
});

const showPlan = ({ rule, messages }: ExamplePlan) => ({ rule: rule ?? null, messages });

export const toRehearsal = (forecast: Forecast, account: Account): Rehearsal => ({
  id: forecast.id,
  asOf: forecast.asOf,
  isDone: forecast.place === 'end',
  inForce: showOutcome(forecast.inForce, account),
  proposed: showOutcome(forecast.proposed ?? forecast.inForce, account),
  examples: forecast.examples.map(({ inForce, proposed, ...example }) => ({
    ...example,
    inForce: showPlan(inForce),
    proposed: showPlan(proposed),
  })),
});
