/** In some worlds addresses are closed to a channel, and customers complain. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { Failure } from './receipts.ts';

const SHARE = 0.4;

const FAILURES = {
  whatsapp: ['not_on_whatsapp'],
  sms: ['invalid_number', 'blocked', 'blocked'],
  email: ['bounced', 'mailbox_full'],
} as const satisfies Record<Channel, readonly Failure[]>;

const NAMES_ADDRESS = 0.7;
const COMPLAINS = 0.1;

export type Closings = {
  /** What a message that failed for good says of its address; undefined if it names none. */
  failureOf: (channel: Channel) => Failure | undefined;
  /** Whether somebody complains about an email that was delivered. */
  complains: () => boolean;
};

export function createClosings(seed: number): Closings {
  const random = randomFrom(seed, 'closings');
  const isOn = random.bool(SHARE);
  return {
    failureOf: (channel) => (isOn && random.bool(NAMES_ADDRESS) ? random.pick<Failure>(FAILURES[channel]) : undefined),
    complains: () => isOn && random.bool(COMPLAINS),
  };
}
