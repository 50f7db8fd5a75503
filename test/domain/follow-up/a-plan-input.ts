/** Inputs of the plan for tests, built as a collection builds them, with ordinary values by default. */

import type { Channel } from '#lib/domain/channels/channels.ts';
import { type ExplainedPlan, explainPlan } from '#lib/domain/follow-up/explain.ts';
import type { GivenFollowUp } from '#lib/domain/follow-up/follow-up.ts';
import { type FollowUpPlan, type PlanSetting, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { completeFollowUp } from '#lib/domain/follow-up/strategy.ts';
import type { PlannedCollection } from '#lib/domain/follow-up/timetable.ts';
import type { Money } from '#lib/domain/money.ts';

export type PlanInput = {
  collection: PlannedCollection;
  reachableByPhone: boolean;
  /** ISO 3166 alpha-2, if the phone number shows it. */
  phoneCountry?: string | undefined;
  accountCountry?: string | undefined;
  availableChannels: readonly Channel[];
  optedOut: readonly Channel[];
};

export type PlanCase = {
  createdAt?: string | undefined;
  expiresInMinutes?: number | undefined;
  followUp?: GivenFollowUp | undefined;
  amount?: Money | undefined;
  id?: string | undefined;
} & Partial<Omit<PlanInput, 'collection'>>;

/** 08:00 is the opening in Lagos; this id's spread is 15 minutes. */
const AN_ID = 'pay_abc';

export function aPlanInput(given: PlanCase = {}): PlanInput {
  const { createdAt = '2026-03-02T09:00:00.000Z', expiresInMinutes = 1440, id = AN_ID, ...rest } = given;
  const { followUp: asked, amount = { minor: 4_500_000, currency: 'NGN' }, ...around } = rest;
  const phoneCountry = 'phoneCountry' in given ? given.phoneCountry : 'NG';
  const reachableByPhone = given.reachableByPhone ?? true;
  const context = { amount, expiresInMinutes, reachableByPhone, phoneCountry, hasEmail: true };
  const followUp = completeFollowUp(asked, context);
  const expiresAt = new Date(Date.parse(createdAt) + expiresInMinutes * 60_000).toISOString();
  const contact = { email: 'ada@example.com' };
  return {
    collection: { id, createdAt, expiresAt, expiresInMinutes, amount, followUp, contact },
    availableChannels: ['whatsapp', 'sms', 'email'],
    optedOut: [],
    ...around,
    reachableByPhone,
    phoneCountry,
  };
}

export function settingOf(input: PlanInput): PlanSetting {
  const { reachableByPhone: reachable, phoneCountry, accountCountry, availableChannels, optedOut } = input;
  return {
    phone: { reachable, ...(phoneCountry !== undefined && { country: phoneCountry }) },
    account: accountCountry === undefined ? {} : { country: accountCountry },
    availableChannels,
    optedOut,
  };
}

/** The plan that runs use. */
export const planFor = (input: PlanInput): FollowUpPlan => planFollowUps(input.collection, settingOf(input));

/** The plan as people see it, and its overdue mark. */
export function explainedPlanFor(input: PlanInput): ExplainedPlan & { overdueAt?: string } {
  const { overdueAt } = planFor(input);
  const plan = explainPlan(input.collection, settingOf(input));
  return overdueAt === undefined ? plan : { ...plan, overdueAt: new Date(overdueAt).toISOString() };
}
