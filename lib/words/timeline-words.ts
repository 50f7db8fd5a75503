/** What every language must define for the timeline of a collection in the console. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';

/** The values of an event that its sentence may need, ready to be read. `missing`: what was not received of a collection that was marked as paid. */
export type EventValues = {
  sum: string;
  /** Of money that was moved: it left this collection. */
  isOut: boolean;
  method: string;
  changed: string;
  channel: string;
  day: string;
  text: string;
  missing: string;
  isSilent: boolean;
};

type WordFor<Key extends string> = Readonly<Record<Key, string>>;

/** A code that has no words here is shown as it is. */
type WordsByCode = Readonly<Record<string, string>>;

export type TimelineWords = {
  /** Below what anybody can have written in the customer's name. */
  unproven: string;
  channels: WordFor<Channel>;
  tones: WordFor<Tone>;
  /** Of a message: what has become of it. */
  fates: WordsByCode;
  methods: WordsByCode;
  reasons: WordsByCode;
  /** The parts of a collection that were corrected. */
  parts: WordsByCode;
  /** By type of event. */
  events: Readonly<Record<string, (values: EventValues) => string>>;
  money: string;
  aChannel: string;
  reminder: (channel: string, slot: number) => string;
  leftOut: (reminder: string) => string;
  unsent: (count: number) => string;
  removed: (count: number) => string;
  expires: string;
  /** Of channels that were asked to send it before another one did. */
  didNotTake: (channels: string) => string;
  /** Why a reminder does not come when its turn was. */
  moved: WordFor<'night' | 'customer' | 'hours' | 'channel'>;
  /** Who of the merchant's people did it. */
  by: (name: string) => string;
};
