/** The channels as the service uses them: which have a sender, and what goes out and comes in by them. */
import type { Clock } from '#lib/clock.ts';
import {
  CHANNELS,
  type ConfiguredChannels,
  configuredChannelsFrom,
  type Senders,
} from '#lib/domain/channels/channels.ts';
import { type ParsedReceipt, type Sendable, type SendOutcome, testMessageId } from '#lib/domain/message/outgoing.ts';
import type { InboundReply } from '#lib/domain/reply.ts';
import type { Log } from '#lib/log.ts';
import type { InboundEvent, Publication } from './adapter.ts';
import type { openChannels, Send } from './send.ts';

/** `testAccountsSend`: the local run lets test accounts send, because its channels are fakes. */
export type ChannelSettings = { readonly senders: Senders; readonly testAccountsSend: boolean };

export type Channels = ConfiguredChannels & {
  /** Test accounts send nothing to anybody: a message of theirs is made as all are, and counts as accepted, with an id that says so. */
  send: Send;
  sendNotice: Send;
  readReceipts: (event: InboundEvent) => Promise<readonly ParsedReceipt[]>;
  readReplies: (message: string, published: Publication) => Promise<readonly InboundReply[]>;
  /** Takes the phone off AWS's own lists of opt-outs. Never throws. */
  clearAwsOptOut: (phone: string) => Promise<void>;
};

type World = { clock: Pick<Clock, 'now'>; log: Log };

/** The rest of the code is loaded with the first message, as most functions only ask which channels there are. */
export function channelsFrom(settings: ChannelSettings, world: World): Channels {
  let opened: ReturnType<typeof openChannels> | undefined;
  const open = async () => {
    const { openChannels } = await import('./send.ts');
    opened ??= openChannels({ settings, ...world });
    return opened;
  };
  return {
    ...configuredChannelsFrom(settings),
    send: async (outgoing) =>
      outgoing.isTest && !settings.testAccountsSend
        ? ofTest(await (await open()).sendOffline(outgoing), outgoing)
        : (await open()).send(outgoing),
    sendNotice: async (notice) => (await open()).sendNotice(notice),
    readReceipts: async (event) => (await import('./adapters.ts')).readReceipts(event, settings.senders),
    readReplies: async (message, published) =>
      (await import('./adapters.ts')).readReplies(message, published, settings.senders),
    clearAwsOptOut: async (phone) => {
      const { ADAPTERS } = await import('./adapters.ts');
      for (const channel of CHANNELS)
        if (settings.senders[channel] !== undefined) await ADAPTERS[channel].clearOptOut?.(phone, world.log);
    },
  };
}

const ofTest = (outcome: SendOutcome, { attempt }: Sendable): SendOutcome =>
  outcome.kind === 'accepted' ? { ...outcome, messageId: testMessageId(attempt?.token ?? '') } : outcome;
