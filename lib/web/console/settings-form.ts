/** What the forms of the settings hold as text, and the requests that they make of it. */
import type { AccountResponse } from '#lib/contract/account.ts';
import type { FollowUpPolicyResponse } from '#lib/contract/follow-up-policy.ts';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import type { TimelineWords } from '#lib/words/timeline-words.ts';

/** Empty: as the service has it. */
export type SettingsDraft = {
  name: string;
  legalName: string;
  address: string;
  website: string;
  color: string;
  supportPhone: string;
  supportEmail: string;
  language: string;
  digest: string;
  partPayments: string;
  opens: string;
  closes: string;
  messagesPerWeek: string;
  promiseDays: string;
  defaultProvider: string;
};

export const draftOf = (account: AccountResponse): SettingsDraft => ({
  name: account.name,
  legalName: account.legalName ?? '',
  address: account.address ?? '',
  website: account.website ?? '',
  color: account.color ?? '',
  supportPhone: account.supportPhone ?? '',
  supportEmail: account.supportEmail ?? '',
  language: account.language ?? '',
  digest: account.digest,
  partPayments: account.partPayments,
  opens: String(account.messageHours?.opens ?? ''),
  closes: String(account.messageHours?.closes ?? ''),
  messagesPerWeek: String(account.messagesPerWeek ?? ''),
  promiseDays: String(account.promiseDays),
  defaultProvider: account.defaultProvider ?? '',
});

/** What is typed in the field of a number, for the service to judge. */
const numberIn = (text: string): number | string => (/^\d+$/.test(text.trim()) ? Number(text) : text);

const settingsIn = ({ opens, closes, ...draft }: SettingsDraft): Record<string, unknown> => {
  const plain = Object.entries(draft).map(([name, text]) => [name, text.trim() === '' ? null : text.trim()]);
  const settings = Object.fromEntries(plain);
  return {
    ...settings,
    // A business has a name: an empty one is refused, and not taken back.
    name: draft.name.trim(),
    messageHours: opens === '' ? null : { opens: numberIn(opens), closes: numberIn(closes) },
    messagesPerWeek: draft.messagesPerWeek === '' ? null : numberIn(draft.messagesPerWeek),
    promiseDays: draft.promiseDays.trim() === '' ? null : numberIn(draft.promiseDays),
  };
};

/** Only what was changed, so that two who change different settings do not meet; undefined if nothing was. */
export function changesOf(before: SettingsDraft, draft: SettingsDraft): Record<string, unknown> | undefined {
  const [was, is] = [settingsIn(before), settingsIn(draft)];
  const changed = Object.keys(is).filter((name) => JSON.stringify(is[name]) !== JSON.stringify(was[name]));
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, is[name]]));
}

export type Rule = FollowUpPolicyResponse['rules'][number];

export type RuleDraft = {
  name: string;
  currency: string;
  from: string;
  below: string;
  countries: string;
  segments: string;
  tags: string;
  dueDate: string;
  customer: string;
  what: string;
  schedule: string;
  cadence: string;
  channels: string[];
  tone: string;
  digest: string;
};

const CHANNEL_TURNS = [1, 2, 3] as const;

export function ruleDraftOf(rule: Rule | undefined, currency: string): RuleDraft {
  const { when = {}, followUp = {} } = rule ?? {};
  const { amount } = when;
  return {
    name: rule?.name ?? '',
    currency: amount?.currency ?? currency,
    from: String(amount?.from ?? ''),
    below: String(amount?.below ?? ''),
    countries: (when.countries ?? []).join(', '),
    segments: (when.segments ?? []).join(', '),
    tags: (when.tags ?? []).join(', '),
    dueDate: when.dueDate === undefined ? 'any' : when.dueDate ? 'yes' : 'no',
    customer: when.customer ?? 'any',
    what: followUp.enabled === false ? 'none' : rule !== undefined && isEmpty(followUp) ? 'service' : 'own',
    schedule: (followUp.schedule ?? []).join(', '),
    cadence: followUp.cadence ?? 'service',
    channels: CHANNEL_TURNS.map((turn) => followUp.channels?.[turn - 1] ?? ''),
    tone: followUp.tone ?? 'service',
    digest: rule?.digest ?? '',
  };
}

