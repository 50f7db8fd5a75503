/** The schemas of an account's rules for follow-ups: which collections they fit, and what they say. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCES, DIGESTS, TONES } from '#lib/domain/follow-up/follow-up.ts';
import {
  type FollowUpRule,
  faultsOfRules,
  MAX_RULES,
  RULED_CUSTOMERS,
} from '#lib/domain/follow-up/follow-up-policy.ts';
import { type Currency, parseAmount } from '#lib/domain/money.ts';
import { countryCode } from './country.ts';
import { FollowUpFields } from './create-collection.ts';
import { A_MEMBER, CREATED, type DescribedSchema, describeRequest, describeResponse, INSTANT } from './described.ts';
import { currencyCode, distinct, exactText, instant, reader, trimmedText } from './fields.ts';

const limit = () => z.optional(z.number().check(z.positive({ error: 'must be a number above 0', abort: true })));

/** Read into minor units. */
const AmountRange = z.pipe(
  z.strictObject({ currency: currencyCode(), from: limit(), below: limit() }),
  z.transform(({ currency, ...given }: { currency: string; from?: number; below?: number }, ctx) => {
    const range: { currency: string; from?: number; below?: number } = { currency };
    for (const name of ['from', 'below'] as const) {
      const value = given[name];
      if (value === undefined) continue;
      const read = parseAmount(value, currency as Currency);
      if ('fault' in read) ctx.issues.push({ code: 'custom', input: value, path: [name], message: read.message });
      else range[name] = read.minor;
    }
    if ((range.from ?? 0) >= (range.below ?? Number.POSITIVE_INFINITY))
      ctx.issues.push({ code: 'custom', input: given.below, path: ['below'], message: 'must be above from' });
    return range;
  }),
);

const Conditions = z.strictObject({
  amount: z.optional(AmountRange),
  countries: z.optional(distinct(z.array(countryCode()).check(z.minLength(1), z.maxLength(50)))),
  dueDate: z.optional(z.boolean()),
  customer: z.optional(z.enum(RULED_CUSTOMERS)),
  segments: z.optional(distinct(z.array(exactText(100)).check(z.minLength(1), z.maxLength(50)))),
  tags: z.optional(distinct(z.array(exactText(40)).check(z.minLength(1), z.maxLength(50)))),
});

const NEEDS_DUE_DATE = {
  error: 'needs `when.dueDate` to be true: a collection without a due date has no such days',
  path: ['followUp', 'schedule'],
};

const NO_PARTS = { error: 'must be alone where it is false', path: ['followUp', 'enabled'] };

const NO_REMINDER = { error: 'is for reminders, and there are none', path: ['digest'] };

const RuleFields = z.strictObject({
  name: trimmedText(60),
  when: Conditions,
  followUp: FollowUpFields,
  digest: z.optional(z.enum(DIGESTS)),
});

const Rule = RuleFields.check(
  z.refine(({ when, followUp }) => followUp?.schedule === undefined || when?.dueDate === true, NEEDS_DUE_DATE),
  z.refine(({ followUp }) => followUp?.enabled !== false || Object.keys(followUp).length === 1, NO_PARTS),
  z.refine(({ followUp, digest }) => followUp?.enabled !== false || digest === undefined, NO_REMINDER),
);

/** They are a part of the account, which every create reads. */
const MAX_BYTES = 16_384;

export const Rules = () => z.array(Rule).check(z.maxLength(MAX_RULES));

type Checked = { value: { rules: FollowUpRule[] }; issues: z.core.$ZodRawIssue[] };

/** Of all rules together. */
export const checkRules = (ctx: Checked): void => {
  const { rules } = ctx.value;
  // A rule that is refused itself cannot be compared.
  if (ctx.issues.length > 0 || !Array.isArray(rules)) return;
  if (Buffer.byteLength(JSON.stringify(rules)) > MAX_BYTES)
    ctx.issues.push({ code: 'custom', input: rules, path: ['rules'], message: 'must have at most 16 KB in all' });
  for (const { path, message } of faultsOfRules(rules))
    ctx.issues.push({ code: 'custom', input: rules, path: pathOf(path), message });
};

export const SetFollowUpPolicyRequest = z
  .strictObject({ rules: Rules(), version: z.optional(z.int().check(z.gte(0))) })
  .check(checkRules as never);

export const RehearsePolicyRequest = z.strictObject({ rules: Rules() }).check(checkRules as never);

export const readRehearsePolicy = reader(RehearsePolicyRequest);

const pathOf = (path: string): (string | number)[] =>
  path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

export const readSetFollowUpPolicy = reader(SetFollowUpPolicyRequest);

export const RuleResponse = z.strictObject({
  name: z.string(),
  when: z.strictObject({
    amount: z.optional(
      z.strictObject({ currency: z.string(), from: z.optional(z.number()), below: z.optional(z.number()) }),
    ),
    countries: z.optional(z.array(z.string())),
    dueDate: z.optional(z.boolean()),
    customer: z.optional(z.enum(RULED_CUSTOMERS)),
    segments: z.optional(z.array(z.string())),
    tags: z.optional(z.array(z.string())),
  }),
  followUp: z.strictObject({
    enabled: z.optional(z.boolean()),
    startAfter: z.optional(z.int()),
    cadence: z.optional(z.enum(CADENCES)),
    schedule: z.optional(z.array(z.int())),
    channels: z.optional(z.array(z.enum(CHANNELS))),
    tone: z.optional(z.enum(TONES)),
  }),
  digest: z.optional(z.enum(DIGESTS)),
});

