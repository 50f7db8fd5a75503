/** Opt-outs of addresses: who may say so, and the events that tell of it. */

import { createHmac } from 'node:crypto';
import { type Channel, channelsLike, channelsReaching, PHONE_CHANNELS } from './channels/channels.ts';
import { foldAddress } from './match-key.ts';

/**
 * Where a channel reaches a contact: an E.164 phone number, or an email address. Its spellings are one address. `hashed` is
 * the address of an opt-out that is kept although the person was erased.
 */
export type Address = { channel: Channel; address: string; hashed?: string };

/** `secret` is the deployment's: without it, every phone number could be tried. */
export const hashedAddress = ({ channel, address }: Address, secret: string): string =>
  `hmac:${createHmac('sha256', secret).update(foldAddress(channel, address)).digest('hex')}`;

export const OPT_OUT_SOURCES = ['reply', 'link', 'operator', 'provider'] as const;
export type OptOutSource = (typeof OPT_OUT_SOURCES)[number];

/** On every channel to the phone: a person who writes STOP by one of them means the phone. */
export const phoneAddresses = (phone: string): Address[] =>
  PHONE_CHANNELS.map((channel) => ({ channel, address: phone }));

export const emailAddresses = (email: string): Address[] =>
  channelsReaching('email').map((channel) => ({ channel, address: email }));

/** What somebody who opts out of the address by its channel means. */
export const addressesLike = ({ channel, address }: Address): Address[] =>
  channelsLike(channel).map((each) => ({ channel: each, address }));

/** `channel` is the one by which it was said, and `about` tells several of one collection apart. */
type Told = { by: OptOutSource; channel?: Channel; about: string; at: Date };

export const optOutEvent = (type: 'contact.opted_out' | 'contact.opted_in', { by, channel, about, at }: Told) => ({
  type,
  about: `${by}#${about}`,
  timestamp: at.toISOString(),
  data: { ...(channel && { channel }), by },
});

/** The event of an opt-out that may be said again and again: one a day. */
export const dailyOptOutEvent = (told: Omit<Told, 'about'>) =>
  optOutEvent('contact.opted_out', { ...told, about: told.at.toISOString().slice(0, 'yyyy-mm-dd'.length) });