const isEmpty = (followUp: Rule['followUp']): boolean => Object.keys(followUp).every((name) => name === 'enabled');

const listed = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter(Boolean);

/** `before`: what the form does not show of the rule stays. `from` and `below` are read already. */
export function ruleOf(
  draft: RuleDraft,
  { from, below, before }: { from: unknown; below: unknown; before: Rule | undefined },
): Record<string, unknown> {
  const { name, currency, countries, segments, tags, dueDate, customer, digest, what } = draft;
  const hasRange = from !== undefined || below !== undefined;
  return {
    name: name.trim(),
    when: {
      ...(hasRange && {
        amount: {
          currency: currency.trim().toUpperCase(),
          ...(from !== undefined && { from }),
          ...(below !== undefined && { below }),
        },
      }),
      ...(listed(countries).length > 0 && { countries: listed(countries.toUpperCase()) }),
      ...(listed(segments).length > 0 && { segments: listed(segments) }),
      ...(listed(tags).length > 0 && { tags: listed(tags) }),
      ...(dueDate !== 'any' && { dueDate: dueDate === 'yes' }),
      ...(customer !== 'any' && { customer }),
    },
    followUp: followUpOf(draft, before),
    ...(digest !== '' && what !== 'none' && { digest }),
  };
}

function followUpOf(
  { what, schedule, cadence, channels, tone }: RuleDraft,
  before: Rule | undefined,
): Record<string, unknown> {
  if (what === 'none') return { enabled: false };
  if (what === 'service') return {};
  const days = listed(schedule).map((day) => (/^[-−+]?\d+$/.test(day) ? Number(day.replace('−', '-')) : day));
  const chosen = channels.filter(Boolean);
  const startAfter = before?.followUp.startAfter;
  return {
    ...(days.length > 0 && { schedule: days }),
    ...(days.length === 0 && cadence !== 'service' && { cadence }),
    ...(days.length === 0 && startAfter !== undefined && { startAfter }),
    ...(chosen.length > 0 && { channels: chosen }),
    ...(tone !== 'service' && { tone }),
  };
}

type SentenceWords = {
  settings: SettingsWords;
  timeline: TimelineWords;
  cadences: Readonly<Record<string, string>>;
  money: (amount: { value: number; currency: string }) => string;
  country: (code: string) => string;
};

/** A rule in words: what it is for, and what it says. */
export function sentencesOf({ when, followUp, digest }: Rule, words: SentenceWords): { when: string; says: string } {
  const { settings } = words;
  const { amount, countries, segments, tags, dueDate, customer } = when;
  const conditions = [
    amount && rangeText(amount, words),
    countries?.map(words.country).join(', '),
    segments?.join(', '),
    tags?.join(', '),
    dueDate !== undefined && settings.dueDates[dueDate ? 'yes' : 'no'],
    customer && settings.customers[customer],
  ].filter(Boolean);
  return {
    when: conditions.length === 0 ? settings.everyone : conditions.join(' · '),
    says: [textOf(followUp, words), digest && settings.digests[digest]].filter(Boolean).join(' · '),
  };
}

function rangeText(
  { currency, from, below }: NonNullable<Rule['when']['amount']>,
  { settings, money }: SentenceWords,
): string {
  const sum = (value: number) => money({ value, currency });
  if (from !== undefined && below !== undefined) return settings.between(sum(from), sum(below));
  if (from !== undefined) return settings.from_(sum(from));
  return below === undefined ? currency : settings.below_(sum(below));
}

function textOf(followUp: Rule['followUp'], { settings, timeline, cadences }: SentenceWords): string {
  if (followUp.enabled === false) return settings.whats.none;
  if (isEmpty(followUp)) return settings.whats.service;
  const { schedule, cadence, startAfter, channels, tone } = followUp;
  return [
    schedule && settings.days(schedule.join(', ')),
    startAfter !== undefined && settings.startAfter(startAfter),
    cadence && (cadences[cadence] ?? cadence),
    channels?.map((channel) => timeline.channels[channel]).join(', '),
    tone && timeline.tones[tone],
  ]
    .filter(Boolean)
    .join(' · ');
}
