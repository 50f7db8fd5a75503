/** Inputs of the plan for tests: made as a collection makes them, with everything at its most ordinary unless said. */
import type { GivenFollowUp } from '#lib/domain/follow-up/follow-up.ts';
import type { PlanInput } from '#lib/domain/follow-up/plan.ts';
import { completeFollowUp } from '#lib/domain/follow-up/strategy.ts';
import type { Money } from '#lib/domain/money.ts';

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
  const { reasons: _notStored, ...followUp } = completeFollowUp(asked, context);
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
