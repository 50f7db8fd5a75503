/** The list of all channels, the most read first, what follows from their facts, and which of them have a sender. */
import { email } from './email/channel.ts';
import type { ChannelFacts } from './facts.ts';
import { sms } from './sms/channel.ts';
import { whatsapp } from './whatsapp/channel.ts';

const LIST = [whatsapp, sms, email] as const;

type ListedChannel = (typeof LIST)[number];
type Names<All> = { -readonly [Index in keyof All]: All[Index] extends ChannelFacts ? All[Index]['name'] : never };

export type Channel = ListedChannel['name'];
export type ReplyChannel = Extract<ListedChannel, { takesReplies: true }>['name'];

/** The sender of each channel that has one. */
export type Senders = { readonly [Each in ListedChannel as Each['name']]?: ReturnType<Each['readSender']> };

export const CHANNELS = LIST.map(({ name }) => name) as Names<typeof LIST>;

const FACTS = new Map<string, ChannelFacts>(LIST.map((facts) => [facts.name, facts]));

export const channelFacts = (channel: Channel): ChannelFacts => FACTS.get(channel) as ChannelFacts;

/** Every contact has an address for it. */
export const LAST_CHANNEL = email.name satisfies Channel;

/** In the list's order. */
export const channelsReaching = (reached: ChannelFacts['reaches']): Channel[] =>
  CHANNELS.filter((channel) => channelFacts(channel).reaches === reached);

export const PHONE_CHANNELS: readonly Channel[] = channelsReaching('phone');
export const REPLY_CHANNELS = LIST.filter(({ takesReplies }) => takesReplies).map(({ name }) => name) as ReplyChannel[];

export const reachesPhone = (channel: Channel): boolean => channelFacts(channel).reaches === 'phone';

/** The channels to one address: a person who opts out of one of them means the address. */
export const channelsLike = (channel: Channel): Channel[] => channelsReaching(channelFacts(channel).reaches);

export const readSenders = (env: Readonly<Record<string, string | undefined>>): Senders =>
  Object.fromEntries(
    LIST.flatMap(({ name, readSender }) => {
      const sender = readSender(env);
      return sender === undefined ? [] : [[name, sender]];
    }),
  );

export type ConfiguredChannels = {
  /** The channels that have a sender: no plan may name another. */
  configuredChannels: () => Channel[];
  /** Whether customers cannot reply to the channel's sender. */
  isOneWay: (channel: Channel) => boolean;
};

export const configuredChannelsFrom = (settings: { readonly senders: Senders }): ConfiguredChannels => ({
  configuredChannels: () => CHANNELS.filter((channel) => settings.senders[channel] !== undefined),
  isOneWay: (channel) => {
    const sender = settings.senders[channel];
    return sender !== undefined && 'oneWay' in sender && sender.oneWay;
  },
});
