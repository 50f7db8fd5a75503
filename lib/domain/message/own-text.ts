/** A text that a merchant wrote for one kind of message, in one language and for one channel; and which kinds there are. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';
import type { By } from '#lib/domain/member.ts';
import type { LanguageCode } from '#lib/words/language-codes.ts';

/** Of one payment without a due day, before its due day has ended, and since; and of several payments at once. */
export const TEXT_KINDS = [
  'gentle',
  'gentle_before_due',
  'gentle_past_due',
  'gentle_several',
  'professional',
  'professional_before_due',
  'professional_past_due',
  'professional_several',
  'urgent',
  'urgent_before_due',
  'urgent_past_due',
  'urgent_several',
] as const satisfies readonly `${Tone}${'' | '_before_due' | '_past_due' | '_several'}`[];
export type TextKind = (typeof TEXT_KINDS)[number];

/** What a text is for. */
export type TextPlace = { language: LanguageCode; channel: Channel; kind: TextKind };

/** `button`: the template ends in a button to the payment page. `language`: Meta's code. */
export type OwnTemplate = { name: string; language?: string; button?: true };

/** `subject`: of an email. `template`: of WhatsApp, as Meta approved it. */
export type TextWords = { subject?: string; body: string; template?: OwnTemplate };

/** A version never changes. */
export type OwnText = TextWords & { version: number; changedAt: string; by?: By };

/** What a message has of a text. `isUnused`: ours was sent in its place. */
export type OwnTextUse = { version: number; isUnused?: true };

/** By {@link textKey}. */
export type OwnTexts = Readonly<Record<string, OwnText>>;

export const textKey = ({ language, channel, kind }: TextPlace): string => `${language}/${channel}/${kind}`;

export function parseTextKey(key: string): TextPlace {
  const [language, channel, kind] = key.split('/') as [LanguageCode, Channel, TextKind];
  return { language, channel, kind };
}

/** What tells which kind a message is of. */
type Told = { tone: Tone; several?: unknown; due?: { passed: number } | undefined };

export function kindOfText({ tone, several, due }: Told): TextKind {
  if (several !== undefined) return `${tone}_several`;
  if (due === undefined) return tone;
  return due.passed > 0 ? `${tone}_past_due` : `${tone}_before_due`;
}

export const isSeveralKind = (kind: TextKind): boolean => kind.endsWith('_several');

/** Whether its due day has ended; undefined of one without a due day, and of several. */
export function dueOfKind(kind: TextKind): 'before' | 'late' | undefined {
  if (kind.endsWith('_before_due')) return 'before';
  return kind.endsWith('_past_due') ? 'late' : undefined;
}

export function toneOfKind(kind: TextKind): Tone {
  const [tone] = kind.split('_') as [Tone];
  return tone;
}

/**
 * Which version of each text is in force, by {@link textKey}; those that were taken back are `off`, so that no number is given twice.
 * The account has it as a text.
 */
export type TextVersions = Readonly<Record<string, { version: number; off?: true }>>;

export const readVersions = (text: string | undefined): TextVersions =>
  text === undefined ? {} : (JSON.parse(text) as TextVersions);

/** In force, in the order of their keys. */
export const inForce = (versions: TextVersions): [key: string, version: number][] =>
  Object.entries(versions)
    .filter(([, { off }]) => !off)
    .map(([key, { version }]): [string, number] => [key, version])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
