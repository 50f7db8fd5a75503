/** A merchant's own rules: the first that fits a new collection says of its follow-ups what the create does not say. */
import { isDeepStrictEqual } from 'node:util';
import type { Account, Arm, Experiment } from '#lib/domain/account.ts';
import { concurrentChange, type Fault } from '#lib/domain/errors.ts';
import type { By } from '#lib/domain/member.ts';
import type { Money } from '#lib/domain/money.ts';
import { countriesOf, type Whereabouts } from '#lib/domain/phone.ts';
import {
  type AppliedRule,
  type Digest,
  FOLLOW_UP_PARTS,
  type FollowUp,
  type FollowUpPart,
  type GivenFollowUp,
} from './follow-up.ts';

/** In minor units of the currency; from `from` on and below `below`. */
type AmountRange = { currency: string; from?: number | undefined; below?: number | undefined };

/** All that are there must be met. */
export type RuleConditions = {
  /** Another currency does not fit. */
  amount?: AmountRange | undefined;
  /** Of the phone, else of the account. */
  countries?: readonly string[] | undefined;
  /** Whether the collection has a due date. */
  dueDate?: boolean | undefined;
  /** Whether the account has asked the customer for a payment before. */
  customer?: (typeof RULED_CUSTOMERS)[number] | undefined;
  /** Values of `metadata.segment`. */
  segments?: readonly string[] | undefined;
  /** The customer has one of these. */
  tags?: readonly string[] | undefined;
};

export const RULED_CUSTOMERS = ['new', 'returning'] as const;

/** A `followUp` without a part leaves all to the service; one that is not enabled sends nothing. */
export type FollowUpRule = {
  name: string;
  when: RuleConditions;
  followUp: GivenFollowUp;
  /** In place of the account's. */
  digest?: Digest | undefined;
};

/** `version` counts the changes; `by` is absent where no member made the last one. */
export type FollowUpPolicy = { rules: readonly FollowUpRule[]; version: number; changedAt: string; by?: By };

export const MAX_RULES = 20;

/** Of an account, which keeps it as JSON text: of all that read an account only a create and a preview judge by it. */
export const policyIn = ({ followUpPolicy }: Pick<Account, 'followUpPolicy'>): FollowUpPolicy | undefined =>
  followUpPolicy === undefined ? undefined : JSON.parse(followUpPolicy);

/** By which rules a new collection is judged: those of its arm, else those in force. */
export const rulesFor = (account: Pick<Account, 'followUpPolicy' | 'experiment'>, arm: Arm | undefined) =>
  arm === 'variant' ? variantRules(account.experiment) : (policyIn(account)?.rules ?? []);

export const variantRules = (experiment: Experiment | undefined): readonly FollowUpRule[] =>
  experiment?.variant === undefined ? [] : JSON.parse(experiment.variant.rules);

/** Whether a rule asks who the customer is: only then a create reads it. */
export const asksForTags = (account: Pick<Account, 'followUpPolicy' | 'experiment'>): boolean =>
  [...(policyIn(account)?.rules ?? []), ...variantRules(account.experiment)].some(
    ({ when }) => when.tags !== undefined,
  );

type GivenPolicy = { rules: readonly FollowUpRule[]; version?: number | undefined };

/** Undefined if the rules are those that are there. @throws concurrent_change if others came since the version that was changed */
export function changedPolicy(
  before: FollowUpPolicy | undefined,
  { rules, version }: GivenPolicy,
  { by, now }: { by: By | undefined; now: Date },
): FollowUpPolicy | undefined {
  const last = before?.version ?? 0;
  if (isDeepStrictEqual(rules, before?.rules ?? [])) return undefined;
  if (version !== undefined && version !== last) throw concurrentChange();
  return { rules, version: last + 1, changedAt: now.toISOString(), ...(by && { by: { id: by.id, name: by.name } }) };
}

/** What a new collection is judged by. */
export type RuledCase = {
  amount: Money;
  where: Whereabouts;
  hasDueDate: boolean;
  isReturning: boolean;
  metadata: object | undefined;
  /** Of the customer. */
  tags: readonly string[];
};

/** The rule of a collection: the first that it meets. */
export const firstRule = (rules: readonly FollowUpRule[], ruled: RuledCase): FollowUpRule | undefined =>
  rules.find(({ when }) => fits(when, ruled));

