/** How a contact can be reached: channels that must not be used, and why; and what was sent to the person before. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Person } from '#lib/domain/person/person.ts';
import type { FailureKind } from './outgoing.ts';

export type Reach = {
  optedOut: readonly Channel[];
  /** Absent like an empty list. `until` is the first instant at which the channel may be tried again. */
  unreachable?: readonly { channel: Channel; reason: FailureKind; until: string }[];
  /** Absent like one of whom nothing is remembered. */
  person?: Person;
};
