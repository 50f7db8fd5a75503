/** Which channels there are, for the functions that only plan: a bundle that names no more holds nothing that sends. */
import { CHANNELS, type Channel, type Senders } from '#lib/domain/channels/channels.ts';

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
