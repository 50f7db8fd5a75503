/** What the schemas of forecasts mean, for the API's description; no function loads it. */
import {
  A_COLLECTION_ID,
  CREATED,
  type DescribedSchema,
  describeRequest,
  describeResponse,
  INSTANT,
  type ParameterTexts,
} from './described.ts';
import { followUpPolicyExample, RehearsePolicyRequest } from './follow-up-policy.ts';
import {
  AgendaDay,
  type AgendaQuery,
  AgendaResponse,
  ByChannel,
  CountryMessages,
  ForecastDayResponse,
  ForecastOutcome,
  PlannedMessage,
  Rehearsal,
  RehearsalResponse,
  RehearsedCollection,
  RehearsedPlan,
  RuleMessages,
} from './forecast.ts';

const costTexts = {
  cost: 'What the messages cost by your own prices; null where you have set none for any of them.',
  unpricedMessages: 'Messages for which you have set no price: their cost is not in it.',
};

const dayTexts = {
  date: 'The day, where the account is.',
  messages: 'How many messages go out if nobody pays or answers.',
  channels: 'By which channels.',
};

const outcomeTexts = {
  debts: 'Collections with something to pay.',
  people: 'The people who owe it.',
  messages: 'Messages in the next 60 days, if nobody pays or answers.',
  peopleAtCap: 'People for whom a message waits or is left out, because one person gets no more.',
  neverMentioned: 'Collections that no message has named, and none will.',
  movedByHours: 'Reminders that are later than the rules would have them, because laws or your hours forbid that time.',
  ...costTexts,
  days: 'The days with messages.',
  countries: 'By country and channel.',
  rules: 'By rule.',
};

/** The parameters of the query. */
export const agendaParameters: ParameterTexts<typeof AgendaQuery> = {
  from: { description: 'The first day, where the account is; today by default.', example: '2026-12-01' },
  to: {
    description: 'The last day, at most 59 days from today; 13 days from the first by default.',
    example: '2026-12-07',
  },
};

/** The texts of these schemas, for the API's description. */
export const forecastTexts = (): DescribedSchema[] => [
  describeRequest('RehearsePolicyRequest', RehearsePolicyRequest, {
    description: 'Rules to be tried.',
    fields: { rules: 'As they are set, and refused alike.' },
  }),
  describeResponse('ChannelMessages', ByChannel, {
    description: 'Messages by one channel.',
    fields: { channel: 'The channel.', messages: 'How many.' },
  }),
  describeResponse('AgendaDay', AgendaDay, {
    description: 'What goes out on a day.',
    fields: {
      ...dayTexts,
      owed: 'What is asked for, by currency.',
      ...costTexts,
      collections: 'The first 20 collections that are named.',
    },
  }),
  describeResponse('Agenda', AgendaResponse, {
    description: 'What goes out on the next days, if nobody pays or answers.',
    fields: {
      asOf: `When it was counted, ${INSTANT}.`,
      isDone: 'False while it is still being counted: ask again in some seconds.',
      messages: 'On all these days.',
      ...costTexts,
      days: 'Every day of the range.',
    },
  }),
  describeResponse('ForecastDay', ForecastDayResponse, {
    description: 'Messages of a day.',
    fields: { ...dayTexts, cost: costTexts.cost },
  }),
  describeResponse('CountryMessages', CountryMessages, {
    description: 'Messages to a country by one channel.',
    fields: { country: 'ISO 3166 code; null where it is not known.', channel: 'The channel.', messages: 'How many.' },
  }),
  describeResponse('RuleMessages', RuleMessages, {
    description: 'What a rule does.',
    fields: {
      rule: 'Its name; null for collections that no rule fits.',
      debts: 'Collections that have it.',
      messages: 'Messages to them.',
    },
  }),
  describeResponse('ForecastOutcome', ForecastOutcome, {
    description: 'What follows from rules.',
    fields: outcomeTexts,
  }),
  describeResponse('PlannedMessage', PlannedMessage, {
    description: 'A message that is to come.',
    fields: { at: `When, ${INSTANT}.`, channel: 'By which channel.' },
  }),
  describeResponse('RehearsedPlan', RehearsedPlan, {
    description: 'The messages that name one collection.',
    fields: { rule: 'The rule that it has; null for none.', messages: 'The first 20.' },
  }),
  describeResponse('RehearsedCollection', RehearsedCollection, {
    description: 'One collection under both sets of rules.',
    fields: {
      collection: 'Its id.',
      reference: 'Its reference.',
      inForce: 'As it is.',
      proposed: 'As it would be if the rules had been in force when it was created.',
    },
  }),
  describeResponse('Rehearsal', Rehearsal, {
    description: 'Rules, tried on all that is owed. Nothing was sent or changed.',
    fields: {
      id: 'Its id: a newer rehearsal has another one.',
      asOf: `When it began, ${INSTANT}.`,
      isDone: 'False while it is still being counted: ask again in some seconds.',
      inForce: 'What follows from what the collections have.',
      proposed: 'What would follow from the rules that are tried.',
      examples: 'At most 20 collections; those that the rules change come first.',
    },
  }),
  describeResponse('RehearsalResult', RehearsalResponse, {
    description: 'The last rehearsal.',
    fields: { rehearsal: 'Null if there was none in the last 30 days.' },
  }),
];

const channelsExample = [{ channel: 'sms', messages: 12 }] as const;
const costExample = { cost: { value: 0.6, currency: 'USD' }, unpricedMessages: 0 };

export const agendaExample = {
  asOf: CREATED,
  isDone: true,
  messages: 12,
  ...costExample,
  days: [
    {
      date: '2026-12-01',
      messages: 12,
      channels: [...channelsExample],
      owed: [{ value: 540_000, currency: 'NGN' }],
      ...costExample,
      collections: [A_COLLECTION_ID],
    },
  ],
} satisfies AgendaResponse;

const outcomeExample = {
  ...{ debts: 12, people: 11, messages: 12, peopleAtCap: 0, neverMentioned: 0, movedByHours: 2 },
  ...costExample,
  days: [{ date: '2026-12-01', messages: 12, channels: [...channelsExample], cost: costExample.cost }],
  countries: [{ country: 'NG', channel: 'sms' as const, messages: 12 }],
  rules: [{ rule: 'Schools', debts: 12, messages: 12 }],
};

const planExample = { rule: 'Schools', messages: [{ at: '2026-12-01T08:00:00.000Z', channel: 'sms' as const }] };

export const rehearsePolicyExample = { rules: followUpPolicyExample.rules };

export const rehearsalExample = {
  rehearsal: {
    id: 'Zm9yZWNhc3Q',
    asOf: CREATED,
    isDone: true,
    inForce: outcomeExample,
    proposed: outcomeExample,
    examples: [
      {
        collection: A_COLLECTION_ID,
        reference: 'INV-42',
        inForce: { ...planExample, rule: null },
        proposed: planExample,
      },
    ],
  },
} satisfies RehearsalResponse;
