/** The schemas of the insights: what is owed, how money came and went, what followed reminders, and the experiment. */
import * as z from 'zod/mini';
import { ARMS } from '#lib/domain/account.ts';
import { RECOVERY_REPORTS } from '#lib/domain/insights/recovery.ts';
import { STEPS } from '#lib/domain/insights/reports.ts';
import { OwedResponse } from './book.ts';
import { AmountResponse, calendarDay, count, currencyCode, decimal, instant, reader } from './fields.ts';
import { checkRules, RuleResponse, Rules } from './follow-up-policy.ts';

/** Of a query about some days. */
export const someDays = { from: z.optional(calendarDay()), to: z.optional(calendarDay()) };

export const FlowQuery = z.strictObject({
  ...someDays,
  by: z._default(z.enum(STEPS), 'day'),
  currency: z.optional(currencyCode()),
});
export const readFlowQuery = reader(FlowQuery);

export const RecoveryQuery = z.strictObject({
  ...someDays,
  by: z._default(z.enum(RECOVERY_REPORTS), 'channel'),
  currency: z.optional(currencyCode()),
});
export const readRecoveryQuery = reader(RecoveryQuery);

export const VariantRequest = z
  .strictObject({ share: decimal({ from: 0.01, to: 0.5 }), rules: Rules() })
  .check(checkRules as never);

/** The others are measured against those who are left. */
const MAX_SHARES = 0.9;

const LEAVES_SOME = { error: `and holdOut must be at most ${MAX_SHARES} together`, path: ['variant', 'share'] };

export const SetExperimentRequest = z
  .strictObject({
    holdOut: decimal({ from: 0, to: 0.5 }),
    variant: z.optional(VariantRequest),
    plannedFor: z.optional(z.int().check(z.gte(14), z.lte(365))),
  })
  .check(z.refine(({ holdOut, variant }) => holdOut + (variant?.share ?? 0) <= MAX_SHARES, LEAVES_SOME));
export const readSetExperiment = reader(SetExperimentRequest);

const share = () => z.nullable(z.number().check(z.gte(0), z.lte(1)));

export const ReceivedResponse = z.strictObject({ online: AmountResponse, byHand: AmountResponse });

export const FlowStepResponse = z.strictObject({
  from: z.string(),
  to: z.string(),
  asked: AmountResponse,
  corrected: AmountResponse,
  received: ReceivedResponse,
  returned: AmountResponse,
  restored: AmountResponse,
  credited: AmountResponse,
  writtenOff: AmountResponse,
  reinstated: AmountResponse,
  overpaid: AmountResponse,
  opened: count(),
  closed: count(),
  closing: OwedResponse,
});

export const CurrencyFlow = z.strictObject({ currency: z.string(), steps: z.array(FlowStepResponse) });

export const FlowResponse = z.strictObject({ asOf: instant(), currencies: z.array(CurrencyFlow) });

export const PaidWithinResponse = z.strictObject({
  days1: share(),
  days3: share(),
  days7: share(),
  days14: share(),
  days30: share(),
});

export const RecoveryRowResponse = z.strictObject({
  key: z.string(),
  sent: count(),
  delivered: count(),
  read: count(),
  failed: count(),
  unknown: count(),
  replies: count(),
  optOuts: count(),
  collections: count(),
  amounts: z.array(AmountResponse),
  paidWithin: PaidWithinResponse,
  medianDays: z.nullable(count()),
  costs: z.array(AmountResponse),
  unpricedMessages: count(),
});

export const RecoveryCostResponse = z.strictObject({
  amount: AmountResponse,
  received: z.nullable(AmountResponse),
  perThousand: z.nullable(z.number()),
});

export const RecoveryResponse = z.strictObject({
  asOf: instant(),
  from: z.string(),
  to: z.string(),
  by: z.enum(RECOVERY_REPORTS),
  costs: z.array(RecoveryCostResponse),
  unpricedMessages: count(),
  rows: z.array(RecoveryRowResponse),
});

export const ArmResponse = z.strictObject({
  arm: z.enum(ARMS),
  customers: count(),
  asked: count(),
  paid: count(),
  share: share(),
  costs: z.array(AmountResponse),
});

export const LiftResponse = z.strictObject({ points: z.number(), low: z.number(), high: z.number() });

/** `variant…`: only of an experiment with other rules. */
const result = {
  arms: z.array(ArmResponse),
  lift: z.nullable(LiftResponse),
  enough: z.boolean(),
  atPlannedEnd: z.nullable(LiftResponse),
  variantLift: z.optional(z.nullable(LiftResponse)),
  variantAtPlannedEnd: z.optional(z.nullable(LiftResponse)),
};

export const VariantResponse = z.strictObject({
  share: z.number(),
  rules: z.array(RuleResponse),
  detectablePoints: z.nullable(z.number()),
  rulesChangedAt: z.nullable(instant()),
});

export const Within30Days = z.strictObject(result);

export const ExperimentResponse = z.strictObject({
  holdOut: z.number().check(z.gte(0), z.lte(0.5)),
  asOf: instant(),
  since: z.nullable(instant()),
  plannedFor: z.int(),
  plannedUntil: z.nullable(calendarDay()),
  detectablePoints: z.nullable(z.number()),
  variant: z.optional(VariantResponse),
  isMismatched: z.boolean(),
  ...result,
  within30Days: Within30Days,
});

export type FlowResponse = z.output<typeof FlowResponse>;
export type RecoveryResponse = z.output<typeof RecoveryResponse>;
export type ExperimentResponse = z.output<typeof ExperimentResponse>;
