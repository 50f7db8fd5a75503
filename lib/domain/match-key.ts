/** Match keys: one key for one person, however the person's phone number is written. They are compared, never sent to. */
import { type Channel, reachesPhone } from './channels/channels.ts';
import type { Phone } from './phone.ts';

/** Mexico and Argentina write a mobile number with or without a digit after the country code; the network takes both. */
const OLD_MOBILE_PREFIXES = [
  { long: '+521', short: '+52', length: 14 },
  { long: '+549', short: '+54', length: 14 },
] as const;

/** Brazilian mobiles got a 9 before their eight digits; those eight digits began with 6 to 9. Landlines begin lower. */
const BRAZIL_WITHOUT_NINE = /^(\+55\d{2})([6-9]\d{7})$/;

/** `phone` is in E.164. */
export function foldPhone(phone: string): string {
  for (const { long, short, length } of OLD_MOBILE_PREFIXES) {
    if (phone.startsWith(long) && phone.length === length) return short + phone.slice(long.length);
  }
  return phone.replace(BRAZIL_WITHOUT_NINE, '$19$2');
}

/** Where a channel reaches a person: a phone in E.164, or an email. Two spellings of one address give the same text. */
export const foldAddress = (channel: Channel, address: string): string =>
  reachesPhone(channel) ? foldPhone(address) : address.toLowerCase();

/** The phone if it is reachable, else the email. */
export const matchKeyOf = ({ reachable, lookup }: Pick<Phone, 'reachable' | 'lookup'>, email: string): string =>
  reachable ? foldPhone(lookup) : email.toLowerCase();
