/** What a timeline is told in: the words of a language, and how it writes money and instants. */
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { TimelineWords } from '#lib/words/console-words.ts';

export type Slot = FollowUpPlanResponse['slots'][number];

export type Teller = {
  words: TimelineWords;
  money: (amount: { value: number; currency: string }) => string;
  /** Short, in the time zone of the reader. */
  instant: (at: number) => string;
  day: (at: number) => string;
  /** Why a reminder comes as it comes. */
  why: (slot: Slot) => string;
};

export const reasonText = ({ reasons }: TimelineWords, reason: string | undefined): string =>
  reason === undefined ? '' : (reasons[reason] ?? spaced(reason));

export const methodText = ({ methods }: TimelineWords, method: string | null | undefined): string =>
  methods[method ?? ''] ?? spaced(method ?? '');

const spaced = (code: string): string => code.replaceAll('_', ' ');

/** The tone, and why it does not come when its turn was. */
export function plainWhy({ tones, moved }: TimelineWords, { tone, reason, retryAt, deferredUntil }: Slot): string {
  if (retryAt !== undefined) return `${tones[tone]}; ${moved.channel}`;
  if (deferredUntil !== undefined) return `${tones[tone]}; ${moved.customer}`;
  return /quiet hours/.test(reason) ? `${tones[tone]}; ${moved.night}` : tones[tone];
}
