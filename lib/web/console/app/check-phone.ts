/** Asks the service, before a phone is saved, whether reminders would reach it. */
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { PHONE_NOT_REACHABLE } from '#lib/domain/follow-up/follow-up.ts';
import { ask } from './api.ts';
import { Unsure } from './faults.ts';
import { words } from './state.ts';

type PhoneForm = { contact: { phone: string }; amount: object };

const A_WEEK = 10_080;

export const isUnreachable = ({ reasons }: Pick<FollowUpPlanResponse, 'reasons'>): boolean =>
  reasons.some((reason) => reason.startsWith(PHONE_NOT_REACHABLE));

/** False for what cannot be planned: the service says what is wrong with that when it is sent. */
async function reachesNobody({ contact, amount }: PhoneForm): Promise<boolean> {
  const body = { contact, amount, expiresIn: A_WEEK };
  const planned = await ask<FollowUpPlanResponse>('POST', 'public/follow-ups/preview', { body }).catch(() => undefined);
  return planned !== undefined && isUnreachable(planned.data);
}

/** A phone that nothing reaches is asked about once; `known` are those that were. @throws {Unsure} */
export async function checkPhone(given: PhoneForm, known: { value: readonly string[] }): Promise<void> {
  const { phone } = given.contact;
  if (known.value.includes(phone) || !(await reachesNobody(given))) return;
  known.value = [...known.value, phone];
  throw new Unsure(words.value.typedPhone.unreachable);
}