export const ChangedBy = z.strictObject({ id: z.string(), name: z.string() });

export const FollowUpPolicyResponse = z.strictObject({
  rules: z.array(RuleResponse),
  version: z.int(),
  changedAt: z.nullable(instant()),
  changedBy: z.nullable(ChangedBy),
});
export type FollowUpPolicyResponse = z.output<typeof FollowUpPolicyResponse>;

const conditionTexts = {
  amount: 'The amount lies in this range, in this currency.',
  countries: 'The country of the customer’s phone, else of the account, is one of these: ISO 3166 codes.',
  dueDate: 'Whether the collection has a due date.',
  customer: '`returning`: the account has asked this customer for a payment before.',
  segments: '`segment` of the metadata is one of these texts.',
  tags: 'The customer has one of these tags.',
};

const DIGEST_TEXT =
  '`on`: one message speaks for these and the person’s other such debts; `off`: each has messages of its own. As the account has it, when absent.';

const rangeTexts = {
  currency: 'ISO 4217 code.',
  from: 'At least so much, in the unit of the currency.',
  below: 'Less than this.',
};

const partTexts = {
  enabled: 'False, and alone: no reminder.',
  startAfter: 'Minutes until the first reminder.',
  cadence: 'How far apart reminders are.',
  schedule: 'Days from the due day; needs `when.dueDate` to be true.',
  channels: 'Channels in the order in which they have their turns.',
  tone: 'The tone of every reminder.',
};

/** The texts of these schemas, for the API's description. */
export const followUpPolicyTexts = (): DescribedSchema[] => [
  describeRequest('AmountRangeInput', AmountRange, { description: 'A range of amounts.', fields: rangeTexts }),
  describeRequest('RuleConditionsInput', Conditions, {
    description: 'What a collection must be to get the rule: all that is given. Empty: every collection.',
    fields: conditionTexts,
  }),
  describeRequest('FollowUpRuleInput', Rule, {
    description: 'A rule, which gives its follow-ups to the collections that meet its conditions.',
    fields: {
      name: 'Its name, 1 to 60 characters, which plans tell. No two rules have the same.',
      when: 'Its conditions.',
      followUp:
        'What it says of follow-ups. What it leaves out is chosen by the service; `schedule` needs `when.dueDate`.',
      digest: DIGEST_TEXT,
    },
  }),
  describeRequest('SetFollowUpPolicyRequest', SetFollowUpPolicyRequest, {
    description: 'All the rules, which take the place of those before.',
    fields: {
      rules: `At most ${MAX_RULES}, and 16 KB in all. The first that a collection meets when it is created is its rule. A rule behind one that is met by all of its collections is refused.`,
      version: 'The version that you have changed: if there is a newer one, nothing is changed.',
    },
  }),
  describeResponse('AmountRange', RuleResponse.shape.when.shape.amount.def.innerType, {
    description: 'A range of amounts.',
    fields: rangeTexts,
  }),
  describeResponse('RuleConditions', RuleResponse.shape.when, {
    description: 'What a collection must be to get the rule.',
    fields: conditionTexts,
  }),
  describeResponse('RuledFollowUp', RuleResponse.shape.followUp, {
    description: 'What a rule says of follow-ups.',
    fields: partTexts,
  }),
  describeResponse('FollowUpRule', RuleResponse, {
    description: 'A rule of the account.',
    fields: {
      name: 'Its name.',
      when: 'Its conditions.',
      followUp: 'What it says of follow-ups.',
      digest: DIGEST_TEXT,
    },
  }),
  describeResponse('ChangedBy', ChangedBy, {
    description: 'The member who made a change.',
    fields: { id: 'The id of the member.', name: 'The name of then.' },
  }),
  describeResponse('FollowUpPolicy', FollowUpPolicyResponse, {
    description: 'The rules of the account. Without rules the service chooses for every collection.',
    fields: {
      rules: 'The first that a collection meets when it is created is its rule.',
      version: 'How often they were changed.',
      changedAt: `When they last changed, ${INSTANT}; null if never.`,
      changedBy: 'The member who changed them; null if it was a program.',
    },
  }),
];

export const followUpPolicyExample = {
  rules: [
    {
      name: 'Large debts',
      when: { amount: { currency: 'NGN', from: 500_000 }, dueDate: true },
      followUp: { enabled: false },
    },
    {
      name: 'Schools',
      when: { dueDate: true, segments: ['school'] },
      followUp: { schedule: [-7, 0, 14], channels: ['email'] },
    },
  ],
  version: 3,
  changedAt: CREATED,
  changedBy: A_MEMBER,
} satisfies FollowUpPolicyResponse;

export const setFollowUpPolicyExample = {
  rules: followUpPolicyExample.rules,
  version: 2,
};
