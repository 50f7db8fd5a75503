/** The follow-ups of a collection whose terms have changed: what the caller gave stays, the rest is chosen again. */

import { isDeepStrictEqual } from 'node:util';
import type { Revisable } from '#lib/domain/revisions/revise-plan.ts';
import { leadOf, lifeOf, NO_DUE_DATE } from '#lib/domain/time/due-day.ts';
import type { Account } from './account.ts';
import type { Collection } from './collection.ts';
import { validationFailed } from './errors.ts';
import type { FollowUp, GivenFollowUp } from './follow-up/follow-up.ts';
import { type FollowUpRule, firstRule, partsOf, ruleOf } from './follow-up/follow-up-policy.ts';
import { completeFollowUp, strictestCountry } from './follow-up/strategy.ts';
import { whereaboutsOf } from './person/policy.ts';
import type { Phone } from './phone.ts';

type Choice = {
  phone: Pick<Phone, 'reachable' | 'country'>;
  given: GivenFollowUp | undefined;
  of: Revisable;
  now: Date;
};

/** What the caller gave stays; what the strategy chose is chosen again if what it depends on has changed. */
export function followUpFor(terms: Collection, { phone, given, of, now }: Choice): FollowUp {
  const { collection: before, setting } = of;
  const { dueDay } = terms;
  const isMoved = dueDay !== before.dueDay;
  const isSameLife = terms.expiresAt === before.expiresAt && !isMoved;
  if (given === undefined && isSameLife && terms.contact.phone === before.contact.phone) return before.followUp;
  if (given?.schedule !== undefined && dueDay === undefined) throw validationFailed([NO_DUE_DATE]);
  const chosen = chooseFollowUp(terms, {
    before: before.followUp,
    given: given ?? givenOf(before.followUp),
    phone,
    setting,
    isMoved,
    now,
  });
  const keepsDays = given === undefined && (isSameLife || (dueDay !== undefined && !isMoved));
  return keepsDays ? withDaysOf(before.followUp, chosen) : chosen;
}

/** Other channels, on the same days. */
function withDaysOf(before: FollowUp, chosen: FollowUp): FollowUp {
  if (!before.enabled || !chosen.enabled || !(isByDay(before) || isByDay(chosen))) return chosen;
  return { ...before, channels: chosen.channels };
}

const isByDay = ({ schedule, steps }: FollowUp & { enabled: true }): boolean => (schedule ?? steps) !== undefined;

type Chooser = Pick<Choice, 'phone' | 'given' | 'now'> & {
  before: FollowUp;
  setting: Pick<Revisable['setting'], 'account'>;
  isMoved: boolean;
};

/** Counted from the reopening: a rhythm from its beginning, and days before a due day that is still to come. */
export const reopenedFollowUp = (opened: Collection, { phone, account }: Revisable['setting'], now: Date): FollowUp =>
  chooseFollowUp(opened, {
    before: opened.followUp,
    given: givenOf(opened.followUp),
    phone,
    setting: { account },
    isMoved: true,
    now,
  });

/** Days before the due day are counted from the creation, or from its move. */
function chooseFollowUp(terms: Collection, { before, given, phone, setting, isMoved, now }: Chooser): FollowUp {
  const { startsAt, minutes } = lifeOf(terms);
  const context = {
    amount: terms.amount,
    expiresInMinutes: minutes,
    leadDays: leadOf(terms.dueDay, setting.account, isMoved ? now : new Date(startsAt)),
    reachableByPhone: phone.reachable,
    phoneCountry: strictestCountry(phone),
    hasEmail: true,
  };
  return completeFollowUp(given, context, ruleOf(before));
}

type Anew = {
  rules: readonly FollowUpRule[];
  phone: Phone;
  account: Account;
  isReturning: boolean;
  tags: readonly string[];
};

/** The follow-ups as they would be if the account had had these rules when the collection was created; those that it has where nothing differs, or where an experiment gave it others. */
export function followUpUnder(collection: Collection, { rules, phone, account, isReturning, tags }: Anew): FollowUp {
  const { amount, dueDay, metadata, followUp: before, arm } = collection;
  if (arm === 'variant') return before;
  const { startsAt, minutes } = lifeOf(collection);
  const rule = firstRule(rules, {
    amount,
    where: whereaboutsOf({ phone, account }),
    hasDueDate: dueDay !== undefined,
    isReturning,
    metadata: metadata === undefined ? undefined : JSON.parse(metadata),
    tags,
  });
  const context = {
    amount,
    expiresInMinutes: minutes,
    leadDays: leadOf(dueDay, account, new Date(startsAt)),
    reachableByPhone: phone.reachable,
    phoneCountry: strictestCountry(phone),
    hasEmail: true,
  };
  const after = completeFollowUp(givenOf(before), context, rule);
  return isDeepStrictEqual(ruleOf(before), ruleOf(after)) ? before : after;
}

/** What the caller gave of it. */
function givenOf(followUp: FollowUp): GivenFollowUp | undefined {
  if (followUp.enabled) return partsOf(followUp, followUp.given);
  return followUp.rule === undefined ? { enabled: false } : undefined;
}
