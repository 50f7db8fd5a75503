/** Which channels a plan can use, and in which order each of its slots tries them. */
import type { Channel } from './follow-up.ts';

export type ChannelSituation = {
  reachableByPhone: boolean;
  hasEmail: boolean;
  /** Those with a configured sender. */
  availableChannels: readonly Channel[];
  optedOut: readonly Channel[];
};

function obstacle(channel: Channel, situation: ChannelSituation): string | undefined {
  if (channel === 'email' ? !situation.hasEmail : !situation.reachableByPhone) return 'no address';
  if (!situation.availableChannels.includes(channel)) return 'no sender configured';
  return situation.optedOut.includes(channel) ? 'opted out' : undefined;
}

export function usableChannels(
  wanted: readonly Channel[],
  situation: ChannelSituation,
): { channels: readonly Channel[]; reasons: readonly string[] } {
  const judged = wanted.map((channel) => ({ channel, obstacle: obstacle(channel, situation) }));
  const leftOut = judged.filter((each) => each.obstacle !== undefined);
  const channels = judged.filter((each) => each.obstacle === undefined).map(({ channel }) => channel);
  return {
    channels,
    reasons: [
      ...leftOut.map(({ channel, obstacle: why }) => `${channel} left out: ${why}`),
      ...(channels.length === 0 ? ['no channel left: nothing is sent'] : []),
    ],
  };
}

/** Slot 1 starts on the first channel, slot 2 on the second, and each goes on from there, round to where it began. */
export function channelOrder(channels: readonly Channel[], slot: number): readonly Channel[] {
  const start = (slot - 1) % channels.length;
  return [...channels.slice(start), ...channels.slice(0, start)];
}
