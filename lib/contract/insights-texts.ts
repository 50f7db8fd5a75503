import {
  AS_OF,
  CURRENCY_TEXT,
  type DescribedSchema,
  describeRequest,
  describeResponse,
  INSTANT,
  OF_CURRENCY,
  type ParameterTexts,
  someDaysTexts,
} from './described.ts';
import {
  ArmResponse,
  CurrencyFlow,
  ExperimentResponse,
  type FlowQuery,
  FlowResponse,
  FlowStepResponse,
  LiftResponse,
  PaidWithinResponse,
  ReceivedResponse,
  RecoveryCostResponse,
  type RecoveryQuery,
  RecoveryResponse,
  RecoveryRowResponse,
  SetExperimentRequest,
  VariantRequest,
  VariantResponse,
  Within30Days,
} from './insights.ts';

export const flowQueryTexts = (): ParameterTexts<typeof FlowQuery> => ({
  ...someDaysTexts,
  by: { description: 'How long a step is; a week begins on Monday.', example: 'week' },
  currency: CURRENCY_TEXT,
});
export const recoveryQueryTexts = (): ParameterTexts<typeof RecoveryQuery> => ({
  ...someDaysTexts,
  by: {
    description:
      'What the rows tell apart; `weekdayHour` has rows such as `monday-09`, `amountBand` such as `NGN 1000-9999`.',
    example: 'channel',
  },
  currency: CURRENCY_TEXT,
});

