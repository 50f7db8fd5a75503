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
function clientsOf({ settings }: Sending, limits: Limits) {
  const opened: Partial<Record<Channel, OpenedSender>> = {};
  const open = async (channel: Channel): Promise<OpenedSender> => {
    const openChannel = await ADAPTERS[channel].open();
    opened[channel] ??= openChannel(limits) as OpenedSender;
    return opened[channel];
  };
  const prepare = (adapter: OpenedSender, outgoing: Sendable): Request => {
    const sender = settings.senders[outgoing.message.channel];
    if (sender === undefined) throw new Error('the channel has no sender');
    return adapter.prepare(outgoing, sender);
  };
  const ask = async (request: Request): Promise<SendOutcome> => {
    const messageId = await request(AbortSignal.timeout(limits.totalMs));
    return messageId ? { kind: 'accepted', messageId } : { kind: 'ambiguous', reason: 'no_message_id' };
  };
  return { open, prepare, ask };
}

type Clients = ReturnType<typeof clientsOf>;

/** A message of which our own code makes no request was not sent; after a request nobody knows. */
const sendBy =
  ({ open, prepare, ask }: Clients, log: Sending['log']): Send =>
  async (outgoing) => {
    const { channel } = outgoing.message;
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
      return outcomeOf(error, adapter.verdicts);
    }
  };

/**
 * `send` leaves a channel alone for a while whose account is at fault: each function learns of a fault by itself. `sendNotice`
 * always tries: a notice is a message to a merchant, and as rare as the failures that it tells of. `sendOffline` does all but ask.
 */
export function openChannels(sending: Sending): { send: Send; sendNotice: Send; sendOffline: Send } {
  const { clock, log, limits = LIMITS } = sending;
  const online = clientsOf(sending, limits);
  const sendOnline = sendBy(online, log);
  const breakers: Partial<Record<Channel, Breaker | undefined>> = {};
  return {
    send: async (outgoing) => {
      const { channel } = outgoing.message;
      const refused = outcomeWhileOpen(breakers[channel], clock.now());
      const outcome = refused ?? (await sendOnline(outgoing));
      if (refused === undefined) breakers[channel] = breakerAfter(outcome, clock.now());
      return report(log, channel, outcome);
    },
    sendNotice: async (notice) => {
      const adapter = await online.open(notice.message.channel);
      try {
        return await online.ask(online.prepare(adapter, notice));
      } catch (error) {
        return outcomeOf(error, adapter.verdicts);
      }
    },
    sendOffline: sendBy(clientsOf(sending, { ...limits, isOffline: true }), log),
  };
}

/** An operator must know: until the account is in order, no message goes out by this channel. */
function report(log: Sending['log'], channel: Channel, outcome: SendOutcome): SendOutcome {
  if (outcome.kind === 'refused' && outcome.fault)
    log.count('ERROR', 'channel_fault', { channel, reason: outcome.reason });
  return outcome;
}
