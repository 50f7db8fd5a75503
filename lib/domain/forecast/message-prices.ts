/** What messages cost the merchant: by their own table, because prices differ by country, contract and month. */
import type { Channel } from '#lib/domain/channels/channels.ts';

/** `price`: of one message, of an SMS of one part; in `currency`, not in minor units. Without a country it is that of all others. */
export type MessagePrice = { channel: Channel; country?: string | undefined; price: number };
export type MessagePrices = { currency: string; prices: readonly MessagePrice[] };

/** What one message costs. `value` is in the currency, not in minor units. */
export type MessageCost = { value: number; currency: string };

/** By the prices of now; `segments`: of an SMS. Undefined where the merchant has said no price. */
export function costOf(
  table: MessagePrices | undefined,
  { channel, country, segments = 1 }: { channel: Channel; country: string | undefined; segments?: number | undefined },
): MessageCost | undefined {
  const price = priceOf(table, channel, country);
  return table && price !== undefined ? { value: price * segments, currency: table.currency } : undefined;
}

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
