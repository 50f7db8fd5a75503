/** Sends one message by its channel, with exactly one request, and returns the outcome. */
import type { RenderedMessage } from '#lib/domain/message/message.ts';
import type { Outgoing, SendOutcome } from '#lib/domain/message/outgoing.ts';
import { emailChannel } from './email.ts';
import { outcomeOf } from './outcome.ts';
import type { ChannelAdapter } from './port.ts';
import { LIMITS, type Limits } from './sending-client.ts';
import { smsChannel } from './sms.ts';
import { whatsappChannel } from './whatsapp.ts';

export type Send = (outgoing: Outgoing) => Promise<SendOutcome>;

/** Makes a `send` with the given time limits. */
export function openChannels(limits: Limits): Send {
  const adapters = { whatsapp: whatsappChannel(limits), sms: smsChannel(limits), email: emailChannel(limits) };
  return async (outgoing) => {
    const adapter = adapters[outgoing.message.channel] as ChannelAdapter<RenderedMessage>;
    let deliver: ReturnType<typeof adapter.prepare>;
    try {
      deliver = adapter.prepare(outgoing);
    } catch {
      return { kind: 'refused', reason: 'unsendable' };
    }
    try {
      const messageId = await deliver(AbortSignal.timeout(limits.totalMs));
      return messageId ? { kind: 'accepted', messageId } : { kind: 'ambiguous', reason: 'no_message_id' };
    } catch (error) {
      return outcomeOf(error, adapter.verdicts);
    }
  };
}

/** Never throws. */
export const send: Send = openChannels(LIMITS);
