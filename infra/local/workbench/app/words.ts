/** The words for what the service names by codes. */
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = { whatsapp: 'WhatsApp', sms: 'SMS', email: 'Email' };

type Amount = { value: number; currency: string };

/** `NGN 45,000.00`. */
export const money = ({ value, currency }: Amount): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(value);

const REASONS: Readonly<Record<string, string>> = {
  late: 'a newer reminder was due',
  quiet_hours: 'it would have come at night',
  part_paid: 'a part was paid',
  already_paid: 'it is paid',
  contact_cap: 'the person had enough messages',
  opted_out: 'the customer wants no messages',
  channel_busy: 'the channel was busy for too long',
  completed: 'it is paid',
  cancelled: 'it was cancelled',
  expired: 'it has expired',
  merged: 'it is too close to the one before',
  after_expiry: 'it would come after the expiry',
  paused: 'reminders are paused',
  cap_24h: 'it is more than one day may have',
  cap_collection: 'it is more than one collection may have',
  quiet_hours_past_expiry: 'the night lasts until the expiry',
  already_completed: 'it was completed before',
  other_currency: 'it is in another currency',
};

/** A reason in words; one that has none is shown as it is. */
export const reasonText = (reason: string | undefined): string =>
  reason === undefined ? '' : (REASONS[reason] ?? reason.replaceAll('_', ' '));

export const methodText = (method: string | null | undefined): string => (method ?? '').replaceAll('_', ' ');
