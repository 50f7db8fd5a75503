/** What messages cost the merchant: by their own table, because prices differ by country, contract and month. */
import type { Channel } from '#lib/domain/channels/channels.ts';

/** `price`: of one message, of an SMS of one part; in `currency`, not in minor units. Without a country it is that of all others. */
export type MessagePrice = { channel: Channel; country?: string | undefined; price: number };
export type MessagePrices = { currency: string; prices: readonly MessagePrice[] };

/** Undefined where the merchant has said no price. */
export function priceOf(
  table: MessagePrices | undefined,
  channel: Channel,
  country: string | undefined,
): number | undefined {
  const ofChannel = table?.prices.filter((each) => each.channel === channel) ?? [];
  const own = ofChannel.find((each) => each.country !== undefined && each.country === country);
  return (own ?? ofChannel.find((each) => each.country === undefined))?.price;
}
