/** How what people have typed looks in a message (design §3 "Channels"): white space collapsed, no addresses to follow. */
import type { Channel } from './wire.ts';

/** SMS keeps to GSM 03.38: letters lose the accents it does not have. */
export function textFor(value: string, channel: Channel): string {
  const clean = value.replace(/\s+/g, ' ').trim();
  return channel === 'sms' ? clean.normalize('NFD').replace(/\p{M}/gu, '') : clean;
}
