/** Sends one email that is no reminder, such as a notice to a merchant; the channel is loaded with the first one. */
import type { EmailMessage } from '#lib/domain/channels/email/render.ts';
import type { Sendable, SendOutcome } from '#lib/domain/message/outgoing.ts';
import { outcomeOf } from './outcome.ts';
import type { ChannelAdapter } from './port.ts';
import { LIMITS } from './sending-client.ts';

let channel: ChannelAdapter<EmailMessage> | undefined;

/** Never throws. Without a sender it is refused. */
export async function sendEmail(outgoing: Sendable<EmailMessage>): Promise<SendOutcome> {
  channel ??= (await import('./email.ts')).emailChannel(LIMITS);
  try {
    const messageId = await channel.prepare(outgoing)(AbortSignal.timeout(LIMITS.totalMs));
    return messageId ? { kind: 'accepted', messageId } : { kind: 'ambiguous', reason: 'no_message_id' };
  } catch (error) {
    return outcomeOf(error, channel.verdicts);
  }
}
