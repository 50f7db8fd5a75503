/** Sends one message by its channel, with exactly one request, and returns the outcome. */
import { clock } from '#lib/clock.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { RenderedMessage } from '#lib/domain/channels/renderers.ts';
import { type Breaker, breakerAfter, outcomeWhileOpen } from '#lib/domain/message/breaker.ts';
import type { Sendable, SendOutcome } from '#lib/domain/message/outgoing.ts';
import { logCounted } from '#lib/log.ts';
import { outcomeOf } from './outcome.ts';
import type { ChannelAdapter } from './port.ts';
import { LIMITS, type Limits } from './sending-client.ts';

export type Send = (outgoing: Sendable) => Promise<SendOutcome>;

type Adapter = ChannelAdapter<RenderedMessage>;

/** A channel brings an SDK client of its own, which is loaded when the first message goes out by it. */
const ADAPTERS: Record<Channel, () => Promise<(limits: Limits) => ChannelAdapter<never>>> = {
  whatsapp: async () => (await import('./whatsapp.ts')).whatsappChannel,
  sms: async () => (await import('./sms.ts')).smsChannel,
  email: async () => (await import('./email.ts')).emailChannel,
};

/** Makes a `send` with the given time limits and breakers of its own: each function learns of a fault by itself. */
export function openChannels(limits: Limits): Send {
  const opened: Partial<Record<Channel, Adapter>> = {};
  const breakers: Partial<Record<Channel, Breaker | undefined>> = {};
  const open = async (channel: Channel): Promise<Adapter> => {
    const openChannel = await ADAPTERS[channel]();
    opened[channel] ??= openChannel(limits) as Adapter;
    return opened[channel];
  };
  return async (outgoing) => {
    const { channel } = outgoing.message;
    const refused = outcomeWhileOpen(breakers[channel], clock.now());
    if (refused !== undefined) return reported(channel, refused);
    let adapter: Adapter;
    let deliver: ReturnType<Adapter['prepare']>;
    try {
      adapter = await open(channel);
      deliver = adapter.prepare(outgoing);
    } catch {
      return { kind: 'refused', reason: 'unsendable' };
    }
    try {
      const messageId = await deliver(AbortSignal.timeout(limits.totalMs));
      return messageId ? { kind: 'accepted', messageId } : { kind: 'ambiguous', reason: 'no_message_id' };
    } catch (error) {
      const outcome = outcomeOf(error, adapter.verdicts);
      breakers[channel] = breakerAfter(outcome, clock.now());
      return reported(channel, outcome);
    }
  };
}

/** An operator must know: until the account is in order, no message goes out by this channel. */
function reported(channel: Channel, outcome: SendOutcome): SendOutcome {
  if (outcome.kind === 'refused' && outcome.fault)
    logCounted('ERROR', 'channel_fault', { channel, reason: outcome.reason });
  return outcome;
}

/** Never throws. */
export const send: Send = openChannels(LIMITS);