function fits(when: RuleConditions, { amount, where, hasDueDate, isReturning, metadata, tags }: RuledCase): boolean {
  const segment = metadata && 'segment' in metadata ? metadata.segment : undefined;
  return (
    (when.amount === undefined || isWithin(when.amount, amount)) &&
    // Of a number that several countries share, any may be its owner's.
    (when.countries === undefined || countriesOf(where).some((country) => when.countries?.includes(country))) &&
    (when.dueDate === undefined || when.dueDate === hasDueDate) &&
    (when.customer === undefined || (when.customer === 'returning') === isReturning) &&
    (when.segments === undefined || when.segments.some((each) => each === segment)) &&
    (when.tags === undefined || when.tags.some((each) => tags.includes(each)))
  );
}

const isWithin = ({ currency, from = 0, below = Number.POSITIVE_INFINITY }: AmountRange, amount: Money): boolean =>
  amount.currency === currency && amount.minor >= from && amount.minor < below;

const TIMING: readonly FollowUpPart[] = ['startAfter', 'cadence', 'schedule'];

/** What the rule fills: `followUp` is all that is asked, of the create and of the rule. What a create says itself wins. */
export function withRule(
  given: GivenFollowUp | undefined,
  rule: FollowUpRule | undefined,
): { followUp: GivenFollowUp | undefined; rule?: AppliedRule } {
  if (rule === undefined || given?.enabled === false) return { followUp: given };
  const { name, digest } = rule;
  if (rule.followUp.enabled === false) {
    // A create that says how its customer is reminded wants reminders.
    return given === undefined || !Object.values(given).some((part) => part !== undefined)
      ? { followUp: { enabled: false }, rule: { name, parts: [] } }
      : { followUp: given };
  }
  const isTimed = TIMING.some((part) => given?.[part] !== undefined);
  const parts = FOLLOW_UP_PARTS.filter(
    (part) => rule.followUp[part] !== undefined && given?.[part] === undefined && !(isTimed && TIMING.includes(part)),
  );
  const filled = Object.fromEntries(parts.map((part) => [part, rule.followUp[part]]));
  return { followUp: { ...given, ...filled }, rule: { name, parts, ...(digest && { digest }) } };
}

/** What a collection has of its rule, whatever the account's rules say by now. */
export const ruleOf = (followUp: FollowUp): FollowUpRule | undefined =>
  followUp.rule && {
    name: followUp.rule.name,
    when: {},
    followUp: followUp.enabled ? partsOf(followUp, followUp.rule.parts) : { enabled: false },
    ...(followUp.rule.digest && { digest: followUp.rule.digest }),
  };

export function partsOf(followUp: FollowUp & { enabled: true }, parts: readonly FollowUpPart[]): GivenFollowUp {
  const { startAfterMinutes: startAfter, cadence, schedule, channels, tone } = followUp;
  const all = { startAfter, cadence, schedule, channels, tone };
  return Object.fromEntries(parts.map((part) => [part, all[part]]));
}

/** Rules that no collection can ever get, and two of one name. */
export function faultsOfRules(rules: readonly FollowUpRule[]): Fault[] {
  return rules.flatMap(({ name, when }, index) => {
    const before = rules.slice(0, index);
    const path = `rules.${index}`;
    const same = before.some((other) => other.name === name);
    const wider = before.findIndex((other) => covers(other.when, when));
    return [
      ...(same ? [{ path: `${path}.name`, message: 'must not be the name of another rule' }] : []),
      ...(wider === -1
        ? []
        : [{ path: `${path}.when`, message: `can never match: rule ${wider + 1} is met by all that meet this one` }]),
    ];
  });
}

/** Whether all that meet `narrow` meet `wide`, too. */
const covers = (wide: RuleConditions, narrow: RuleConditions): boolean =>
  (wide.amount === undefined || (narrow.amount !== undefined && holds(wide.amount, narrow.amount))) &&
  isWiderSet(wide.countries, narrow.countries) &&
  isWiderSet(wide.segments, narrow.segments) &&
  isWiderSet(wide.tags, narrow.tags) &&
  (wide.dueDate === undefined || wide.dueDate === narrow.dueDate) &&
  (wide.customer === undefined || wide.customer === narrow.customer);

const holds = (
  { currency, from = 0, below = Number.POSITIVE_INFINITY }: AmountRange,
  { currency: other, from: least = 0, below: most = Number.POSITIVE_INFINITY }: AmountRange,
): boolean => currency === other && from <= least && below >= most;

const isWiderSet = (wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean =>
  wide === undefined || narrow?.every((each) => wide.includes(each)) === true;
