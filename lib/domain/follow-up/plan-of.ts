/** The plan of a collection as it stands: what its contact, its account and this deployment make of its terms. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Contact } from '#lib/domain/contact.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import type { Channel } from './follow-up.ts';
import { type FollowUpPlan, planFollowUps } from './plan.ts';

/** What a plan depends on beside the collection itself. */
export type PlanSetting = {
  account: Pick<Account, 'country'>;
  /** Channels with a configured sender. */
  availableChannels: readonly Channel[];
  /** Channels whose address of this contact wants no more messages. */
  optedOut: readonly Channel[];
};

export function planOf(collection: Collection, { account, ...channels }: PlanSetting): FollowUpPlan {
  const phone = parsePhone(collection.contact.phone, account.country);
  return planFollowUps({
    collection,
    reachableByPhone: phone.reachable,
    phoneCountry: phone.country,
    accountCountry: account.country,
    ...channels,
  });
}

/** The plan with its past: opting out ends what is to come, and leaves the slots that were claimed before as they were. */
export function planSoFar(collection: Collection, setting: PlanSetting): FollowUpPlan {
  const plan = planOf(collection, setting);
  const past = collection.nextSlot - 1;
  const { slots } = planOf(collection, { ...setting, optedOut: [] });
  return { ...plan, slots: [...slots.slice(0, past), ...plan.slots.slice(past)] };
}

/** Where each channel reaches a contact; a phone that is no number is not an address. */
export function addressesOf(
  contact: Contact,
  account: Pick<Account, 'country'>,
): { channel: Channel; address: string }[] {
  const phone = parsePhone(contact.phone, account.country);
  const email = { channel: 'email' as const, address: contact.email.toLowerCase() };
  if (!phone.reachable) return [email];
  return [{ channel: 'whatsapp', address: phone.lookup }, { channel: 'sms', address: phone.lookup }, email];
}
