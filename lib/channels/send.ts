/** Sends one message by its channel, with exactly one request, and returns the outcome. */
import type { Clock } from '#lib/clock.ts';
import type { Channel, Senders } from '#lib/domain/channels/channels.ts';
import type { RenderedMessage } from '#lib/domain/channels/renderers.ts';
import {
  type Breaker,
  breakerAfter,
  outcomeWhileOpen,
  type Sendable,
  type SendOutcome,
} from '#lib/domain/message/outgoing.ts';
import { isBug, type Log } from '#lib/log.ts';
import { LIMITS, type Limits, type MessageSender } from './adapter.ts';
import { ADAPTERS } from './adapters.ts';
import { outcomeOf } from './outcome.ts';

/** Never throws. */
export type Send = (outgoing: Sendable) => Promise<SendOutcome>;

type OpenedSender = MessageSender<RenderedMessage, unknown>;
type Request = ReturnType<OpenedSender['prepare']>;

/** `senders` is read with each message. */
export type Sending = {
  settings: { readonly senders: Senders };
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'count' | 'fault'>;
  limits?: Limits;
};

/** The channels' clients, each made with the channel's first message. */
function clientsOf({ settings, limits = LIMITS }: Sending) {
  const opened: Partial<Record<Channel, OpenedSender>> = {};
  return {
    open: async (channel: Channel): Promise<OpenedSender> => {
      const openChannel = await ADAPTERS[channel].open();
      opened[channel] ??= openChannel(limits) as OpenedSender;
      return opened[channel];
    },
    prepare: (adapter: OpenedSender, outgoing: Sendable): Request => {
      const sender = settings.senders[outgoing.message.channel];
      if (sender === undefined) throw new Error('the channel has no sender');
      return adapter.prepare(outgoing, sender);
    },
    ask: async (request: Request): Promise<SendOutcome> => {
      const messageId = await request(AbortSignal.timeout(limits.totalMs));
      return messageId ? { kind: 'accepted', messageId } : { kind: 'ambiguous', reason: 'no_message_id' };
    },
  };
}

/**
 * `send` leaves a channel alone for a while whose account is at fault: each function learns of a fault by itself. `sendNotice`
 * always tries: a notice is a message to a merchant, and as rare as the failures that it tells of.
 */
export function openChannels(sending: Sending): { send: Send; sendNotice: Send } {
  const { clock, log } = sending;
  const { open, prepare, ask } = clientsOf(sending);
  const breakers: Partial<Record<Channel, Breaker | undefined>> = {};
  return {
    send: async (outgoing) => {
      const { channel } = outgoing.message;
      const refused = outcomeWhileOpen(breakers[channel], clock.now());
      if (refused !== undefined) return report(log, channel, refused);
      let adapter: OpenedSender;
      let request: Request;
      try {
        adapter = await open(channel);
        request = prepare(adapter, outgoing);
      } catch (error) {
        log.fault('channel_adapter_failed', error, { channel });
        return { kind: 'refused', reason: 'unsendable' };
      }
      try {
        return await ask(request);
      } catch (error) {
        if (isBug(error)) log.fault('channel_adapter_failed', error, { channel });
        const outcome = outcomeOf(error, adapter.verdicts);
        breakers[channel] = breakerAfter(outcome, clock.now());
        return report(log, channel, outcome);
      }
    },
    sendNotice: async (notice) => {
      const adapter = await open(notice.message.channel);
      try {
        return await ask(prepare(adapter, notice));
      } catch (error) {
        return outcomeOf(error, adapter.verdicts);
      }
    },
  };
}

/** An operator must know: until the account is in order, no message goes out by this channel. */
function report(log: Sending['log'], channel: Channel, outcome: SendOutcome): SendOutcome {
  if (outcome.kind === 'refused' && outcome.fault)
    log.count('ERROR', 'channel_fault', { channel, reason: outcome.reason });
  return outcome;
}
