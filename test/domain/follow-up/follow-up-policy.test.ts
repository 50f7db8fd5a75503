/** A merchant's rules: which one a collection gets, what it fills, and which rules can never be got. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followUpFor, reopenedFollowUp } from '#lib/domain/choose-follow-up.ts';
import type { GivenFollowUp } from '#lib/domain/follow-up/follow-up.ts';
import {
  asksForTags,
  changedPolicy,
  type FollowUpRule,
  faultsOfRules,
  firstRule,
  type RuleConditions,
  type RuledCase,
  withRule,
} from '#lib/domain/follow-up/follow-up-policy.ts';
import { strategyReasons } from '#lib/domain/follow-up/reasons.ts';
import { completeFollowUp } from '#lib/domain/follow-up/strategy.ts';
import { rulesOf } from '#lib/domain/person/policy.ts';
import { aRevisable } from '#test/domain/a-revisable.ts';
import { at_ } from '#test/domain/person/a-person.ts';

const NGN = (minor: number) => ({ minor, currency: 'NGN' });
const aCase = (changes: Partial<RuledCase> = {}): RuledCase => ({
  amount: NGN(5_000),
  where: { country: 'NG' },
  hasDueDate: true,
  isReturning: false,
  metadata: { description: 'Fees', segment: 'school' },
  tags: ['vip', 'old'],
  ...changes,
});
const aRule = (when: RuleConditions, followUp: GivenFollowUp = {}, name = 'Rule'): FollowUpRule => ({
  name,
  when,
  followUp,
});
const policyOf = (...rules: FollowUpRule[]) => ({ rules, version: 1, changedAt: '2026-03-02T09:00:00.000Z' });
const isMet = (when: RuleConditions, changes: Partial<RuledCase> = {}): boolean =>
  firstRule([aRule(when)], aCase(changes)) !== undefined;

describe('a rule is met', () => {
  it.each<[RuleConditions, Partial<RuledCase>, boolean]>([
    [{}, {}, true],
    [{ amount: { currency: 'NGN', from: 5_000 } }, {}, true],
    [{ amount: { currency: 'NGN', from: 5_001 } }, {}, false],
    [{ amount: { currency: 'NGN', below: 5_000 } }, {}, false],
    [{ amount: { currency: 'NGN', below: 5_001 } }, {}, true],
    [{ amount: { currency: 'KES', below: 5_001 } }, {}, false],
    [{ countries: ['KE', 'NG'] }, {}, true],
    [{ countries: ['KE'] }, {}, false],
    [{ countries: ['CA'] }, { where: { sharedBy: ['US', 'CA'] } }, true],
    [{ countries: ['NG'] }, { where: {} }, false],
    [{ dueDate: true }, {}, true],
    [{ dueDate: true }, { hasDueDate: false }, false],
    [{ dueDate: false }, { hasDueDate: false }, true],
    [{ customer: 'new' }, {}, true],
    [{ customer: 'returning' }, {}, false],
    [{ customer: 'returning' }, { isReturning: true }, true],
    [{ segments: ['farm', 'school'] }, {}, true],
    [{ segments: ['farm'] }, {}, false],
    [{ tags: ['late', 'old'] }, {}, true],
    [{ tags: ['late'] }, {}, false],
    [{ tags: ['old'] }, { tags: [] }, false],
    [{ segments: ['school'] }, { metadata: undefined }, false],
    [{ segments: ['school'] }, { metadata: [{ description: 'x', segment: 'school' }] }, false],
    [{ segments: ['school'], dueDate: false }, {}, false],
  ])('%j by %j: %s', (when, changes, met) => {
    expect(isMet(when, changes)).toBe(met);
  });

  it('the first that is met is got, and without a policy none', () => {
    const policy = policyOf(aRule({ dueDate: false }, {}, 'A'), aRule({}, {}, 'B'), aRule({}, {}, 'C'));
    expect(firstRule(policy.rules, aCase())?.name).toBe('B');
    expect(firstRule(policy.rules, aCase({ hasDueDate: false }))?.name).toBe('A');
    expect(firstRule([], aCase())).toBeUndefined();
  });
});

describe('what a rule fills', () => {
  const daily = aRule({}, { cadence: 'daily', startAfter: 60, channels: ['sms'], tone: 'urgent' });
  const none = aRule({}, { enabled: false });
  it.each<[GivenFollowUp | undefined, FollowUpRule, GivenFollowUp | undefined, string[] | undefined]>([
    [undefined, daily, { ...daily.followUp }, ['startAfter', 'cadence', 'channels', 'tone']],
    [{ tone: 'gentle' }, daily, { ...daily.followUp, tone: 'gentle' }, ['startAfter', 'cadence', 'channels']],
    [{ startAfter: 5 }, daily, { startAfter: 5, channels: ['sms'], tone: 'urgent' }, ['channels', 'tone']],
    [{ schedule: [1] }, daily, { schedule: [1], channels: ['sms'], tone: 'urgent' }, ['channels', 'tone']],
    [{ enabled: false }, daily, { enabled: false }, undefined],
    [undefined, none, { enabled: false }, []],
    [{}, none, { enabled: false }, []],
    [{ enabled: true }, none, { enabled: true }, undefined],
    [{ tone: 'gentle' }, none, { tone: 'gentle' }, undefined],
    [undefined, aRule({}), {}, []],
  ])('%j with %j', (given, rule, followUp, parts) => {
    const filled = withRule(given, rule);
    expect(filled.followUp).toEqual(followUp);
    expect(filled.rule).toEqual(parts && { name: 'Rule', parts });
  });

  it('without a rule a create is as before', () => {
    expect(withRule(undefined, undefined)).toEqual({ followUp: undefined });
  });
});

const context = {
  amount: NGN(4_500_000),
  expiresInMinutes: 1440,
  reachableByPhone: true,
  phoneCountry: 'NG',
  hasEmail: true,
};

describe('a collection with a rule', () => {
  it('has its parts, the rest of the strategy, and the caps of what the service chooses', () => {
    const rule = aRule({}, { cadence: 'every_4h', tone: 'urgent', channels: ['email'] }, 'Fast');
    const followUp = completeFollowUp(undefined, context, rule);
    expect(followUp).toMatchObject({
      enabled: true,
      given: [],
      rule: { name: 'Fast', parts: ['cadence', 'channels', 'tone'] },
      cadence: 'every_4h',
      channels: ['email'],
      tone: 'urgent',
      startAfterMinutes: 60,
    });
    expect(strategyReasons(followUp, context)).toEqual([
      'by the rule “Fast” of the account',
      expect.stringContaining('first reminder after 60 minutes'),
      'cadence of the rule: as many as the caps allow',
      'channels of the rule',
      'tone of the rule',
    ]);
    const { collection, setting } = aRevisable();
    const caps = (each: typeof followUp) => rulesOf({ ...collection, followUp: each }, setting).caps;
    expect(caps(followUp)).toEqual(caps(completeFollowUp(undefined, context)));
    expect(caps(followUp)).not.toEqual(caps(completeFollowUp({ cadence: 'every_4h' }, context)));
  });

  it('has days from its due day', () => {
    const due = { ...context, leadDays: 10 };
    const followUp = completeFollowUp(undefined, due, aRule({ dueDate: true }, { schedule: [-3, 0] }, 'Days'));
    expect(followUp).toMatchObject({ schedule: [-3, 0], rule: { parts: ['schedule'] }, given: [] });
    expect(strategyReasons(followUp, due)[1]).toBe('schedule of the rule: -3, 0 days from the due day');
  });

  it.each([
    [-13, { schedule: [-7, 0, 14] }],
    [-14, { schedule: [-7, 0, 14] }],
    [-15, { steps: 'past_due' }],
  ])('a debt due %d days from now has days of the rule, unless all have passed: %j', (leadDays, chosen) => {
    const rule = aRule({ dueDate: true }, { schedule: [-7, 0, 14], tone: 'gentle' }, 'Days');
    const followUp = completeFollowUp(undefined, { ...context, leadDays }, rule);
    expect(followUp).toMatchObject({ ...chosen, tone: 'gentle', rule: { name: 'Days' } });
    expect(followUp.rule?.parts.includes('schedule')).toBe('schedule' in chosen);
  });

  it('is not followed up where the rule says so, which the plan tells', () => {
    const followUp = completeFollowUp(undefined, context, aRule({}, { enabled: false }, 'By a person'));
    expect(followUp).toMatchObject({ enabled: false, rule: { name: 'By a person', parts: [] } });
    expect(strategyReasons(followUp, context)).toEqual(['by the rule “By a person” of the account']);
  });

  it('keeps its rule when it is corrected and when it is reopened, and a correction of the follow-ups wins', () => {
    const now = new Date(at_('2026-03-02T10:00'));
    for (const rule of [
      aRule({}, { cadence: 'every_4h', channels: ['email'] }, 'Fast'),
      aRule({}, { enabled: false }, 'By a person'),
    ]) {
      const followUp = completeFollowUp({ tone: 'urgent' }, context, undefined);
      const ruled = completeFollowUp(undefined, context, rule);
      const revisable = aRevisable();
      const before = { ...revisable.collection, followUp: ruled };
      const of = { ...revisable, collection: before };
      const terms = { ...before, expiresAt: '2026-03-20T09:00:00.000Z', expiresInMinutes: 25_920 };
      const { phone } = revisable.setting;
      const kept = followUpFor(terms, { phone, given: undefined, of, now });
      expect(kept).toMatchObject({ enabled: ruled.enabled, rule: ruled.rule });
      if (kept.enabled) expect(kept).toMatchObject({ cadence: 'every_4h', channels: ['email'], given: [] });
      expect(reopenedFollowUp(before, revisable.setting, now)).toMatchObject({ rule: ruled.rule });
      const own = followUpFor(terms, { phone, given: { tone: 'urgent' }, of, now });
      expect(own).toMatchObject({ enabled: true, tone: 'urgent', given: ['tone'] });
      expect(followUp.rule).toBeUndefined();
    }
  });
});

describe('rules that can never be got', () => {
  it.each<[RuleConditions, RuleConditions, boolean]>([
    [{}, { dueDate: true }, true],
    [{ dueDate: true }, {}, false],
    [{ dueDate: true }, { dueDate: false }, false],
    [{ countries: ['NG', 'KE'] }, { countries: ['KE'] }, true],
    [{ countries: ['KE'] }, { countries: ['NG', 'KE'] }, false],
    [{ countries: ['KE'] }, {}, false],
    [{ customer: 'new' }, { customer: 'new', dueDate: true }, true],
    [{ customer: 'new' }, { customer: 'returning' }, false],
    [{ segments: ['a'] }, { segments: ['a'] }, true],
    [{ tags: ['vip', 'b2b'] }, { tags: ['vip'] }, true],
    [{ tags: ['vip'] }, { tags: ['vip', 'b2b'] }, false],
    [{ tags: ['vip'] }, {}, false],
    [{ amount: { currency: 'NGN', from: 5 } }, { amount: { currency: 'NGN', from: 5, below: 9 } }, true],
    [{ amount: { currency: 'NGN', from: 6 } }, { amount: { currency: 'NGN', from: 5, below: 9 } }, false],
    [{ amount: { currency: 'NGN', below: 8 } }, { amount: { currency: 'NGN', below: 9 } }, false],
    [{ amount: { currency: 'NGN', below: 9 } }, { amount: { currency: 'NGN', below: 9 } }, true],
    [{ amount: { currency: 'NGN' } }, { amount: { currency: 'KES' } }, false],
    [{ amount: { currency: 'NGN' } }, {}, false],
  ])('%j before %j: %s', (first, second, isHidden) => {
    const faults = faultsOfRules([aRule(first, {}, 'A'), aRule(second, {}, 'B')]);
    expect(faults.map(({ path }) => path)).toEqual(isHidden ? ['rules.1.when'] : []);
  });

  it('two rules of one name are told apart by nobody', () => {
    const faults = faultsOfRules([aRule({ dueDate: true }), aRule({ dueDate: false }), aRule({}, {}, 'Other')]);
    expect(faults).toEqual([{ path: 'rules.1.name', message: 'must not be the name of another rule' }]);
  });

  const anyConditions: fc.Arbitrary<RuleConditions> = fc.record(
    {
      amount: fc.record(
        { currency: fc.constantFrom('NGN', 'KES'), from: fc.nat(3), below: fc.integer({ min: 4, max: 7 }) },
        { requiredKeys: ['currency'] },
      ),
      countries: fc.uniqueArray(fc.constantFrom('NG', 'KE'), { minLength: 1 }),
      dueDate: fc.boolean(),
      customer: fc.constantFrom('new' as const, 'returning' as const),
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  const anyCase = fc.record({
    amount: fc.record({ minor: fc.nat(8), currency: fc.constantFrom('NGN', 'KES') }),
    where: fc.record({ country: fc.constantFrom('NG', 'KE') }),
    hasDueDate: fc.boolean(),
    isReturning: fc.boolean(),
    metadata: fc.constant(undefined),
    tags: fc.subarray(['a', 'b', 'c']),
  });

  it('what is refused is never got, whatever the collection', () => {
    fc.assert(
      fc.property(fc.array(anyConditions, { minLength: 1, maxLength: 4 }), anyCase, (conditions, ruled) => {
        const rules = conditions.map((when, index) => aRule(when, {}, `${index}`));
        const refused = new Set(faultsOfRules(rules).map(({ path }) => path.split('.')[1]));
        expect(refused.has(firstRule(rules, ruled)?.name)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a create asks who the customer is', () => {
  const tagged = [aRule({ tags: ['vip'] })];
  const plain = [aRule({ dueDate: true })];
  const among = (inForce: FollowUpRule[], others: FollowUpRule[]) =>
    asksForTags({
      followUpPolicy: JSON.stringify(policyOf(...inForce)),
      experiment: { holdOut: 0, since: '', variant: { share: 0.5, rules: JSON.stringify(others) } },
    });
  it('where a rule in force does, or one of the experiment', () => {
    expect([among(tagged, plain), among(plain, tagged), among(plain, plain)]).toEqual([true, true, false]);
    expect(asksForTags({})).toBe(false);
  });
});

describe('a change of the rules', () => {
  const now = new Date(at_('2026-03-02T10:00'));
  const by = { id: 'mbr_1', name: 'Ada' };
  it('counts, and says who made it; the same rules again change nothing', () => {
    const first = changedPolicy(undefined, { rules: [aRule({})] }, { by, now });
    expect(first).toEqual({ rules: [aRule({})], version: 1, changedAt: now.toISOString(), by });
    expect(changedPolicy(first, { rules: [aRule({})], version: 7 }, { by, now })).toBeUndefined();
    expect(changedPolicy(undefined, { rules: [] }, { by: undefined, now })).toBeUndefined();
    expect(changedPolicy(first, { rules: [], version: 1 }, { by: undefined, now })).toEqual({
      rules: [],
      version: 2,
      changedAt: now.toISOString(),
    });
  });

  it('is refused where another came between', () => {
    expect(() => changedPolicy(policyOf(aRule({})), { rules: [], version: 0 }, { by, now })).toThrow('same time');
  });
});
