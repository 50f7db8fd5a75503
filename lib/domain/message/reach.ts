/** Which of a contact's channels must not be used, and why: opt-outs, and addresses that cannot be reached. */
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { FailureKind } from './failure.ts';

export type Reach = {
  optedOut: readonly Channel[];
  /** Absent like an empty list. `until` is the first instant at which the channel may be tried again. */
  unreachable?: readonly { channel: Channel; reason: FailureKind; until: string }[];
};
