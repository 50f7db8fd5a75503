/** The schemas of what goes out next: the agenda of messages, and the rehearsal of rules. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { AmountResponse, calendarDay, count, instant, reader } from './fields.ts';

export const AgendaQuery = z.strictObject({ from: z.optional(calendarDay()), to: z.optional(calendarDay()) }).check(
  z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: 'must not be before from',
    path: ['to'],
  }),
);

export const readAgendaQuery = reader(AgendaQuery);

export const ByChannel = z.strictObject({ channel: z.enum(CHANNELS), messages: count() });

const cost = { cost: z.nullable(AmountResponse), unpricedMessages: count() };

export const AgendaDay = z.strictObject({
  date: z.string(),
  messages: count(),
  channels: z.array(ByChannel),
  owed: z.array(AmountResponse),
  ...cost,
  collections: z.array(z.string()),
});

export const AgendaResponse = z.strictObject({
  asOf: instant(),
  isDone: z.boolean(),
  messages: count(),
  ...cost,
  days: z.array(AgendaDay),
});
export type AgendaResponse = z.output<typeof AgendaResponse>;

export const ForecastDayResponse = z.strictObject({
  date: z.string(),
  messages: count(),
  channels: z.array(ByChannel),
  cost: z.nullable(AmountResponse),
});

export const CountryMessages = z.strictObject({
  country: z.nullable(z.string()),
  channel: z.enum(CHANNELS),
  messages: count(),
});

export const RuleMessages = z.strictObject({ rule: z.nullable(z.string()), debts: count(), messages: count() });

export const ForecastOutcome = z.strictObject({
  debts: count(),
  people: count(),
  messages: count(),
  peopleAtCap: count(),
  neverMentioned: count(),
  movedByHours: count(),
  ...cost,
  days: z.array(ForecastDayResponse),
  countries: z.array(CountryMessages),
  rules: z.array(RuleMessages),
});

export const PlannedMessage = z.strictObject({ at: instant(), channel: z.enum(CHANNELS) });
export const RehearsedPlan = z.strictObject({ rule: z.nullable(z.string()), messages: z.array(PlannedMessage) });
export const RehearsedCollection = z.strictObject({
  collection: z.string(),
  reference: z.string(),
  inForce: RehearsedPlan,
  proposed: RehearsedPlan,
});

export const Rehearsal = z.strictObject({
  id: z.string(),
  asOf: instant(),
  isDone: z.boolean(),
  inForce: ForecastOutcome,
  proposed: ForecastOutcome,
  examples: z.array(RehearsedCollection),
});
export type Rehearsal = z.output<typeof Rehearsal>;

export const RehearsalResponse = z.strictObject({ rehearsal: z.nullable(Rehearsal) });
export type RehearsalResponse = z.output<typeof RehearsalResponse>;