export const insightsTexts = (): DescribedSchema[] => [
  describeRequest('SetExperimentRequest', SetExperimentRequest, {
    description: 'How many customers get no automatic reminder, and how many are reminded by other rules.',
    fields: {
      holdOut:
        'The share of the customers who get none, 0 to 0.5. 0 without a `variant` ends the experiment. Other shares or other rules begin another one, with arms drawn anew.',
      variant: 'Other rules, which are measured against those in force. Absent: none.',
      plannedFor: 'After how many days you mean to read it, 14 to 365. 60 by default.',
    },
  }),
  describeRequest('ExperimentVariantInput', VariantRequest, {
    description: 'Rules for a share of the customers, in place of those in force, for what they are asked from now on.',
    fields: {
      share: 'The share of the customers, 0.01 to 0.5; with `holdOut` at most 0.9.',
      rules: 'As of the rules of the account; without any, the service chooses for all.',
    },
  }),
  describeResponse('ExperimentVariant', VariantResponse, {
    description: 'The other rules of the experiment.',
    fields: {
      share: 'The share of the customers who are reminded by them.',
      rules: 'The first that a collection of theirs meets when it is created is its rule.',
      detectablePoints: 'As of the experiment, between these customers and those under the rules in force.',
      rulesChangedAt: `When the rules in force were changed since the experiment began, ${INSTANT}: what it says is of both, then. Null if they were not.`,
    },
  }),
  describeResponse('ReceivedMoney', ReceivedResponse, {
    description: 'Money that came.',
    fields: { online: 'Reported by payment providers.', byHand: 'Recorded by the merchant.' },
  }),
  describeResponse('FlowStep', FlowStepResponse, {
    description:
      'What happened in a step, by the days on which the books changed: it never changes. `closing` is the closing of the step before, plus `asked`, `corrected`, `returned`, `reinstated` and `overpaid`, less `received`, `restored`, `credited` and `writtenOff`.',
    fields: {
      from: 'The first day.',
      to: 'The last day.',
      asked: 'Amounts of the collections that were created.',
      corrected: 'By how much corrections raised them; negative where they lowered them.',
      received: 'Money that came, by the day on which it was booked.',
      returned: 'Money that went back, or that a dispute took.',
      restored: 'Of it, what came back: a refund that failed, a dispute that was won.',
      credited: 'What is not asked for any more, because the merchant gave it back or let it go.',
      writtenOff: 'What was outstanding when a collection was cancelled, or completed without the money.',
      reinstated: 'What is asked for again: a collection was reopened, or money came after all.',
      overpaid: 'What came beyond the amount of a collection; negative where that went back.',
      opened: 'Collections of which something began to be owed.',
      closed: 'Collections of which nothing was owed any more.',
      closing: 'What is owed at the end of the step.',
    },
  }),
  describeResponse('CurrencyFlow', CurrencyFlow, {
    description: 'How money of one currency came and went.',
    fields: { currency: OF_CURRENCY, steps: 'Oldest first, without gaps.' },
  }),
  describeResponse('Flow', FlowResponse, {
    description: 'How money came and went.',
    fields: { asOf: AS_OF, currencies: 'One entry for each currency.' },
  }),
  describeResponse('PaidWithin', PaidWithinResponse, {
    description:
      'Shares of the collections, 0 to 1, that were paid within so many days after the message; each is null until all are that old.',
    fields: {
      days1: 'Within 24 hours.',
      days3: 'Within 3 days.',
      days7: 'Within 7 days.',
      days14: 'Within 14 days.',
      days30: 'Within 30 days.',
    },
  }),
  describeResponse('RecoveryRow', RecoveryRowResponse, {
    description:
      'What became of the messages of one kind. That a payment followed does not say that the message caused it.',
    fields: {
      key: 'Which kind: a channel, a tone, the number of the message, an hour, a weekday, a country or a band of amounts.',
      sent: 'Messages of which nothing more is known.',
      delivered: 'Messages that were delivered.',
      read: 'Messages that were read.',
      failed: 'Messages that failed.',
      unknown: 'Messages of which it is not known whether they were sent.',
      replies: 'Replies after such a message and before the next.',
      optOuts: 'Opt-outs after such a message and before the next.',
      collections: 'Collections whose first message of this kind was sent in these days.',
      amounts: 'What they asked for, by currency.',
      paidWithin: 'How many of them were paid.',
      medianDays:
        'In how many days half of them were paid, counting those that are not paid yet; null where half is not reached.',
      costs: 'What these messages cost, by the prices of the account when each was sent.',
      unpricedMessages: 'Messages of which no cost is known: the account had no price for them.',
    },
  }),
  describeResponse('RecoveryCost', RecoveryCostResponse, {
    description: 'What the messages of the days cost, in one currency.',
    fields: {
      amount: 'All of them together.',
      received: 'The money of this currency that came in the same days; null with another `currency`.',
      perThousand:
        'The cost for each thousand of the currency that came. It does not say that the messages brought it. Null if nothing came.',
    },
  }),
  describeResponse('Recovery', RecoveryResponse, {
    description: 'What followed the messages of some days.',
    fields: {
      asOf: AS_OF,
      from: 'The first day.',
      to: 'The last day.',
      by: 'What the rows tell apart.',
      costs: 'What all the messages cost, by currency; empty while the account has no `messagePrices`.',
      unpricedMessages: 'Messages of which no cost is known.',
      rows: 'By key.',
    },
  }),
  describeResponse('ExperimentArm', ArmResponse, {
    description: 'What came of an arm of the experiment.',
    fields: {
      arm: '`reminded` by the rules in force, `held_out` got no automatic reminder, `variant` was reminded by the other rules.',
      customers:
        'Customers whose first reminder by the rules in force, of the first collection since it began, is due, or would be, and who had not paid by then.',
      asked: 'Of them, those whose first reminder was due long enough ago.',
      paid: 'Of those, of how many 90 % of what was asked, without what was credited, has come in time, less what went back. A mark as paid is no money.',
      share: '`paid` / `asked`; null if there are none.',
      costs: 'What the messages about the first collections of those asked have cost, by currency.',
    },
  }),
  describeResponse('Lift', LiftResponse, {
    description: 'By how many points of a hundred more customers paid in one arm than in another.',
    fields: {
      points: 'The difference of the shares.',
      low: 'The lower end of its 95 % interval.',
      high: 'The upper end.',
    },
  }),
  describeResponse('ExperimentWithin30Days', Within30Days, {
    description: 'The same for customers who paid within 30 days.',
    fields: {
      arms: 'The arms.',
      lift: 'Null while there are too few.',
      enough: 'Whether each arm has 100 that were asked.',
      atPlannedEnd: 'As for the experiment.',
      variantLift: 'As for the experiment.',
      variantAtPlannedEnd: 'As for the experiment.',
    },
  }),
  describeResponse('Experiment', ExperimentResponse, {
    description: 'What reminders bring: customers who paid within 14 days, with reminders and without.',
    fields: {
      holdOut: 'The share of the customers who get no automatic reminder.',
      asOf: AS_OF,
      arms: 'The arms.',
      lift: 'Those who were reminded by the rules in force against those who were not, with an interval that stays right however often you look: a confidence sequence. Null while there are too few.',
      enough: 'Whether each arm has 100 that were asked.',
      since: 'When it began; null while there was none.',
      plannedFor: 'After how many days it is to be read.',
      plannedUntil: 'The day of that; null while there was none.',
      detectablePoints:
        'How many points it can show by then, in four of five experiments, with as many customers as collections began in as many days before; null if those are too few.',
      variant: 'The other rules; absent without any.',
      variantLift:
        'Those under the other rules against those under the rules in force, as `lift`; each of the two intervals is right by itself. Absent without other rules.',
      variantAtPlannedEnd: 'As `atPlannedEnd`, of `variantLift`.',
      isMismatched: 'True where the arms are not as large as they were drawn: do not believe the result.',
      atPlannedEnd:
        "For one look, of those whose first reminder was due by then, by Newcombe's method; narrower than `lift`. Null until the day has come.",
      within30Days: 'The same for 30 days.',
    },
  }),
];
