/** What a timeline is told in: the words of a language, and how it writes money and instants. */
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { Channel, Tone } from '#lib/domain/follow-up/follow-up.ts';

/** The values of an event that its sentence may need, ready to be read. */
export type EventValues = { sum: string; method: string; changed: string; channel: string; day: string; text: string };

export type Slot = FollowUpPlanResponse['slots'][number];

type Named<Key extends string> = Readonly<Record<Key, string>>;

/** A code that has no words here is shown as it is. */
type Coded = Readonly<Record<string, string>>;

export type TellingWords = {
  channels: Named<Channel>;
  tones: Named<Tone>;
  /** Of a message: what has become of it. */
  fates: Coded;
  methods: Coded;
  reasons: Coded;
  /** The parts of a collection that were corrected. */
  parts: Coded;
  /** By type of event. */
  events: Readonly<Record<string, (values: EventValues) => string>>;
  money: string;
  aChannel: string;
  reminder: (channel: string, slot: number) => string;
  leftOut: (reminder: string) => string;
  unsent: (count: number) => string;
  removed: (count: number) => string;
  expires: string;
  /** Why a reminder does not come when its turn was. */
  moved: Named<'night' | 'customer' | 'channel'>;
  /** Who of the merchant's people did it. */
  by: (name: string) => string;
};

export type Teller = {
  words: TellingWords;
  money: (amount: { value: number; currency: string }) => string;
  /** Short, in the time zone of the reader. */
  instant: (at: number) => string;
  day: (at: number) => string;
  /** Why a reminder comes as it comes. */
  why: (slot: Slot) => string;
};

export const reasonText = ({ reasons }: TellingWords, reason: string | undefined): string =>
  reason === undefined ? '' : (reasons[reason] ?? spaced(reason));

export const methodText = ({ methods }: TellingWords, method: string | null | undefined): string =>
  methods[method ?? ''] ?? spaced(method ?? '');

const spaced = (code: string): string => code.replaceAll('_', ' ');

/** The tone, and why it does not come when its turn was. */
export function plainWhy({ tones, moved }: TellingWords, { tone, reason, retryAt, deferredUntil }: Slot): string {
  if (retryAt !== undefined) return `${tones[tone]}; ${moved.channel}`;
  if (deferredUntil !== undefined) return `${tones[tone]}; ${moved.customer}`;
  return /quiet hours/.test(reason) ? `${tones[tone]}; ${moved.night}` : tones[tone];
}
