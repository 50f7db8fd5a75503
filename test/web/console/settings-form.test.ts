/** What the forms of the settings send of what is typed, and what they say of a refusal, in every language. */
import { describe, expect, it } from 'vitest';
import { readUpdateAccount } from '#lib/contract/account.ts';
import { accountExample } from '#lib/contract/account-texts.ts';
import { followUpPolicyExample, readSetFollowUpPolicy } from '#lib/contract/follow-up-policy.ts';
import { faultText, moneyIn } from '#lib/web/console/format.ts';
import {
  changesOf,
  draftOf,
  type Rule,
  type RuleDraft,
  ruleDraftOf,
  ruleOf,
  type SettingsDraft,
  sentencesOf,
} from '#lib/web/console/settings-form.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { loadConsoleWords } from '#lib/words/load-console-words.ts';
import { faultsOf } from '#test/support/faults.ts';
import { CONSOLE_WORDS } from './console-words.ts';

const before = draftOf(accountExample);
const nothing = { ...accountExample, legalName: null, color: null, messageHours: null, messagesPerWeek: null };

describe('the form of the settings', () => {
  it.each<[Partial<SettingsDraft>, Record<string, unknown> | undefined]>([
    [{}, undefined],
    [{ name: ' Kobo Foods ' }, undefined],
    [{ name: '' }, { name: '' }],
    [
      { legalName: ' ', promiseDays: '' },
      { legalName: null, promiseDays: null },
    ],
    [{ promiseDays: '30 ' }, { promiseDays: 30 }],
    [{ promiseDays: 'many' }, { promiseDays: 'many' }],
    [{ opens: '8' }, { messageHours: { opens: 8, closes: 17 } }],
    [{ opens: '', closes: '' }, { messageHours: null }],
    [{ messagesPerWeek: '' }, { messagesPerWeek: null }],
    [{ language: 'sw' }, { language: 'sw' }],
    [
      { digest: 'off', color: '' },
      { color: null, digest: 'off' },
    ],
  ])('with %j sends %j', (typed, sent) => {
    expect(changesOf(before, { ...before, ...typed })).toEqual(sent);
  });

  it('what is as the service has it is shown as nothing, and is set from there', () => {
    const draft = draftOf(nothing);
    expect(draft).toMatchObject({ legalName: '', color: '', opens: '', closes: '', messagesPerWeek: '' });
    expect(changesOf(draft, { ...draft, messagesPerWeek: '3' })).toEqual({ messagesPerWeek: 3 });
  });
});

const asSent = (rule: Rule | undefined, typed: Partial<RuleDraft> = {}, from?: unknown, below?: unknown) =>
  ruleOf({ ...ruleDraftOf(rule, 'NGN'), ...typed }, { from, below, before: rule });

const RULES: readonly Rule[] = [
  ...followUpPolicyExample.rules,
  {
    name: 'All parts',
    when: { countries: ['NG', 'KE'], dueDate: false, customer: 'new' },
    followUp: { startAfter: 30, cadence: 'daily', channels: ['sms', 'email'], tone: 'gentle' },
  },
  { name: 'Ours', when: {}, followUp: {} },
  { name: 'In between', when: { amount: { currency: 'KES', from: 5, below: 10.5 } }, followUp: { tone: 'urgent' } },
];

describe('the form of a rule', () => {
  it.each(RULES)('what nobody changes is sent as it was: $name', (rule) => {
    const { from, below } = rule.when.amount ?? {};
    expect(asSent(rule, {}, from, below)).toEqual(rule);
    const { enabled, ...parts } = rule.followUp;
    const what = enabled === false ? 'none' : Object.keys(parts).length === 0 ? 'service' : 'own';
    expect(ruleDraftOf(rule, 'NGN').what).toBe(what);
  });

  it.each<[Partial<RuleDraft>, object, object]>([
    [{}, {}, {}],
    [{ countries: 'ng; ke,' }, { countries: ['NG', 'KE'] }, {}],
    [{ segments: 'school, Farm' }, { segments: ['school', 'Farm'] }, {}],
    [{ dueDate: 'no', customer: 'returning' }, { dueDate: false, customer: 'returning' }, {}],
    [{ schedule: '−3, 0, +7', cadence: 'daily' }, {}, { schedule: [-3, 0, 7] }],
    [{ schedule: 'soon' }, {}, { schedule: ['soon'] }],
    [{ channels: ['', 'email', 'sms'] }, {}, { channels: ['email', 'sms'] }],
    [{ what: 'none', tone: 'urgent' }, {}, { enabled: false }],
    [{ what: 'service', tone: 'urgent' }, {}, {}],
  ])('a new one with %j', (typed, when, followUp) => {
    expect(asSent(undefined, { name: ' New ', ...typed })).toEqual({ name: 'New', when, followUp });
  });

  it.each([
    [5, undefined, { currency: 'NGN', from: 5 }],
    [undefined, 5, { currency: 'NGN', below: 5 }],
    ['5,0', undefined, { currency: 'NGN', from: '5,0' }],
  ])('a range from %j to below %j', (from, below, amount) => {
    expect(asSent(undefined, { currency: ' ngn' }, from, below)).toMatchObject({ when: { amount } });
  });
});

it('a rule is told in words', async () => {
  const { settingsWords: settings } = await loadConsoleWords.en.settings();
  const words = {
    settings,
    timeline: CONSOLE_WORDS.en.timeline,
    cadences: CONSOLE_WORDS.en.create.cadences,
    money: (amount: { value: number; currency: string }) => moneyIn('en')(amount).replaceAll('\u00a0', ' '),
    country: (code: string) => code,
  };
  expect(RULES.map((rule) => Object.values(sentencesOf(rule, words)))).toEqual([
    ['from NGN 500,000.00 · Only with a due date', 'None: a person does it'],
    ['school · Only with a due date', 'on days -7, 0, 14 from the due day · Email'],
    ['NG, KE · Only without · New', 'first after 30 minutes · Every day · SMS, Email · gentle'],
    ['Every collection', 'We choose all'],
    ['from KES 5.00 to below KES 10.50', 'urgent'],
  ]);
  const below = { name: '', when: { amount: { currency: 'NGN', below: 5 } }, followUp: { enabled: true } };
  expect(sentencesOf(below, words)).toEqual({ when: 'below NGN 5.00', says: 'We choose all' });
  expect(sentencesOf({ ...below, when: { amount: { currency: 'NGN' } } }, words).when).toBe('NGN');
});

const messagesOf = (read: () => unknown): string[] => faultsOf(read).map(({ message }) => message);

const all = { name: 'A', when: {}, followUp: {} };
const rulesWith = (rule: object, ...more: object[]) =>
  messagesOf(() => readSetFollowUpPolicy({ rules: [{ ...all, ...rule }, ...more] }));
const FAULTS = new Set([
  ...messagesOf(() =>
    readUpdateAccount({
      name: '',
      website: 'kobo',
      supportPhone: '0803',
      supportEmail: 'a@b',
      promiseDays: 0,
      address: 'a\nb',
      messageHours: { opens: 9, closes: 10 },
    }),
  ),
  ...messagesOf(() => readUpdateAccount({ promiseDays: 'many' })),
  ...messagesOf(() => readUpdateAccount({ promiseDays: 91 })),
  ...rulesWith({ name: '' }),
  ...rulesWith({}, { ...all, name: 'B' }),
  ...rulesWith({ when: { dueDate: true } }, all),
  ...rulesWith({ when: { amount: { currency: 'abc', from: 'x' }, countries: ['Ghana'] } }),
  ...rulesWith({ when: { amount: { currency: 'NGN', from: 6, below: 5 }, countries: ['NG', 'NG'] } }),
  ...rulesWith({ when: { amount: { currency: 'NGN', from: 0.001 } } }),
  ...rulesWith({ when: { amount: { currency: 'NGN', from: 0 } } }),
  ...rulesWith({ followUp: { schedule: [1] } }),
  ...rulesWith({ when: { dueDate: true }, followUp: { schedule: [1, 1] } }),
  ...rulesWith({ when: { dueDate: true }, followUp: { schedule: [-91] } }),
  ...rulesWith({ when: { dueDate: true }, followUp: { schedule: [366] } }),
  ...rulesWith({ when: { dueDate: true }, followUp: { schedule: ['soon'] } }),
  ...rulesWith({ when: { dueDate: true }, followUp: { schedule: Array.from({ length: 13 }, (_, day) => day) } }),
]);

it.each(LANGUAGES)('what the settings can be refused for has words in %s', async (language) => {
  const { settingsWords } = await loadConsoleWords[language].settings();
  const faults = { ...CONSOLE_WORDS[language].faults, ...settingsWords.faults };
  expect(FAULTS.size).toBeGreaterThan(20);
  expect([...FAULTS].filter((message) => faultText({ faults, fault: () => '' }, message) === '')).toEqual([]);
});
